import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const MOST_BYTES = 8 * 2 ** 20

/**
 * Appends lines to a file. A full one is kept once under another name, so that the log of years takes the room of two. A
 * disk that takes no more loses lines and stops nothing.
 */
export function openLogFile(path: string, mostBytes = MOST_BYTES): (line: string) => void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return (line) => {
    try {
      if (bytes > mostBytes) {
        renameSync(path, `${path}.1`)
        bytes = 0
      }
      const text = `${line}\n`
      appendFileSync(path, text, { mode: 0o600 })
      bytes += Buffer.byteLength(text)
    } catch {
      // Nowhere to say it.
    }
  }
}
