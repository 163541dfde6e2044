import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEYS = { KEK: 'kek', INDEX_KEY: 'index-key', TOKEN_KEY: 'token-key' } as const

/** The server's keys: those given by the environment, else made once and kept in the data folder for its owner only. */
export function openKeys(dataDir: string, env: NodeJS.ProcessEnv): Record<keyof typeof KEYS, string> {
  const folder = join(dataDir, 'keys')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const entries = Object.entries(KEYS).map(([name, file]) => [name, env[name] || keptKey(join(folder, file))])
  return Object.fromEntries(entries)
}

function keptKey(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const key = randomBytes(32).toString('base64')
  writeFileSync(`${path}.new`, `${key}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
  return key
}
