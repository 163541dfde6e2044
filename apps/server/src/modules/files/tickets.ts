import { requireThat } from '@trove/contract/errors/codes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createTickets } from '../../platform/tickets.ts'
import type { Kinds } from './model/kinds.ts'
import type { FilesNeeds } from './model/needs.ts'
import { requireReadable, sendPrivate } from './reading.ts'

/** Tickets for private files; the reader's permission is checked again at redemption. */
export function createFileTickets(needs: FilesNeeds & { kinds: Kinds }) {
  const tickets = createTickets(needs.db, 'files', z.strictObject({ fileId: z.string() }))
  return {
    async issue({ id, userId, sessionId }: { id: string; userId: string; sessionId: string }): Promise<string> {
      await requireReadable(needs, id, userId)
      return tickets.issue({ userId, sessionId, subject: { fileId: id } })
    },
    async send(ticket: string, call: { request: FastifyRequest; reply: FastifyReply }): Promise<FastifyReply> {
      const right = await tickets.redeem(ticket)
      requireThat(right, 'resource.not-found')
      return sendPrivate(needs, { id: right.subject.fileId, userId: right.userId }, call)
    },
  }
}

export type FileTickets = ReturnType<typeof createFileTickets>
