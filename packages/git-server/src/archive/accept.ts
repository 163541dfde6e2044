import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { climbOf, MAX_LINK_BYTES } from '../checks/links.ts'
import { checkModules, MAX_MODULES_BYTES } from '../checks/modules.ts'
import { isModulesFile } from '../checks/names.ts'
import { checkTree } from '../checks/trees.ts'
import type { Limits } from '../format/limits.ts'
import { type Kind, MODES, oidOf, readCommit } from '../format/objects.ts'
import { GitRefused, requireThat } from '../format/refusal.ts'
import { PackWriter } from '../pack/write.ts'
import { readBudgetFor } from '../store/reading.ts'
import { type Objects, openObjects, type Version, type VersionStore } from '../store/repository.ts'
import { keepVersion } from '../store/version.ts'
import type { ArchiveFile, TakeFile } from './file.ts'
import { type Folder, putFile, writeFolders } from './folders.ts'
import { readTar } from './tar.ts'
import { readZip } from './zip.ts'

export type Archive = {
  store: VersionStore
  scratch: string
  limits: Limits
  /** Path of the archive. Its content says what it is, not its name. */
  archive: string
  author: { name: string; email: string }
  message: string
  /** Seconds since 1970. */
  atSeconds: number
}

/** Makes the files of an archive the next commit of the branch that is checked out. @throws GitRefused */
export async function acceptArchive(given: Archive): Promise<Version> {
  const versions = await given.store.versions()
  const stored = await openObjects(given.store, versions, readBudgetFor(given.limits))
  const folder = await mkdtemp(join(given.scratch, 'archive-'))
  const pack = join(folder, 'out.pack')
  const writer = await PackWriter.open(pack)
  try {
    const before = versions.at(-1)
    const branch = before?.head ?? 'refs/heads/main'
    const oid = await writeCommit(given, { writer, stored, parent: before?.refs[branch]?.oid })
    const written = await writer.end()
    const refs = { ...before?.refs, [branch]: { oid } }
    return await keepVersion(given.store, {
      limits: given.limits,
      before,
      stored,
      written,
      pack,
      refs,
      isForward: true,
    })
  } finally {
    await writer.close().catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
}

type Making = { writer: PackWriter; stored: Objects; parent: string | undefined }

async function writeCommit(given: Archive, { writer, stored, parent }: Making): Promise<string> {
  const { limits, author, atSeconds } = given
  const write = async (oid: string, kind: Kind, data: Buffer) => {
    if (kind === 'tree') checkTree(data, limits)
    if (!stored.find(oid) && !writer.places.has(oid)) await writer.addWhole(oid, kind, data)
  }
  const root: Folder = new Map()
  await readArchive(given, async (file) => {
    putFile(root, file.path, { mode: file.mode, oid: await writeFile(file, writer, stored, limits) })
  })
  requireThat(root.size > 0, 'archive.empty')
  const tree = await writeFolders(root, write)
  if (parent) {
    const last = readCommit((await stored.read(parent, limits.textBytes)).data)
    requireThat(last.tree !== tree, 'archive.unchanged')
  }
  const person = `${plainWords(author.name)} <${plainWords(author.email)}> ${atSeconds} +0000`
  const head = [`tree ${tree}`, ...(parent ? [`parent ${parent}`] : []), `author ${person}`, `committer ${person}`]
  const data = Buffer.from(`${head.join('\n')}\n\n${given.message.replaceAll('\0', '').trim()}\n`)
  const oid = oidOf('commit', data)
  await write(oid, 'commit', data)
  return oid
}

/** A name in a commit has no angle brackets and no line feeds. */
const plainWords = (text: string) => text.replace(/[<>\p{Cc}]/gu, ' ').trim() || 'unknown'

async function readArchive({ archive, limits }: Archive, take: TakeFile): Promise<void> {
  const { size } = await stat(archive)
  requireThat(size <= limits.packBytes, 'archive.too-large')
  const file = await open(archive)
  const { buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0).finally(() => file.close())
  const isGzip = buffer.readUInt16BE(0) === 0x1f8b
  if (ZIP_MARKS.has(buffer.readUInt32BE(0))) return await readZip(archive, size, limits, take)
  requireThat(isGzip || buffer.toString('latin1', TAR_MARK, TAR_MARK + 5) === 'ustar', 'archive.kind')
  await readTar({ archive, bytes: size, isGzip }, limits, take)
}

const HEAD_BYTES = 512
/** Of a zip with files, and of an empty one. */
const ZIP_MARKS = new Set([0x504b0304, 0x504b0506])
const TAR_MARK = 257

/** Writes a file unless it is there, and checks what git would read of it. @returns its name */
async function writeFile(file: ArchiveFile, writer: PackWriter, stored: Objects, limits: Limits): Promise<string> {
  const isKnown = (oid: string) => stored.find(oid) !== undefined || writer.places.has(oid)
  const isModules = isModulesFile(file.path.at(-1)!)
  const isLink = file.mode === MODES.link
  if (isLink) requireThat(file.size <= MAX_LINK_BYTES, 'link.too-long')
  if (isLink) requireThat(!isModules, 'modules.link')
  if (isModules) requireThat(file.size <= MAX_MODULES_BYTES, 'modules.malformed')
  const pieces = await file.open()
  if (file.size > limits.deltaBytes) return await writer.addLarge('blob', file.size, pieces, isKnown)
  const data = await collect(pieces, file.size)
  if (isLink) requireThat(climbOf(data) < file.path.length, 'link.outside', file.path.join('/'))
  if (isModules) checkModules(data)
  const oid = oidOf('blob', data)
  if (!isKnown(oid)) await writer.addWhole(oid, 'blob', data)
  return oid
}

async function collect(pieces: AsyncIterable<Uint8Array>, size: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    if (length > size) throw new GitRefused('archive.unreadable')
    parts.push(piece)
  }
  requireThat(length === size, 'archive.unreadable')
  return Buffer.concat(parts)
}
