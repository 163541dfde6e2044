/** Files of a machine, over its own SSH server. */

/** Of a link what it leads to; `other` is a device, a pipe, or a link that leads nowhere. */
export type FileFacts = { kind: 'file' | 'folder' | 'other'; isLink: boolean; bytes: number; modifiedAt: Date | null }

/** `failed`: the machine says no more than that. `cut`: other than what was announced. */
export type FileRefusal = 'missing' | 'denied' | 'exists' | 'not-empty' | 'kind' | 'no-room' | 'cut' | 'failed'

/** The machine was reached, and what was asked of its files cannot be. */
export class MachineFileRefused extends Error {
  readonly reason: FileRefusal
  constructor(reason: FileRefusal) {
    super(`machine.file-${reason}`)
    this.name = 'MachineFileRefused'
    this.reason = reason
  }
}

/** A machine whose SSH server offers no SFTP. */
export class NoMachineFiles extends Error {}

/**
 * The files of one account, over one connection. Every call is given up when the machine is silent for half a minute.
 * All throw MachineFileRefused, or MachineUnreachable when the connection is gone.
 */
export type MachineFiles = {
  /** Where a path leads, without links, from the root. A relative one begins at the home folder. */
  place(path: string): Promise<string>
  /** At most so many entries of a folder; hostile names (with a slash, or none) are left out. */
  list(path: string, most: number): Promise<{ entries: (FileFacts & { name: string })[]; isCut: boolean }>
  facts(path: string): Promise<FileFacts>
  /** The file as it is now: exactly so many bytes, read no faster than they are taken. */
  read(path: string): Promise<{ bytes: number; content: AsyncGenerator<Buffer> }>
  /** Writes a new file; refused if the name is taken. Takes no more from `content` than the machine takes. */
  write(path: string, content: AsyncIterable<Buffer>): Promise<void>
  /** Gives a file its name. What has it already stays, unless it is a file that is to be replaced. */
  rename(from: string, to: string, choice: { replaces: boolean }): Promise<void>
  makeFolder(path: string): Promise<void>
  /** A file, a link, or an empty folder. */
  remove(path: string): Promise<void>
  /** Bytes that the account may still write there, where the machine says it. */
  room(path: string): Promise<number | undefined>
  close(): void
}
