import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { Choice } from './sellable.ts'

/** Orders that go on with another one's service, as rows. */

export type Renewal = {
  id: string
  state: 'to-be-paid' | 'paid'
  buyerId: string
  isPayable: boolean
  amountFen: bigint
  choice: Choice
}

const COLUMNS = sql`id, state, buyer_id as "buyerId", amount_fen as "amountFen", choice, expires_at > business_now() as "isPayable"`

/** The renewal of an order that waits for its payment, or is paid and waits for its time: at most one (unique index). */
export async function findRenewal(db: Db | Tx, orderId: string): Promise<Renewal | undefined> {
  const { rows } = await sql<Renewal>`select ${COLUMNS} from orders
    where renews = ${orderId} and state in ('to-be-paid', 'paid')`.execute(db)
  return rows[0]
}

/** The same, locked, so that no payment decides meanwhile. The caller holds the renewed order's lock: that one always comes first. */
export async function lockRenewal(tx: Tx, orderId: string): Promise<Renewal | undefined> {
  const { rows } = await sql<Renewal>`select ${COLUMNS} from orders
    where renews = ${orderId} and state in ('to-be-paid', 'paid') for update`.execute(tx)
  return rows[0]
}
