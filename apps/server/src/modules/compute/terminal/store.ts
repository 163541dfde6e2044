import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { newId, newSecret } from '../../../platform/id.ts'
import type { ComputeTables } from '../tables.ts'

export const TICKET_SECONDS = 30
export const TERMINALS_PER_USER = 3
/** A terminal that was not heard of for so long belongs to a process that died. */
const SILENT_SECONDS = 30

/** What a ticket opens. */
export type TicketFor = { userId: string; sessionId: string; offerId: string; orderId: string }

/** Tickets and open terminals, shared by all processes. Real time. */
export function createTerminalStore(db: Db) {
  const on = (handle: Db | Tx) => handle.withTables<ComputeTables>()
  const alive = sql<Date>`now() - ${SILENT_SECONDS} * interval '1 second'`

  async function countOpen(handle: Db | Tx, userId: string): Promise<number> {
    const row = await on(handle)
      .selectFrom('compute_terminals')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('user_id', '=', userId)
      .where('alive_at', '>', alive)
      .executeTakeFirstOrThrow()
    return row.n
  }

  return {
    countOpen: (userId: string) => countOpen(db, userId),
    /** A fresh ticket in the clear; only its hash is kept. */
    async issue({ userId, sessionId, offerId, orderId }: TicketFor): Promise<string> {
      const ticket = newSecret()
      await on(db)
        .insertInto('compute_terminal_tickets')
        .values({
          ticket_hash: hash(ticket),
          user_id: userId,
          session_id: sessionId,
          offer_id: offerId,
          order_id: orderId,
          expires_at: sql`now() + ${TICKET_SECONDS} * interval '1 second'`,
        })
        .execute()
      return ticket
    },
    /** What the ticket opens; it opens nothing any more afterwards. */
    async redeem(ticket: string): Promise<TicketFor | undefined> {
      const row = await on(db)
        .deleteFrom('compute_terminal_tickets')
        .where('ticket_hash', '=', hash(ticket))
        .returning(['user_id', 'session_id', 'offer_id', 'order_id', sql<boolean>`expires_at > now()`.as('is_valid')])
        .executeTakeFirst()
      if (!row?.is_valid) return undefined
      return { userId: row.user_id, sessionId: row.session_id, offerId: row.offer_id, orderId: row.order_id }
    },
    /** @returns the id of the terminal, or undefined when the user has as many open as one may */
    async open(userId: string, offerId: string): Promise<string | undefined> {
      return inTransaction(db, async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`compute.terminals:${userId}`}, 0))`.execute(tx)
        if ((await countOpen(tx, userId)) >= TERMINALS_PER_USER) return undefined
        const id = newId()
        await on(tx).insertInto('compute_terminals').values({ id, user_id: userId, offer_id: offerId }).execute()
        return id
      })
    },
    async touch(id: string): Promise<void> {
      await on(db).updateTable('compute_terminals').set({ alive_at: sql`now()` }).where('id', '=', id).execute()
    },
    async close(id: string): Promise<void> {
      await on(db).deleteFrom('compute_terminals').where('id', '=', id).execute()
    },
    async sweep(): Promise<void> {
      await on(db).deleteFrom('compute_terminals').where('alive_at', '<', alive).execute()
      await on(db).deleteFrom('compute_terminal_tickets').where('expires_at', '<', sql<Date>`now()`).execute()
    },
  }
}

export type TerminalStore = ReturnType<typeof createTerminalStore>

function hash(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest()
}
