import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'

/** Refuses as the system does for a place the account has no right to. */
const denied = () => Object.assign(new Error('outside of the home folder'), { code: 'EACCES' })

/** Where paths of clients lead. `home` is a real path; relative paths begin there, and none leads out of it. */
export function createHomePaths(home: string) {
  const full = (path: string) => (isAbsolute(path) ? path : join(home, '.', path === '' ? '.' : `./${path}`))
  function requireInside(real: string): string {
    if (real !== home && !real.startsWith(`${home}/`)) throw denied()
    return real
  }
  return {
    /** What the path leads to, over all links. @throws EACCES outside of home, or what the system says */
    target: async (path: string): Promise<string> => requireInside(await realpath(full(path))),
    /** The entry of that name itself, which need not be there; links on the way to it are followed, it is not. */
    async entry(path: string): Promise<string> {
      const name = basename(full(path))
      if (name === '' || name === '.' || name === '..') throw denied()
      const entry = join(await realpath(dirname(full(path))), name)
      if (!entry.startsWith(`${home}/`)) throw denied()
      return entry
    },
  }
}

export type HomePaths = ReturnType<typeof createHomePaths>
