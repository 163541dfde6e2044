import { constants, type Stats } from 'node:fs'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import ssh2, { type Attributes, type FileEntry, type SFTPWrapper } from 'ssh2'
import { createHomePaths, type HomePaths } from './home-paths.ts'
import { createOpenHandles, type OpenFile, type OpenFolder, type OpenHandles } from './open-handles.ts'
import { spaceLeft } from './space.ts'

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp
const READ_MOST = 32_768
const NAMES_AT_ONCE = 64
const PERMISSIONS = 0o777

/** Where the account's files are, and what the machine's disk takes of them if it has a size. */
type Home = { home: string; diskBytes?: number }
type Needs = { sftp: SFTPWrapper; folder: Home; paths: HomePaths; handles: OpenHandles }

/** Files over SFTP as sshd serves them to the account, within its home folder and the machine's disk. */
export function serveSftp(sftp: SFTPWrapper, folder: Home): void {
  const needs = { sftp, folder, paths: createHomePaths(folder.home), handles: createOpenHandles() }
  sftp.on('error', () => {})
  sftp.on('close', () => needs.handles.closeAll())
  // As sshd does: who sends no more is done.
  sftp.on('end', () => sftp.end())
  serveFiles(needs)
  serveFolders(needs)
  serveNames(needs)
  serveFacts(needs)
}

/** Does what a request asks; a failure is told as sshd tells it. */
function respond(sftp: SFTPWrapper, id: number, work: () => Promise<unknown>): void {
  work().catch((error: NodeJS.ErrnoException) => sftp.status(id, statusOf(error)))
}

/** The same for requests that are answered by no more than that it is done. */
function perform(sftp: SFTPWrapper, id: number, work: () => Promise<unknown>): void {
  respond(sftp, id, () => work().then(() => sftp.status(id, STATUS_CODE.OK)))
}

function statusOf({ code }: NodeJS.ErrnoException): number {
  if (code === 'ENOENT' || code === 'ENOTDIR') return STATUS_CODE.NO_SUCH_FILE
  if (code === 'EACCES' || code === 'EPERM') return STATUS_CODE.PERMISSION_DENIED
  return STATUS_CODE.FAILURE
}

function serveFiles({ sftp, folder, paths, handles }: Needs): void {
  sftp.on('OPEN', (id, path, flags, attrs) =>
    respond(sftp, id, async () => {
      sftp.handle(id, await handles.add(() => openFile({ folder, paths }, path, flags, attrs)))
    }),
  )
  sftp.on('READ', (id, handle, position, length) =>
    respond(sftp, id, async () => {
      const wanted = Buffer.alloc(Math.min(length, READ_MOST))
      const { bytesRead } = await handles.find('file', handle).file.read(wanted, 0, wanted.length, position)
      if (bytesRead === 0) sftp.status(id, STATUS_CODE.EOF)
      else sftp.data(id, wanted.subarray(0, bytesRead))
    }),
  )
  sftp.on('WRITE', (id, handle, position, data) =>
    perform(sftp, id, async () => {
      const { file, isAppending, mostBytes } = handles.find('file', handle)
      if (position + data.length > mostBytes) throw new Error('no space left')
      await file.write(data, 0, data.length, isAppending ? null : position)
    }),
  )
  sftp.on('CLOSE', (id, handle) => perform(sftp, id, () => handles.close(handle)))
}

async function openFile(
  { folder, paths }: Pick<Needs, 'folder' | 'paths'>,
  path: string,
  flags: number,
  attrs: Attributes,
): Promise<OpenFile> {
  const has = (mode: number) => (flags & mode) !== 0
  const isNew = has(OPEN_MODE.CREAT)
  const place = await paths.target(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || !isNew) throw error
    return paths.entry(path)
  })
  const isWriting = has(OPEN_MODE.WRITE) || has(OPEN_MODE.APPEND)
  const reads = has(OPEN_MODE.READ) ? constants.O_RDWR : constants.O_WRONLY
  const system =
    (isWriting ? reads : constants.O_RDONLY) |
    // The place has no links any more; one that was put there since is not followed. A pipe does not hold anybody up.
    (constants.O_NOFOLLOW | constants.O_NONBLOCK) |
    (has(OPEN_MODE.APPEND) ? constants.O_APPEND : 0) |
    (isNew ? constants.O_CREAT : 0) |
    (has(OPEN_MODE.TRUNC) ? constants.O_TRUNC : 0) |
    (has(OPEN_MODE.EXCL) ? constants.O_EXCL : 0)
  const file = await fs.open(place, system, (attrs.mode ?? 0o666) & PERMISSIONS)
  const found = await file.stat()
  if (!found.isFile()) {
    await file.close()
    throw new Error('no regular file')
  }
  const left = isWriting ? await spaceLeft(folder.home, folder.diskBytes) : 0
  return { kind: 'file', file, isAppending: has(OPEN_MODE.APPEND), mostBytes: found.size + left }
}

