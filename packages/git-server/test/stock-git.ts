import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

/** Git as people have it: what the tests hold this package against. The package itself runs no program. */

const run = promisify(execFile)

/** Nothing of this machine's own settings, and nobody is asked for a password. */
const ENVIRONMENT = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  // Thousands of small files: nobody needs them after a power cut.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'core.fsync',
  GIT_CONFIG_VALUE_0: 'none',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  LC_ALL: 'C',
}

export type Ran = { code: number; out: string; err: string }

/** Runs git in a folder and tells how it went. */
export async function tryGit(cwd: string, ...args: string[]): Promise<Ran> {
  const options = { cwd, env: ENVIRONMENT, maxBuffer: 64 * 2 ** 20 }
  try {
    const { stdout, stderr } = await run('git', args, options)
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const failed = error as { code?: unknown; stdout?: string; stderr?: string }
    if (typeof failed.code !== 'number') throw error
    return { code: failed.code, out: failed.stdout ?? '', err: failed.stderr ?? '' }
  }
}

/** Runs git in a folder. @throws Error with what it said when it fails */
export async function git(cwd: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await tryGit(cwd, ...args)
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${err}`)
  return out.trim()
}

/** Makes sure there is a git: the system's, else, on Debian as root, the distribution's package. */
export function needGit(): void {
  const isThere = () => spawnSync('git', ['--version']).status === 0
  if (isThere()) return
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  const install = () => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'git'], options)
  if (process.getuid?.() === 0 && /\bdebian\b/.test(osRelease())) {
    if (install().status !== 0) spawnSync('apt-get', ['update'], options).status === 0 && install()
  }
  if (!isThere()) throw new Error('these tests compare with stock git: install git')
}

function osRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8')
  } catch {
    return ''
  }
}
