import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ordered, Orders } from '../journal/orders.ts'
import { type Copy, openCopy } from './copy.ts'

/** A folder with so much room for copies. */
export type Volume = { folder: string; capacityBytes: number }

/** Left free on each disk whatever the volume may take: a system without room stops more than this agent. */
const SPARE_BYTES = 256 * 2 ** 20
const NAME = /^[0-9a-f]{64}$/

/**
 * Where the bytes of an order lie on a volume. Root, identifier and size are free to choose for whoever orders. So all of
 * them make the name: an order of other bytes never comes to write into the folder of these.
 */
export function folderOf(volume: string, ordered: Ordered): string {
  return shelfOf(volume, nameOf(ordered))
}

/** The last part of that folder. */
export function nameOf({ rootHex, cid, sizeBytes }: Ordered): string {
  return createHash('sha256')
    .update(JSON.stringify([rootHex, cid, sizeBytes]))
    .digest('hex')
}

const shelfOf = (volume: string, name: string) => join(volume, 'copies', name.slice(0, 2), name)

/**
 * The volumes of a node: which of them has room, and the copies on them.
 * @param isThere whether a volume is there, and is this node's; nothing is written on, or removed from, another
 */
export function createVolumes(
  volumes: Volume[],
  orders: Pick<Orders, 'heldBytes'>,
  spareBytes = SPARE_BYTES,
  isThere: (folder: string) => Promise<boolean> = async () => true,
) {
  /** What orders may still take of a volume: of its share, and of what its disk has free. */
  const freeOf = async ({ folder, capacityBytes }: Volume) =>
    Math.min(capacityBytes - orders.heldBytes(folder), await diskFreeOf(folder))
  /** A volume whose disk is gone has no room: the others go on. */
  const diskFreeOf = async (folder: string) => {
    try {
      if (!(await isThere(folder))) return 0
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { bavail, bsize } = await statfs(folder)
      return Math.max(0, bavail * bsize - spareBytes)
    } catch {
      return 0
    }
  }
  return {
    totalBytes: volumes.reduce((total, { capacityBytes }) => total + capacityBytes, 0),
    isThere,
    /** Folders of volumes that are not there. */
    async listMissing(): Promise<string[]> {
      const found = await Promise.all(volumes.map(async ({ folder }) => ((await isThere(folder)) ? [] : [folder])))
      return found.flat()
    },
    /** The folder of the volume with the most room, if it has so much. */
    async findRoom(sizeBytes: number): Promise<string | undefined> {
      const rooms = await Promise.all(volumes.map(async (volume) => ({ volume, free: await freeOf(volume) })))
      const widest = rooms.reduce((best, room) => (room.free > best.free ? room : best))
      return widest.free >= sizeBytes ? widest.volume.folder : undefined
    },
    /** Whether the disk takes so many bytes more: those of an order that has its share of the volume already. */
    hasSpace: async (folder: string, bytes: number): Promise<boolean> => bytes <= (await diskFreeOf(folder)),
    /** The folder of the volume on which all bytes of an order seem to lie. */
    async findCopy(ordered: Ordered): Promise<string | undefined> {
      for (const { folder } of volumes) {
        if (!(await isThere(folder))) continue
        const bytes = await openCopy(folderOf(folder, ordered), ordered.sizeBytes)
          .countBytes()
          .catch(() => 0)
        if (bytes === ordered.sizeBytes) return folder
      }
      return undefined
    },
    copyOf: (folder: string, ordered: Ordered): Copy => openCopy(folderOf(folder, ordered), ordered.sizeBytes),
    /** Removes copies that no order needs where they lie: what a killed agent left. */
    async removeOrphans(held: (Ordered & { volume?: string | undefined })[]): Promise<number> {
      let removed = 0
      for (const { folder } of volumes) {
        if (!(await isThere(folder))) continue
        // An order without a volume is given the one on which its bytes lie.
        const here = held.filter(({ volume }) => volume === folder || volume === undefined)
        for (const ordered of here) await takeOldName(folder, ordered)
        const kept = new Set(here.map((ordered) => folderOf(folder, ordered)))
        for (const path of await listFolders(folder))
          if (!kept.has(path)) {
            await rm(path, { recursive: true, force: true })
            removed++
          }
      }
      return removed
    },
  }
}

export type Volumes = ReturnType<typeof createVolumes>

/** Agents before this one named a folder by the root alone: what lies there is not fetched again. */
async function takeOldName(volume: string, ordered: Ordered): Promise<void> {
  const [old, folder] = [shelfOf(volume, ordered.rootHex.replace(/^0x/, '')), folderOf(volume, ordered)]
  if (!(await stat(old).catch(() => undefined))) return
  await mkdir(join(folder, '..'), { recursive: true })
  // What has its own folder already needs no other.
  await rename(old, folder).catch(() => undefined)
}

/** The folders of all copies on a volume. */
export async function listFolders(volume: string): Promise<string[]> {
  const shelves = await readdir(join(volume, 'copies')).catch(() => [])
  const names = await Promise.all(shelves.map((shelf) => readdir(join(volume, 'copies', shelf)).catch(() => [])))
  const known = names.flat().filter((name) => NAME.test(name))
  return known.map((name) => shelfOf(volume, name))
}
