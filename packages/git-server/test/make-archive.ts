import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

/** Zips and tars made by hand, so that anything in them can be wrong. */

export type ZipEntry = {
  name: string | Buffer
  data?: Buffer
  /** Unix mode, when the archive says it was made on one. */
  mode?: number
  flags?: number
  /** Where these differ from the truth. */
  size?: number
  at?: number
  method?: number
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const UTF8 = 0x800

export function zip(entries: ZipEntry[], wrong: { count?: number } = {}): Buffer {
  const files: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const data = entry.data ?? Buffer.from('x')
    const packed = deflateRawSync(data)
    const name = Buffer.from(entry.name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(entry.flags ?? UTF8, 2)
    facts.writeUInt16LE(entry.method ?? 8, 4)
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(entry.size ?? data.length, 18)
    facts.writeUInt16LE(name.length, 22)
    files.push(Buffer.concat([uint32(LOCAL), facts, name, packed]))
    const more = Buffer.alloc(14)
    more.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6)
    more.writeUInt32LE(entry.at ?? at, 10)
    list.push(Buffer.concat([uint32(CENTRAL), Buffer.from([20, 3]), facts, more, name]))
    at += files.at(-1)!.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(18)
  end.writeUInt16LE((wrong.count ?? entries.length) & 0xffff, 4)
  end.writeUInt16LE((wrong.count ?? entries.length) & 0xffff, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, directory, uint32(END), end])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

export type TarEntry = { name: string; data?: Buffer; type?: string; link?: string; size?: number; checksum?: string }

export function tar(entries: TarEntry[]): Buffer {
  const blocks = entries.flatMap((entry) => [tarHead(entry), padded(entry.data ?? Buffer.alloc(0))])
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

export const tarGz = (entries: TarEntry[]) => gzipSync(tar(entries))

function tarHead({ name, data, type = '0', link = '', size, checksum }: TarEntry): Buffer {
  const head = Buffer.alloc(512)
  head.write(name, 0, 100)
  head.write('0000644\0', 100)
  head.write('0000000\0'.repeat(2), 108)
  head.write(`${(size ?? data?.length ?? 0).toString(8).padStart(11, '0')}\0`, 124)
  head.write('00000000000\0', 136)
  head.write('        ', 148)
  head.write(type, 156)
  head.write(link, 157, 100)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(checksum ?? `${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

function padded(data: Buffer): Buffer {
  return Buffer.concat([data, Buffer.alloc((512 - (data.length % 512)) % 512)])
}
