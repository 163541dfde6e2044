import { setImmediate as pause } from 'node:timers/promises'
import { MODES } from '@trove/git-server/format/objects'
import { filesOf } from '@trove/git-server/store/digest'
import type { Objects, Version } from '@trove/git-server/store/repository'
import { languageNames } from '../preview/languages.ts'
import { bodyOf } from '../preview/read-version.ts'
import { type FoundManifest, findSecrets, readManifest, type SecretKind } from './find.ts'
import { createMarks } from './marks.ts'

/** What one scan looks at, and what it keeps. */
const FILES_MOST = 5000
const BYTES_MOST = 32 * 2 ** 20
const PLACES_MOST = 200
const MANIFESTS_MOST = 20
/** Smaller files are equal by chance. */
const TELLING_BYTES = 256
const OIDS_MOST = 2000

export type Found = {
  fileCount: number
  isWhole: boolean
  places: { kind: SecretKind; path: string; line: number }[]
  manifests: FoundManifest[]
}

/** What a version is known again by: the ids of its telling files, and the marks of its own code. */
export type Prints = { oids: string[]; marks: number[] }

/** Code that came from elsewhere, and is in many works. */
const OF_OTHERS = /(?:^|\/)(?:node_modules|vendor|third_party|dist)\/|\.min\./

/** Looks at the files of the branch that a clone checks out. @returns what was found, and what it is known again by */
export async function scanVersion(objects: Objects, { refs, head }: Version): Promise<Found & Prints> {
  const found: Found = { fileCount: 0, isWhole: true, places: [], manifests: [] }
  const oids = new Set<string>()
  const marks = createMarks()
  const commit = refs[head]
  const languageOf = await languageNames()
  let bytes = 0
  if (!commit) return { ...found, oids: [], marks: [] }
  for await (const { path: name, mode, oid } of filesOf(objects, commit.oid)) {
    if (mode !== MODES.file && mode !== MODES.program) continue
    if (found.fileCount >= FILES_MOST || bytes >= BYTES_MOST) {
      found.isWhole = false
      break
    }
    const { body, isCut } = await bodyOf(objects, oid)
    bytes += body.length
    if (isCut) found.isWhole = false
    if (body.length >= TELLING_BYTES && oids.size < OIDS_MOST) oids.add(oid)
    if (!body.includes(0)) {
      const [path, text] = [name.toString('utf8'), body.toString('utf8')]
      lookAt(found, path, text)
      if (languageOf(path) && !OF_OTHERS.test(path)) marks.add(text)
    }
    // One file at a time: what else the process serves goes in between.
    await pause()
  }
  return { ...found, oids: [...oids], marks: marks.kept() }
}

function lookAt(found: Found, path: string, text: string): void {
  found.fileCount++
  for (const secret of findSecrets(text)) if (found.places.length < PLACES_MOST) found.places.push({ ...secret, path })
  const manifest = found.manifests.length < MANIFESTS_MOST ? readManifest(path, text) : undefined
  if (manifest) found.manifests.push(manifest)
}
