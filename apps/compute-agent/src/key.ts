import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The agent's own key; made at the first start, readable by its user alone. */
export function openKey(folder: string): KeyObject {
  const file = join(folder, 'key.pem')
  if (existsSync(file)) return createPrivateKey(readFileSync(file))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { privateKey } = generateKeyPairSync('ed25519')
  // Whole or not at all: half a key would be no key for ever.
  writeFileSync(`${file}.new`, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return privateKey
}
