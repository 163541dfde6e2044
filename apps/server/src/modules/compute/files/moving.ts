import { posix } from 'node:path'
import { Readable } from 'node:stream'
import { requireThat } from '@trove/contract/errors/codes'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../../../platform/base/id.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { TicketFor } from '../../../platform/tickets.ts'
import type { Access } from '../access/service.ts'
import { MachineFileRefused, type MachineFiles } from '../machine/files.ts'
import type { MachineDriver } from '../machine/machine.ts'
import { inContract, requireSize, toContract } from './refusals.ts'
import type { FileTickets, UpTicket } from './tickets.ts'
import type { Transfer, Transfers } from './transfers.ts'

export type MovingDeps = {
  access: Access
  machine: MachineDriver
  tickets: FileTickets
  transfers: Transfers
  log: Log
}

/** A name no file of a person has, so that what is not whole is never taken for the file. */
const draftName = () => `.trove-${newId()}.part`

/** The bytes of files, down to a browser and up from it. Nothing is kept on the way, and no more read than is taken. */
export function createMoving({ access, machine, tickets, transfers, log }: MovingDeps) {
  async function connect(orderId: string, userId: string): Promise<MachineFiles> {
    const { target, login } = await access.useForFiles(orderId, userId)
    return machine.openFiles(target, login)
  }

  /** @throws resource.not-found for a ticket that opens nothing (any more) */
  async function download(ticket: string, reply: FastifyReply): Promise<FastifyReply> {
    const right = await tickets.down.redeem(ticket)
    requireThat(right, 'resource.not-found')
    const { path, name, orderId } = right.subject
    const transfer = await transfers.begin({ ...right, subject: subjectOf(right) })
    let files: MachineFiles | undefined
    const end = () => {
      transfer.end()
      files?.close()
    }
    try {
      const { bytes, content } = await inContract(async () => {
        files = await connect(orderId, right.userId)
        return files.read(path)
      })
      requireSize(bytes)
      const body = Readable.from(transfer.watch(content), { objectMode: false })
      transfer.onCut(() => body.destroy(new MachineFileRefused('cut')))
      body.once('close', end)
      // The answer is cut off, shorter than announced: the browser says that it failed.
      body.once('error', (error) => log.info({ err: error }, 'a file from a machine was cut off'))
      reply.headers({
        'content-type': 'application/octet-stream',
        'content-length': bytes,
        'content-disposition': contentDisposition(name, { type: 'attachment' }),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      })
      return reply.send(body)
    } catch (error) {
      end()
      throw error
    }
  }

  async function upload(ticket: string, request: FastifyRequest, reply: FastifyReply) {
    const right = await tickets.up.redeem(ticket)
    requireThat(right, 'resource.not-found')
    const transfer = await transfers.begin({ ...right, subject: subjectOf(right) })
    let files: MachineFiles | undefined
    try {
      // One byte more than announced is enough to know that it is another file.
      const limits = { files: 1, fields: 0, parts: 2, fileSize: right.subject.bytes + 1 }
      const part = await request.file({ limits })
      requireThat(part, 'files.missing')
      transfer.onCut(() => part.file.destroy(new MachineFileRefused('cut')))
      return await inContract(async () => {
        files = await connect(right.subject.orderId, right.userId)
        return putFile(files, right.subject, part.file, transfer)
      })
    } catch (error) {
      // What is still to come would be read for nothing.
      reply.header('connection', 'close')
      throw isCutBody(error) ? toContract(new MachineFileRefused('cut')) : error
    } finally {
      transfer.end()
      files?.close()
    }
  }
  return { download, upload }
}

const subjectOf = ({ subject: { offerId, orderId } }: TicketFor<{ offerId: string; orderId: string }>) => ({
  offerId,
  orderId,
})

/** A body that ended before its file did, in the words of whoever noticed first. */
function isCutBody(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    /^(ERR_STREAM_PREMATURE_CLOSE|ECONNRESET|ERR_STREAM_DESTROYED)$/.test(code) ||
    /^(Unexpected end|Part terminated)/.test(message)
  )
}

/** Under another name until it is whole; whatever happens, that one is gone afterwards. */
async function putFile(files: MachineFiles, to: UpTicket, content: Readable, transfer: Transfer) {
  const path = posix.join(to.folder, to.name)
  const draft = posix.join(to.folder, draftName())
  let bytes = 0
  async function* counted() {
    for await (const piece of transfer.watch(content)) {
      bytes += piece.length
      yield piece
    }
  }
  try {
    await files.write(draft, counted())
    if (bytes !== to.bytes) throw new MachineFileRefused('cut')
    await transfer.requireRight()
    await files.rename(draft, path, { replaces: to.replaces })
    return { path, bytes }
  } catch (error) {
    await files.remove(draft).catch(() => undefined)
    throw error
  }
}

export type Moving = ReturnType<typeof createMoving>
