import { type FileHandle, open } from 'node:fs/promises'

/** Bytes that can be read at any place: a pack in a file, or one that was stored. */
export type Source = {
  size: number
  /** Fewer bytes only at the end. */
  read(at: number, length: number): Promise<Buffer>
}

/** How much is read at once: most objects are far smaller. */
const WINDOW_BYTES = 256 * 1024

/** Reads ahead, so that objects that follow each other cost one read together. */
export function readingAhead(source: Source): Source {
  let window: Buffer = Buffer.alloc(0)
  let start = 0
  return {
    size: source.size,
    read: async (at, length) => {
      if (at < start || at + length > start + window.length) {
        const wanted = Math.min(Math.max(length, WINDOW_BYTES), source.size - at)
        if (length > WINDOW_BYTES) return source.read(at, wanted)
        window = await source.read(at, wanted)
        start = at
      }
      return window.subarray(at - start, at - start + length)
    },
  }
}

/** A file as a source. Whoever opens it closes it. */
export async function openSource(path: string): Promise<Source & { close(): Promise<void> }> {
  const file = await open(path)
  const { size } = await file.stat()
  return { size, read: (at, length) => readWhole(file, at, length), close: () => file.close() }
}

async function readWhole(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, length))
  let done = 0
  while (done < bytes.length) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, at + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return bytes.subarray(0, done)
}
