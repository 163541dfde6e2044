import { constants } from 'node:fs'
import { posix } from 'node:path'
import ssh2, { type Attributes, type FileEntry, type SFTPWrapper, type Stats } from 'ssh2'
import { type FileFacts, MachineFileRefused, type MachineFiles } from '../machine/files.ts'
import { type MachineLogin, MachineUnreachable } from '../machine/machine.ts'
import { openConnection, type TimedTarget } from './ssh-connection.ts'
import { type Ask, createAsk, isRefused, startSftp } from './ssh-sftp.ts'

const { STATUS_CODE } = ssh2.utils.sftp
/** Every server takes and gives at least so much at once (draft-ietf-secsh-filexfer-02, 3). */
const PIECE_BYTES = 32_768
/** Pieces under way at once: enough for a far machine, and little memory. */
const AHEAD = 16
/** Links of a folder that are looked through; there are rarely any. */
const LINKS_FOLLOWED = 200
const NAME_MAX = 1_024
const PATH_MAX = 4_096
const KINDS = new Map<number, FileFacts['kind']>([
  [constants.S_IFREG, 'file'],
  [constants.S_IFDIR, 'folder'],
])

/** Opens the files of the account that logs in. @throws NoMachineFiles, MachineUnreachable */
export async function openFiles(target: TimedTarget, login: MachineLogin): Promise<MachineFiles> {
  const connection = await openConnection(target, login)
  try {
    const sftp = await startSftp(connection)
    const ask = createAsk(connection)
    return { ...lookers(sftp, ask), ...movers(sftp, ask), ...changers(sftp, ask), close: connection.close }
  } catch (error) {
    connection.close()
    throw error
  }
}

function factsOf({ mode, size, mtime }: Attributes, isLink: boolean): FileFacts {
  const isSane = Number.isSafeInteger(size) && size >= 0
  return {
    kind: KINDS.get(mode & constants.S_IFMT) ?? 'other',
    isLink,
    bytes: isSane ? size : Number.MAX_SAFE_INTEGER,
    modifiedAt: Number.isSafeInteger(mtime) ? new Date(mtime * 1000) : null,
  }
}

function lookers(sftp: SFTPWrapper, ask: Ask) {
  const facts = async (path: string): Promise<FileFacts> =>
    factsOf(await ask<Stats>((done) => sftp.stat(path, done)), false)

  /** What a link leads to, or that it leads nowhere. */
  async function follow(folder: string, entry: FileFacts & { name: string }): Promise<void> {
    const found = await facts(posix.join(folder, entry.name)).catch((error) => {
      if (!isRefused(error)) throw error
    })
    if (found) Object.assign(entry, found, { isLink: true })
  }

  return {
    facts,
    async place(path: string): Promise<string> {
      const real = await ask<string>((done) => sftp.realpath(path, done))
      if (!real.startsWith('/') || real.length > PATH_MAX || real.includes('\0')) throw new MachineFileRefused('failed')
      return real
    },
    async list(path: string, most: number) {
      const handle = await ask<Buffer>((done) => sftp.opendir(path, done))
      const entries: (FileFacts & { name: string })[] = []
      let isCut = false
      try {
        while (!isCut) {
          const part = await nextEntries(sftp, ask, handle)
          if (part === undefined) break
          for (const { filename, attrs } of part.filter(isNamed)) {
            if (entries.length === most) isCut = true
            else
              entries.push({ name: filename, ...factsOf(attrs, (attrs.mode & constants.S_IFMT) === constants.S_IFLNK) })
          }
        }
      } finally {
        await ask((done) => sftp.close(handle, done as never)).catch(() => undefined)
      }
      const links = entries.filter(({ isLink }) => isLink).slice(0, LINKS_FOLLOWED)
      await Promise.all(links.map((link) => follow(path, link)))
      return { entries, isCut }
    },
    async room(path: string): Promise<number | undefined> {
      try {
        type Space = { f_bavail: number; f_frsize: number }
        const { f_bavail, f_frsize } = await ask<Space>((done) => sftp.ext_openssh_statvfs(path, done as never))
        const bytes = f_bavail * f_frsize
        return Number.isFinite(bytes) && bytes >= 0 ? bytes : undefined
      } catch (error) {
        // Only OpenSSH's server says it.
        if (error instanceof MachineUnreachable) throw error
        return undefined
      }
    },
  }
}

/** The next names of a folder; undefined at its end. A server may send none at a time, yet not for ever. */
async function nextEntries(sftp: SFTPWrapper, ask: Ask, handle: Buffer): Promise<FileEntry[] | undefined> {
  for (let tries = 0; tries < AHEAD; tries++) {
    const part = await ask<FileEntry[] | 'end'>((done) =>
      sftp.readdir(handle, (error, found) => {
        if ((error as { code?: unknown } | undefined)?.code === STATUS_CODE.EOF) done(null, 'end')
        else done(error, found)
      }),
    )
    if (part === 'end') return undefined
    if (part.length > 0) return part
  }
  throw new MachineFileRefused('failed')
}

const isNamed = ({ filename }: FileEntry): boolean =>
  filename !== '' && filename !== '.' && filename !== '..' && filename.length <= NAME_MAX && !/[/\0]/.test(filename)

