import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const LIMIT_BYTES = 20 * 1024 * 1024

/**
 * A log file that never grows beyond its limit: the part before is kept as `<name>.1`. Writing never throws: on a full disk lines
 * are lost, which is better than to end what they tell of.
 */
export function openLogFile(path: string): { write(text: Buffer): void; close(): void } {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let file: number | undefined = openSync(path, 'a', 0o600)
  let bytes = statSync(path).size
  let isClosed = false
  const closeFile = () => {
    if (file !== undefined) closeSync(file)
    file = undefined
  }
  return {
    write(text) {
      // A program's last words may come after its end.
      if (isClosed) return
      try {
        if (bytes + text.length > LIMIT_BYTES) {
          closeFile()
          renameSync(path, `${path}.1`)
          bytes = 0
        }
        file ??= openSync(path, 'a', 0o600)
        writeSync(file, text)
        bytes += text.length
      } catch {
        // Tried again with the next line.
      }
    },
    close() {
      isClosed = true
      closeFile()
    },
  }
}
