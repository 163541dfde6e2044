import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { newSecret } from './base/id.ts'
import type { Db } from './db/handle.ts'

/** How long a ticket can be used, in real seconds. */
export const TICKET_SECONDS = 30

/** Who asked for a ticket, in which session, and what it opens. */
export type TicketFor<S> = { userId: string; sessionId: string; subject: S }

/**
 * One-use tickets: a right to open one thing once, within 30 s, where a browser cannot send a bearer token (WebSockets, links).
 * All processes share them; only hashes are stored.
 */
export function createTickets<S>(db: Db, purpose: string, shape: z.ZodType<S>) {
  return {
    /** A fresh ticket in the clear. */
    async issue({ userId, sessionId, subject }: TicketFor<S>): Promise<string> {
      const ticket = newSecret()
      await sql`insert into platform_ticket (ticket_hash, purpose, user_id, session_id, subject, expires_at)
        values (${hash(ticket)}, ${purpose}, ${userId}, ${sessionId}, ${JSON.stringify(subject)}::jsonb,
          now() + ${TICKET_SECONDS} * interval '1 second')`.execute(db)
      return ticket
    },
    /** What the ticket opens, or undefined; it opens nothing any more afterwards. */
    async redeem(ticket: string): Promise<TicketFor<S> | undefined> {
      const { rows } = await sql<TicketFor<unknown> & { isValid: boolean }>`
        delete from platform_ticket where ticket_hash = ${hash(ticket)} and purpose = ${purpose}
        returning user_id as "userId", session_id as "sessionId", subject, expires_at > now() as "isValid"`.execute(db)
      const [row] = rows
      if (!row?.isValid) return undefined
      return { userId: row.userId, sessionId: row.sessionId, subject: shape.parse(row.subject) }
    },
  }
}

export type Tickets<S> = ReturnType<typeof createTickets<S>>

/** For sessions that were ended: what was asked for in them opens nothing any more. */
export async function dropTickets(db: Db, sessionIds: readonly string[]): Promise<void> {
  await sql`delete from platform_ticket where session_id = any(${sessionIds}::text[])`.execute(db)
}

/** Deletes expired tickets. */
export async function sweepTickets(db: Db): Promise<void> {
  await sql`delete from platform_ticket where expires_at < now()`.execute(db)
}

function hash(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest()
}
