import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunAs } from './run-as.ts'

/** Longest socket path all supported systems accept (macOS: 104 bytes with the ending zero). */
const socketPathLimitBytes = 100

/**
 * Makes the private folder (0700) of the server's socket. Its name comes from the data folder, so a second start finds
 * the same place; it lies in the temp folder because socket paths are limited to about 100 bytes.
 * @throws Error when somebody else owns the folder: the temp folder is open to all users of the machine
 */
export async function prepareSocketFolder(dataDir: string, runAs: RunAs): Promise<string> {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const own = process.getuid?.() ?? 0
  const name = `trove-pg-${own}-${hash}`
  const long = join(tmpdir(), name)
  const folder = Buffer.byteLength(join(long, '.s.PGSQL.5432')) < socketPathLimitBytes ? long : join('/tmp', name)
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const wantedUid = runAs.kind === 'self' ? own : runAs.uid
  const found = await lstat(folder)
  const isOurs = found.isDirectory() && (found.uid === own || found.uid === wantedUid)
  if (!isOurs) throw new Error(`${folder} belongs to somebody else: remove it and start again`)
  await chmod(folder, 0o700)
  if (found.uid !== wantedUid && runAs.kind !== 'self') await chown(folder, runAs.uid, runAs.gid)
  return folder
}
