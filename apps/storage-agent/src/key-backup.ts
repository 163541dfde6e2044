import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BACKUP_LETTERS_MIN, type BackupResult } from './page/care.ts'

/** Backups in one folder: whoever reaches the page cannot fill a disk. */
const MOST_BACKUPS = 20

/**
 * Writes a node's key, encrypted under a passphrase, beside it: a file that wallets import. It is never sent over the page,
 * which every program of this machine can reach; the file can be read by its owner alone. No backup is written over.
 */
export async function backUpKey(folder: string, passphrase: string, again: string): Promise<BackupResult> {
  if ([...passphrase].length < BACKUP_LETTERS_MIN) return { fault: 'too-short' }
  if (passphrase !== again) return { fault: 'differs' }
  const seed = await readFile(join(folder, 'key'), 'utf8').catch(() => undefined)
  if (!seed) return { fault: 'no-key' }
  // The keyring alone would double what the agent takes of memory.
  const { writeKeystore } = await import('@trove/chain-client/keystore/keystore-write')
  const text = writeKeystore(Buffer.from(seed.trim(), 'hex'), 'Trove storage node', passphrase)
  for (let number = 1; number <= MOST_BACKUPS; number++) {
    const path = join(folder, `key-backup-${number}.json`)
    try {
      await writeFile(path, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true })
      return { path }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return { fault: 'too-many' }
}