function serveFolders({ sftp, paths, handles }: Needs): void {
  sftp.on('OPENDIR', (id, path) =>
    respond(sftp, id, async () => {
      const place = await paths.target(path)
      const open = async (): Promise<OpenFolder> => ({
        ...{ kind: 'folder', path: place, hasDots: true },
        dir: await fs.opendir(place),
      })
      sftp.handle(id, await handles.add(open))
    }),
  )
  sftp.on('READDIR', (id, handle) =>
    respond(sftp, id, async () => {
      const entries = await nextEntries(handles.find('folder', handle))
      if (entries.length === 0) sftp.status(id, STATUS_CODE.EOF)
      else sftp.name(id, entries)
    }),
  )
  sftp.on('MKDIR', (id, path, attrs) =>
    perform(sftp, id, async () => fs.mkdir(await paths.entry(path), (attrs.mode ?? PERMISSIONS) & PERMISSIONS)),
  )
  sftp.on('RMDIR', (id, path) => perform(sftp, id, async () => fs.rmdir(await paths.entry(path))))
}

/** The next names of an open folder, none at its end. */
async function nextEntries(open: OpenFolder): Promise<FileEntry[]> {
  const names = open.hasDots ? ['.', '..'] : []
  open.hasDots = false
  while (names.length < NAMES_AT_ONCE) {
    const next = await open.dir.read()
    if (!next) break
    names.push(next.name)
  }
  const entries = await Promise.all(
    names.map(async (filename): Promise<FileEntry[]> => {
      const found = await fs.lstat(join(open.path, filename)).catch(() => undefined)
      return found ? [{ filename, longname: longName(filename, found), attrs: attributesOf(found) }] : []
    }),
  )
  return entries.flat()
}

function serveNames({ sftp, folder, paths }: Needs): void {
  const one = (id: number, filename: string) =>
    sftp.name(id, [{ filename, longname: filename, attrs: {} as Attributes }])
  sftp.on('REALPATH', (id, path) =>
    respond(sftp, id, async () => one(id, path === '' ? folder.home : await paths.target(path))),
  )
  sftp.on('READLINK', (id, path) => respond(sftp, id, async () => one(id, await fs.readlink(await paths.entry(path)))))
  sftp.on('SYMLINK', (id, path, target) => perform(sftp, id, async () => fs.symlink(target, await paths.entry(path))))
  sftp.on('REMOVE', (id, path) => perform(sftp, id, async () => fs.unlink(await paths.entry(path))))
  sftp.on('RENAME', (id, from, to) =>
    perform(sftp, id, async () => rename(await paths.entry(from), await paths.entry(to))),
  )
}

/** As sshd does: never over what is there. A file gets its second name before it loses its first, so no two can win. */
async function rename(from: string, to: string): Promise<void> {
  if ((await fs.lstat(from)).isFile()) {
    await fs.link(from, to)
    return fs.unlink(from)
  }
  const isTaken = await fs.lstat(to).then(
    () => true,
    () => false,
  )
  if (isTaken) throw new Error('the name is taken')
  await fs.rename(from, to)
}

function serveFacts({ sftp, paths, handles }: Needs): void {
  sftp.on('STAT', (id, path) =>
    respond(sftp, id, async () => sftp.attrs(id, attributesOf(await fs.stat(await paths.target(path))))),
  )
  sftp.on('LSTAT', (id, path) =>
    respond(sftp, id, async () => {
      const place = await paths.entry(path).catch(() => paths.target(path))
      sftp.attrs(id, attributesOf(await fs.lstat(place)))
    }),
  )
  sftp.on('FSTAT', (id, handle) =>
    respond(sftp, id, async () => sftp.attrs(id, attributesOf(await handles.find('file', handle).file.stat()))),
  )
  sftp.on('SETSTAT', (id, path, attrs) =>
    perform(sftp, id, async () => {
      const file = await fs.open(await paths.target(path), constants.O_RDONLY | constants.O_NOFOLLOW)
      await setFacts(file, attrs).finally(() => file.close())
    }),
  )
  sftp.on('FSETSTAT', (id, handle, attrs) =>
    perform(sftp, id, () => setFacts(handles.find('file', handle).file, attrs)),
  )
}

async function setFacts(file: fs.FileHandle, { mode, size, atime, mtime }: Partial<Attributes>): Promise<void> {
  if (size !== undefined) {
    // A file grows by what is written into it, which is counted.
    if (size > (await file.stat()).size) throw new Error('no space left')
    await file.truncate(size)
  }
  if (mode !== undefined) await file.chmod(mode & PERMISSIONS)
  if (atime !== undefined && mtime !== undefined) await file.utimes(atime, mtime)
}

const seconds = (ms: number) => Math.floor(ms / 1000)

function attributesOf({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats): Attributes {
  return { mode, uid, gid, size, atime: seconds(atimeMs), mtime: seconds(mtimeMs) }
}

/** A line as `ls -l` writes it, which old clients show as it is. */
function longName(name: string, found: Stats): string {
  const kind = found.isDirectory() ? 'd' : found.isSymbolicLink() ? 'l' : '-'
  const rights = [...'rwxrwxrwx'].map((letter, at) => (found.mode & (0o400 >> at) ? letter : '-')).join('')
  const day = found.mtime.toISOString().slice(0, 10)
  return `${kind}${rights} ${found.nlink} ${found.uid} ${found.gid} ${found.size} ${day} ${name}`
}
