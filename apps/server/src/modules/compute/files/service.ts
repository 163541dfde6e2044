import { posix } from 'node:path'
import { FILES_LISTED, isFileName } from '@trove/contract/compute/machine/files'
import { requireThat } from '@trove/contract/errors/codes'
import { createAtOnce } from '../../../platform/base/at-once.ts'
import type { Caller } from '../../../platform/http/call/serve.ts'
import type { Limiter } from '../../../platform/rate-limit.ts'
import type { Access } from '../access/service.ts'
import { MachineFileRefused, type MachineFiles } from '../machine/files.ts'
import type { MachineDriver } from '../machine/machine.ts'
import type { TerminalStore } from '../terminal/store.ts'
import { inContract, requireSize } from './refusals.ts'
import type { FileTickets } from './tickets.ts'

/** Folders opened and files begun by one person; more is a program, which has SSH. */
const ASKED = { limit: 2_000, windowSeconds: 3_600 }
/** Such calls of one person that one process makes at a time. */
const AT_ONCE = { own: 8 }
/** Until a machine that answers each question, and never comes to an end, is given up. */
const LIMIT_MS = 30_000
const SOON_SECONDS = 5

export type LeaseFilesDeps = {
  access: Access
  machine: MachineDriver
  store: TerminalStore
  tickets: FileTickets
  limiter: Limiter
  limitMs?: number
}

/** What the buyer of a running lease does with the machine's files, apart from the bytes themselves. */
export function createLeaseFiles({ access, machine, store, tickets, limiter, limitMs = LIMIT_MS }: LeaseFilesDeps) {
  const underWay = createAtOnce(AT_ONCE)

  /** Connects as the account on lease, for one piece of work. */
  async function connected<T>(
    userId: string,
    offerId: string,
    work: (files: MachineFiles, orderId: string) => Promise<T>,
  ): Promise<T> {
    const { orderId } = await access.requireServing(offerId, userId)
    const { target, login } = await access.useForFiles(orderId, userId)
    return inContract(async () => {
      const files = await machine.openFiles(target, login)
      const limit = setTimeout(() => files.close(), limitMs)
      try {
        return await work(files, orderId)
      } finally {
        clearTimeout(limit)
        files.close()
      }
    })
  }

  /** As `connected`; a person whose machines let them wait takes the turn of nobody else. */
  async function on<T>(...asked: Parameters<typeof connected<T>>): Promise<T> {
    const [userId] = asked
    await limiter.require('compute.files', userId, ASKED)
    const end = underWay.take(userId)
    requireThat(end, 'request.too-frequent', { seconds: SOON_SECONDS })
    try {
      return await connected(...asked)
    } finally {
      end()
    }
  }

  /** The real folder that something is to be put into. */
  async function folderOf(files: MachineFiles, path: string): Promise<string> {
    const folder = await files.place(path)
    if ((await files.facts(folder)).kind !== 'folder') throw new MachineFileRefused('missing')
    return folder
  }

  return {
    list: (userId: string, offerId: string, asked: string | undefined) =>
      on(userId, offerId, async (files) => {
        const home = await files.place('.')
        const path = asked === undefined ? home : await files.place(asked)
        const { entries, isCut } = await files.list(path, FILES_LISTED)
        return {
          path,
          home,
          isCut,
          entries: entries.map((each) => ({ ...each, modifiedAt: dateText(each.modifiedAt) })),
        }
      }),
    async beginDownload({ userId, sessionId }: Caller, offerId: string, asked: string) {
      await store.requireRoom(userId, offerId, 'transfer')
      return on(userId, offerId, async (files, orderId) => {
        const path = await files.place(asked)
        const { kind, bytes } = await files.facts(path)
        if (kind !== 'file') throw new MachineFileRefused('kind')
        requireSize(bytes)
        const subject = { offerId, orderId, path, name: posix.basename(asked) }
        return { ticket: await tickets.down.issue({ userId, sessionId, subject }), name: subject.name, bytes }
      })
    },
    async beginUpload(
      { userId, sessionId }: Caller,
      { productId: offerId, folder, name, bytes, replaces }: UploadWish,
    ): Promise<string> {
      requireThat(isFileName(name), 'compute.file-name')
      requireSize(bytes)
      await store.requireRoom(userId, offerId, 'transfer')
      return on(userId, offerId, async (files, orderId) => {
        const real = await folderOf(files, folder)
        const there = await findThere(files, posix.join(real, name))
        if (there && (!replaces || there.kind !== 'file')) throw new MachineFileRefused('exists')
        const room = await files.room(real)
        if (room !== undefined && room < bytes) throw new MachineFileRefused('no-room')
        const subject = { offerId, orderId, folder: real, name, bytes, replaces }
        return tickets.up.issue({ userId, sessionId, subject })
      })
    },
    async makeFolder(userId: string, offerId: string, folder: string, name: string): Promise<void> {
      requireThat(isFileName(name), 'compute.file-name')
      await on(userId, offerId, async (files) => files.makeFolder(posix.join(await folderOf(files, folder), name)))
    },
    remove: (userId: string, offerId: string, path: string): Promise<void> =>
      on(userId, offerId, async (files) => files.remove(path)),
  }
}

type UploadWish = { productId: string; folder: string; name: string; bytes: number; replaces: boolean }

const dateText = (date: Date | null): string | null => date?.toISOString() ?? null

/** What has the name already, if something has. */
async function findThere(files: MachineFiles, path: string) {
  return files.facts(path).catch((error) => {
    if (error instanceof MachineFileRefused && error.reason === 'missing') return undefined
    throw error
  })
}

export type LeaseFiles = ReturnType<typeof createLeaseFiles>