function movers(sftp: SFTPWrapper, ask: Ask) {
  const closing = (handle: Buffer) => ask((done) => sftp.close(handle, done as never))

  /** Exactly the piece that was asked for; a server may give less at a time. */
  async function readPiece(handle: Buffer, from: number, length: number): Promise<Buffer> {
    const piece = Buffer.alloc(length)
    for (let have = 0; have < length; ) {
      const got = await ask<number>((done) => sftp.read(handle, piece, have, length - have, from + have, done as never))
      if (!(got > 0)) throw new MachineFileRefused('cut')
      have += got
    }
    return piece
  }

  async function* readAll(handle: Buffer, bytes: number): AsyncGenerator<Buffer> {
    const pending: Promise<Buffer>[] = []
    let asked = 0
    try {
      while (asked < bytes || pending.length > 0) {
        while (asked < bytes && pending.length < AHEAD) {
          const length = Math.min(PIECE_BYTES, bytes - asked)
          pending.push(settledLater(readPiece(handle, asked, length)))
          asked += length
        }
        yield await pending.shift()!
      }
    } finally {
      await closing(handle).catch(() => undefined)
    }
  }

  async function writeAll(handle: Buffer, content: AsyncIterable<Buffer>): Promise<void> {
    const pending: Promise<void>[] = []
    let position = 0
    let failure: unknown
    for await (const part of content) {
      // Said as soon as it is known: the rest of a large file would be taken in for nothing.
      if (failure) throw failure
      const [at, length] = [position, part.length]
      position += length
      if (length === 0) continue
      const written = ask((done) => sftp.write(handle, part, 0, length, at, done as never))
      written.catch((error) => {
        failure = error
      })
      pending.push(written)
      while (pending.length >= AHEAD) await pending.shift()
    }
    await Promise.all(pending)
  }

  return {
    async read(path: string) {
      // A pipe would let whoever opens it wait for a writer.
      if (factsOf(await ask<Stats>((done) => sftp.stat(path, done)), false).kind !== 'file')
        throw new MachineFileRefused('kind')
      const handle = await ask<Buffer>((done) => sftp.open(path, 'r', done))
      const { kind, bytes } = factsOf(await ask<Stats>((done) => sftp.fstat(handle, done)), false)
      if (kind !== 'file') throw new MachineFileRefused('kind')
      return { bytes, content: readAll(handle, bytes) }
    },
    async write(path: string, content: AsyncIterable<Buffer>): Promise<void> {
      const handle = await ask<Buffer>((done) => sftp.open(path, 'wx', done))
      try {
        await writeAll(handle, content)
      } catch (error) {
        await closing(handle).catch(() => undefined)
        throw error
      }
      await closing(handle)
    },
  }
}

/** A promise that is looked at later: until then its failure is not nobody's. */
function settledLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

function changers(sftp: SFTPWrapper, ask: Ask) {
  const stat = (path: string) => ask<Stats>((done) => sftp.lstat(path, done))
  const isThere = (path: string) =>
    stat(path).then(
      () => true,
      (error) => {
        if (isRefused(error, 'missing')) return false
        throw error
      },
    )
  const move = (from: string, to: string) => ask((done) => sftp.rename(from, to, done as never))

  /** Over nothing: the server itself refuses a name that is taken. */
  async function nameFresh(from: string, to: string): Promise<void> {
    await move(from, to).catch(async (error) => {
      throw isRefused(error, 'failed') && (await isThere(to)) ? new MachineFileRefused('exists') : error
    })
  }

  /** In one step where the server can (OpenSSH's), else with the old one set aside until the new one has its name. */
  async function replace(from: string, to: string): Promise<void> {
    const old = await stat(to)
    if (factsOf(old, false).kind !== 'file') throw new MachineFileRefused('exists')
    await ask((done) => sftp.setstat(from, { mode: old.mode & 0o777 }, done as never))
    try {
      await ask((done) => sftp.ext_openssh_rename(from, to, done as never))
    } catch (error) {
      if (error instanceof MachineUnreachable || isRefused(error)) throw error
      const aside = `${from}.old`
      await move(to, aside)
      await move(from, to).catch(async (failure) => {
        await move(aside, to)
        throw failure
      })
      await ask((done) => sftp.unlink(aside, done as never))
    }
  }

  return {
    async rename(from: string, to: string, { replaces }: { replaces: boolean }): Promise<void> {
      if (replaces && (await isThere(to))) await replace(from, to)
      else await nameFresh(from, to)
    },
    async makeFolder(path: string): Promise<void> {
      await ask((done) => sftp.mkdir(path, done as never)).catch(async (error) => {
        throw isRefused(error, 'failed') && (await isThere(path)) ? new MachineFileRefused('exists') : error
      })
    },
    async remove(path: string): Promise<void> {
      if (factsOf(await stat(path), false).kind !== 'folder') return ask((done) => sftp.unlink(path, done as never))
      await ask((done) => sftp.rmdir(path, done as never)).catch(async (error) => {
        if (!isRefused(error, 'failed')) throw error
        const { entries } = await lookers(sftp, ask).list(path, 1)
        throw entries.length > 0 ? new MachineFileRefused('not-empty') : error
      })
    },
  }
}
