import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listFrames } from '@trove/stored-file/reading'
import { expect, test } from 'vitest'
import { makeFile } from '../../test/gateway.ts'
import { DiskFull, openCopy } from '../disk/copy.ts'
import { fetchCopy } from './fetch-copy.ts'

const LATE_MS = 200

test.skipIf(process.platform === 'win32')(
  'a frame that is late is not written after the copy was given up',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'trove-fetch-'))
    const folder = join(home, 'copy')
    await mkdir(folder)
    await symlink('/dev/full', join(folder, 'data'))
    const file = await makeFile(300_000)
    const blockOf = async (cid: string) => file.blocks.get(cid)!
    const [, late] = await listFrames(file.cid, file.sizeBytes, blockOf)
    let isSent = false
    const copy = openCopy(folder, file.sizeBytes)
    const fetching = fetchCopy(
      file,
      async (cid) => {
        if (cid === late) await sleep(LATE_MS).then(() => (isSent = true))
        return blockOf(cid)
      },
      copy,
    )
    await expect(fetching).rejects.toThrow(DiskFull)
    await copy.remove()
    await expect.poll(() => isSent).toBe(true)
    await sleep(LATE_MS)
    expect(existsSync(folder)).toBe(false)
    await rm(home, { recursive: true })
  },
)
