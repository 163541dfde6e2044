import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Files that people really wrote: those of the libraries this repository is built with. */

const LIBRARIES = join(import.meta.dirname, '../../node_modules')
const BYTES_MOST = 100_000

/** Paths of the files of a folder, those of each folder in order; no links, and nothing that git keeps for itself. */
function* pathsIn(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !/^\.(git|bin|cache|vite.*)$/.test(entry.name)) yield* pathsIn(path)
    else if (entry.isFile() && !entry.name.startsWith('.git') && statSync(path).size <= BYTES_MOST) yield path
  }
}

/** The first so many files of these libraries, under `vendor`. */
export function realFiles(libraries: string[], most: number): Record<string, Buffer> {
  const found: [string, Buffer][] = []
  for (const library of libraries)
    for (const path of pathsIn(join(LIBRARIES, library))) {
      if (found.length === most) return Object.fromEntries(found)
      found.push([`vendor/${path.slice(LIBRARIES.length + 1)}`, readFileSync(path)])
    }
  throw new Error(`only ${found.length} files of ${most}`)
}
