import { PREVIEW_FILE_BYTES, PREVIEW_FILES_MAX } from '@trove/contract/code/preview'
import { MODES } from '@trove/git-server/format/objects'
import { filesOf, sizeOf } from '@trove/git-server/store/digest'
import { readBudgetFor } from '@trove/git-server/store/reading'
import { type Objects, openObjects, type Version } from '@trove/git-server/store/repository'
import { GIT_LIMITS } from '../model/limits.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { versionStore } from '../versions/store.ts'
import { languageNames } from './languages.ts'

/** A file of a version; one without an object is a link or a submodule and has no body to show. */
export type ReadFile = { path: string; bytes: number; oid: string | null }

export type Reading = {
  fileCount: number
  bytes: number
  files: ReadFile[]
  languages: { name: string; bytes: number }[]
  readme: string | null
  readmePath: string | null
  licenceFile: string | null
}

const README = /^readme(\.(md|markdown|txt))?$/i
const LICENCE = /^(licen[cs]e|copying|unlicense)(\.(md|txt))?$/i

/** Opens the objects of a work up to one version, within what reading a version may cost. */
export async function openVersion(needs: Pick<CodeNeeds, 'db' | 'blobs'>, workId: string, number: number) {
  const store = versionStore(needs, workId, { madeBy: 'push', notes: '' })
  const versions = (await store.versions()).filter((version) => version.number <= number)
  return { objects: await openObjects(store, versions, readBudgetFor(GIT_LIMITS)), version: versions.at(-1) }
}

/** Reads the files of the branch that a clone checks out: names and sizes of all, the body of the README alone. */
export async function readVersion(objects: Objects, { refs, head }: Version): Promise<Reading> {
  const commit = refs[head]?.oid
  const reading: Reading = {
    ...{ fileCount: 0, bytes: 0, files: [], languages: [] },
    ...{ readme: null, readmePath: null, licenceFile: null },
  }
  if (!commit) return reading
  const sizes = new Map<string, number>()
  const languages = new Map<string, number>()
  const languageOf = await languageNames()
  for await (const { path: name, mode, oid } of filesOf(objects, commit)) {
    const path = name.toString('utf8')
    const isBody = mode === MODES.file || mode === MODES.program
    const bytes = isBody ? (sizes.get(oid) ?? (await sizeOf(objects, oid))) : 0
    sizes.set(oid, bytes)
    reading.fileCount++
    reading.bytes += bytes
    const language = languageOf(path)
    if (language) languages.set(language, (languages.get(language) ?? 0) + bytes)
    if (reading.files.length < PREVIEW_FILES_MAX) reading.files.push({ path, bytes, oid: isBody ? oid : null })
    if (isBody && LICENCE.test(path)) reading.licenceFile ??= path
    if (isBody && README.test(path) && reading.readme === null) {
      reading.readmePath = path
      reading.readme = (await bodyOf(objects, oid)).body.toString('utf8').replaceAll('\0', '')
    }
  }
  const bySize = [...languages].map(([name, bytes]) => ({ name, bytes })).toSorted((a, b) => b.bytes - a.bytes)
  return { ...reading, languages: bySize.slice(0, 10) }
}

/** The beginning of a file. */
export async function bodyOf(objects: Objects, oid: string): Promise<{ body: Buffer; isCut: boolean }> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of objects.pieces(oid)) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes > PREVIEW_FILE_BYTES) break
  }
  return { body: Buffer.concat(pieces).subarray(0, PREVIEW_FILE_BYTES), isCut: bytes > PREVIEW_FILE_BYTES }
}
