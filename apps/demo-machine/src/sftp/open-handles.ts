import type { Dir } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'

export type OpenFile = {
  kind: 'file'
  file: FileHandle
  isAppending: boolean
  /** How far the file may grow on the machine's disk. */
  mostBytes: number
}
export type OpenFolder = { kind: 'folder'; path: string; dir: Dir; hasDots: boolean }
type Opened = OpenFile | OpenFolder

const MOST = 64
const HANDLE_BYTES = 4

/** What one client has open; `closeAll` when it goes. */
export function createOpenHandles() {
  const opened = new Map<number, Opened>()
  let last = 0
  const numberOf = (handle: Buffer) => (handle.length === HANDLE_BYTES ? handle.readUInt32BE(0) : -1)
  const shut = (each: Opened) => (each.kind === 'file' ? each.file.close() : each.dir.close())

  function find<K extends Opened['kind']>(kind: K, handle: Buffer): Extract<Opened, { kind: K }> {
    const found = opened.get(numberOf(handle))
    if (found?.kind !== kind) throw new Error('no such handle')
    return found as Extract<Opened, { kind: K }>
  }
  return {
    find,
    async add(open: () => Promise<Opened>): Promise<Buffer> {
      if (opened.size >= MOST) throw new Error('too many handles')
      last = (last + 1) % 2 ** 32
      const number = last
      opened.set(number, await open())
      const handle = Buffer.alloc(HANDLE_BYTES)
      handle.writeUInt32BE(number)
      return handle
    },
    async close(handle: Buffer): Promise<void> {
      const found = opened.get(numberOf(handle))
      if (!found) throw new Error('no such handle')
      opened.delete(numberOf(handle))
      await shut(found)
    },
    closeAll(): void {
      for (const each of opened.values()) shut(each).catch(() => undefined)
      opened.clear()
    },
  }
}

export type OpenHandles = ReturnType<typeof createOpenHandles>
