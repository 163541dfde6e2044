import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Window } from './browse.ts'

/** Pictures as people have them: very large ones, and photos that say where they were taken. */

export type Picture = { name: string; mimeType: string; buffer: Buffer }

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** A square PNG of noise, three bytes a pixel: noise keeps its size, so a side of 2048 gives 12 MB. */
export function makeNoise(name: string, side: number): Picture {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side)
  header.writeUInt32BE(side, 4)
  // Eight bits of red, green and blue each.
  header.set([8, 2], 8)
  const lines = randomBytes(side * (1 + 3 * side))
  // Each line begins with its filter: none.
  for (let line = 0; line < side; line++) lines[line * (1 + 3 * side)] = 0
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(lines, { level: 0 })), chunk('IEND', Buffer.alloc(0))]
  return { name, mimeType: 'image/png', buffer: Buffer.concat([signature, ...parts]) }
}

const [ASCII, LONG, RATIONAL] = [2, 4, 5]
const HEAD_BYTES = 8
const ENTRY_BYTES = 12

function entry(tag: number, type: number, count: number, value: number | string): Buffer {
  const bytes = Buffer.alloc(ENTRY_BYTES)
  bytes.writeUInt16BE(tag)
  bytes.writeUInt16BE(type, 2)
  bytes.writeUInt32BE(count, 4)
  if (typeof value === 'string') bytes.write(value, 8, 'latin1')
  else bytes.writeUInt32BE(value, 8)
  return bytes
}

function directory(entries: Buffer[]): Buffer {
  const count = Buffer.alloc(2)
  count.writeUInt16BE(entries.length)
  return Buffer.concat([count, ...entries, Buffer.alloc(4)])
}

/** Degrees, minutes and seconds as fractions. */
function degrees(...values: number[]): Buffer {
  const bytes = Buffer.alloc(24)
  for (const [no, value] of values.entries()) {
    bytes.writeUInt32BE(value, 8 * no)
    bytes.writeUInt32BE(1, 8 * no + 4)
  }
  return bytes
}

/** The part of a JPEG that says it was taken at West Lake in Hangzhou. */
function placeSegment(): Buffer {
  const gpsAt = HEAD_BYTES + directory([Buffer.alloc(ENTRY_BYTES)]).length
  const valuesAt = gpsAt + directory([1, 2, 3, 4].map(() => Buffer.alloc(ENTRY_BYTES))).length
  const gps = [
    entry(1, ASCII, 2, 'N'),
    entry(2, RATIONAL, 3, valuesAt),
    entry(3, ASCII, 2, 'E'),
    entry(4, RATIONAL, 3, valuesAt + 24),
  ]
  const tiff = Buffer.concat([
    Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
    directory([entry(0x8825, LONG, 1, gpsAt)]),
    directory(gps),
    degrees(30, 14, 35),
    degrees(120, 8, 30),
  ])
  const head = Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1')
  head.writeUInt16BE(head.length - 2 + tiff.length, 2)
  return Buffer.concat([head, tiff])
}

/** A photo whose EXIF says where it was taken. */
export async function takePhoto({ page }: Window, name: string): Promise<Picture> {
  const jpeg = await page.screenshot({ type: 'jpeg' })
  const buffer = Buffer.concat([jpeg.subarray(0, 2), placeSegment(), jpeg.subarray(2)])
  return { name, mimeType: 'image/jpeg', buffer }
}
