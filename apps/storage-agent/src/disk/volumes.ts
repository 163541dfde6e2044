import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Orders } from '../journal/orders.ts'
import { type Copy, openCopy } from './copy.ts'

/** A folder with so much room for copies. */
export type Volume = { folder: string; capacityBytes: number }

/** Left free on each disk whatever the volume may take: a system without room stops more than this agent. */
const SPARE_BYTES = 256 * 2 ** 20
const ROOT = /^[0-9a-f]{64}$/

/** The volumes of a node: which of them has room, and the copies on them by their roots. */
export function createVolumes(volumes: Volume[], orders: Pick<Orders, 'heldBytes'>, spareBytes = SPARE_BYTES) {
  const pathOf = (folder: string, rootHex: string) => {
    const name = rootHex.replace(/^0x/, '')
    // A root becomes the name of a folder, so nothing else may.
    if (!ROOT.test(name)) throw new RangeError('a root is 32 bytes')
    return join(folder, 'copies', name.slice(0, 2), name)
  }
  /** What orders may still take of a volume: of its share, and of what its disk has free. */
  const freeOf = async ({ folder, capacityBytes }: Volume) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(folder)
    return Math.min(capacityBytes - orders.heldBytes(folder), Math.max(0, bavail * bsize - spareBytes))
  }
  return {
    totalBytes: volumes.reduce((total, { capacityBytes }) => total + capacityBytes, 0),
    /** The folder of the volume with the most room, if it has so much. */
    async findRoom(sizeBytes: number): Promise<string | undefined> {
      const rooms = await Promise.all(volumes.map(async (volume) => ({ volume, free: await freeOf(volume) })))
      const widest = rooms.reduce((best, room) => (room.free > best.free ? room : best))
      return widest.free >= sizeBytes ? widest.volume.folder : undefined
    },
    copyOf: (folder: string, rootHex: string, sizeBytes: number): Copy => openCopy(pathOf(folder, rootHex), sizeBytes),
    /** Removes copies that no order needs: what a killed agent left. */
    async removeOrphans(isHeld: (rootHex: string) => boolean): Promise<number> {
      let removed = 0
      for (const { folder } of volumes)
        for (const name of await listRoots(join(folder, 'copies')))
          if (!isHeld(`0x${name}`)) {
            await rm(pathOf(folder, name), { recursive: true, force: true })
            removed++
          }
      return removed
    },
  }
}

export type Volumes = ReturnType<typeof createVolumes>

async function listRoots(folder: string): Promise<string[]> {
  const shelves = await readdir(folder).catch(() => [])
  const names = await Promise.all(shelves.map((shelf) => readdir(join(folder, shelf)).catch(() => [])))
  return names.flat().filter((name) => ROOT.test(name))
}
