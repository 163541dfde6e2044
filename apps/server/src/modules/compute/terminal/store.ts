import { sql } from 'kysely'
import { z } from 'zod'
import { newId } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createTickets, type Tickets } from '../../../platform/tickets.ts'
import type { ComputeTables } from '../model/tables.ts'

export const TERMINALS_PER_USER = 3
/** A terminal that was not heard of for so long belongs to a process that died. */
const SILENT_SECONDS = 30

/** What a ticket opens: the machine of an order. */
const TerminalSubject = z.strictObject({ offerId: z.string(), orderId: z.string() })
export type TerminalSubject = z.infer<typeof TerminalSubject>

/** Tickets of one kind of socket: what lets a person look at a machine gives nobody a shell on it. */
export function createLeaseTickets(db: Db, kind: 'terminal' | 'cockpit'): Tickets<TerminalSubject> {
  return createTickets(db, `compute.${kind}`, TerminalSubject)
}

/** Open terminals and cockpits, shared by all processes, each kind with a limit for a person. Real time. */
export function createTerminalStore(db: Db) {
  const on = (handle: Db | Tx) => handle.withTables<ComputeTables>()
  const alive = sql<Date>`now() - ${SILENT_SECONDS} * interval '1 second'`

  async function countOpen(handle: Db | Tx, userId: string, kind: 'terminal' | 'cockpit'): Promise<number> {
    const row = await on(handle)
      .selectFrom('compute_terminals')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('alive_at', '>', alive)
      .executeTakeFirstOrThrow()
    return row.n
  }

  return {
    countOpen: (userId: string) => countOpen(db, userId, 'terminal'),
    /** @returns its id, or undefined when the user has as many open as one may */
    async open(userId: string, offerId: string, kind: 'terminal' | 'cockpit'): Promise<string | undefined> {
      return inTransaction(db, async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`compute.terminals:${userId}`}, 0))`.execute(tx)
        if ((await countOpen(tx, userId, kind)) >= TERMINALS_PER_USER) return undefined
        const id = newId()
        await on(tx).insertInto('compute_terminals').values({ id, user_id: userId, offer_id: offerId, kind }).execute()
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
    },
  }
}

export type TerminalStore = ReturnType<typeof createTerminalStore>
