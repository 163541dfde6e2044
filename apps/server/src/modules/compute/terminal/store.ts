import { TRANSFERS_PER_PERSON } from '@trove/contract/compute/machine/files'
import { TERMINALS_PER_LEASE, TERMINALS_PER_PERSON } from '@trove/contract/compute/terminal'
import { ContractError } from '@trove/contract/errors/codes'
import { sql } from 'kysely'
import { z } from 'zod'
import { newId } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { namedLock } from '../../../platform/db/named-lock.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createTickets, type Tickets } from '../../../platform/tickets.ts'
import type { ComputeTables, LeaseUse } from '../model/tables.ts'

/** Of one person at once. */
const MOST_OF_PERSON: Record<LeaseUse, number> = {
  terminal: TERMINALS_PER_PERSON,
  cockpit: 3,
  transfer: TRANSFERS_PER_PERSON,
}
/** A terminal that was not heard of for so long belongs to a process that died. */
const SILENT_SECONDS = 30

/** What a ticket opens: the machine of an order. */
const TerminalSubject = z.strictObject({ offerId: z.string(), orderId: z.string() })
export type TerminalSubject = z.infer<typeof TerminalSubject>

/** Tickets of one kind of socket: what lets a person look at a machine gives nobody a shell on it. */
export function createLeaseTickets(db: Db, kind: 'terminal' | 'cockpit'): Tickets<TerminalSubject> {
  return createTickets(db, `compute.${kind}`, TerminalSubject)
}

/** Open terminals, cockpits and files on their way, shared by all processes, each kind with a limit for a person. Real time. */
export function createTerminalStore(db: Db) {
  const on = (handle: Db | Tx) => handle.withTables<ComputeTables>()
  const alive = sql<Date>`now() - ${SILENT_SECONDS} * interval '1 second'`

  /** The limit that one more would pass, if there is one. */
  async function findLimit(handle: Db | Tx, userId: string, offerId: string, kind: LeaseUse) {
    const open = await on(handle)
      .selectFrom('compute_terminals')
      .select([
        sql<number>`count(*)::int`.as('all'),
        sql<number>`count(*) filter (where offer_id = ${offerId})::int`.as('here'),
      ])
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('alive_at', '>', alive)
      .executeTakeFirstOrThrow()
    if (kind === 'terminal' && open.here >= TERMINALS_PER_LEASE) return TERMINALS_PER_LEASE
    return open.all >= MOST_OF_PERSON[kind] ? MOST_OF_PERSON[kind] : undefined
  }

  return {
    /** @throws compute.terminal-limit when no more may be open on this machine, or of this person; transfers have their own */
    async requireRoom(userId: string, offerId: string, kind: 'terminal' | 'transfer'): Promise<void> {
      const most = await findLimit(db, userId, offerId, kind)
      if (most !== undefined) throw new ContractError(`compute.${kind}-limit`, { most })
    },
    /** @returns its id, or undefined when as many are open as may be */
    async open(userId: string, offerId: string, kind: LeaseUse): Promise<string | undefined> {
      return inTransaction(db, async (tx) => {
        await namedLock(`compute.terminals:${userId}`).execute(tx)
        if ((await findLimit(tx, userId, offerId, kind)) !== undefined) return undefined
        const id = newId()
        await on(tx).insertInto('compute_terminals').values({ id, user_id: userId, offer_id: offerId, kind }).execute()
        return id
      })
    },
    /** It is still open. @param isHeard whether bytes came from the machine since it was touched before */
    async touch(id: string, isHeard = false): Promise<void> {
      const heard = isHeard ? { heard_at: sql<Date>`now()` } : {}
      await on(db)
        .updateTable('compute_terminals')
        .set({ alive_at: sql`now()`, ...heard })
        .where('id', '=', id)
        .execute()
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
