import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { OID_BYTES } from '../format/objects.ts'
import { requireThat } from '../format/refusal.ts'

export const PACK_HEAD_BYTES = 12
const PACK_VERSION = 2

/** The first bytes of a pack. */
export function packHead(objects: number): Buffer {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  head.writeUInt32BE(objects, PACK_HEAD_BYTES - 4)
  return head
}

/**
 * Writes a pack that comes in to a file and checks its head and checksum on the way. Nothing of it is held in memory.
 * @returns how many objects it says it has
 */
export async function spoolPack(
  source: AsyncIterable<Uint8Array>,
  path: string,
  limits: { packBytes: number; objects: number },
): Promise<{ objects: number; bytes: number }> {
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha1')
  let head: Buffer = Buffer.alloc(0)
  let tail: Buffer = Buffer.alloc(0)
  let bytes = 0
  try {
    for await (const part of source) {
      bytes += part.length
      requireThat(bytes <= limits.packBytes, 'pack.too-large')
      if (head.length < PACK_HEAD_BYTES) {
        head = Buffer.concat([head, part]).subarray(0, PACK_HEAD_BYTES)
        if (head.length === PACK_HEAD_BYTES) checkHead(head, limits.objects)
      }
      await file.writeFile(part)
      const open = Buffer.concat([tail, part])
      const kept = Math.max(0, open.length - OID_BYTES)
      hash.update(open.subarray(0, kept))
      tail = Buffer.from(open.subarray(kept))
    }
  } finally {
    await file.close()
  }
  requireThat(bytes >= PACK_HEAD_BYTES + OID_BYTES, 'pack.truncated')
  requireThat(hash.digest().equals(tail), 'pack.checksum')
  return { objects: head.readUInt32BE(PACK_HEAD_BYTES - 4), bytes }
}

function checkHead(head: Buffer, most: number): void {
  requireThat(head.toString('latin1', 0, 4) === 'PACK' && head.readUInt32BE(4) === PACK_VERSION, 'pack.not-a-pack')
  requireThat(head.readUInt32BE(PACK_HEAD_BYTES - 4) <= most, 'pack.too-many-objects')
}
