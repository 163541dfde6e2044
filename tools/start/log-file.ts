import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const LIMIT_BYTES = 20 * 1024 * 1024

/** A log file that never grows beyond its limit: the part before is kept as `<name>.1`. */
export function openLogFile(path: string): { write(text: Buffer): void; close(): void } {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let file = openSync(path, 'a', 0o600)
  let bytes = statSync(path).size
  return {
    write(text) {
      if (bytes + text.length > LIMIT_BYTES) {
        closeSync(file)
        renameSync(path, `${path}.1`)
        file = openSync(path, 'a', 0o600)
        bytes = 0
      }
      writeSync(file, text)
      bytes += text.length
    },
    close: () => closeSync(file),
  }
}
