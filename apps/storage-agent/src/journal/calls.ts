import type { DatabaseSync } from 'node:sqlite'
import type { CallTrace } from '@trove/chain-client/reading/outcome'
import { crashPoint } from './crash-point.ts'

/** What a call is for. One of a kind is under way at a time; those about an order, one for each order. */
export type Purpose = 'register' | 'update' | 'accept' | 'prove' | 'settle' | 'withdraw' | 'leave' | 'deregister'

export type CallState = 'sent' | 'done' | 'refused' | 'impossible' | 'gone'

/** For calls that are about no order. */
export const NO_ORDER = -1

/** Signed calls: each is written down before it is sent, so that a killed agent asks about it and never pays twice. */
export function openCalls(db: DatabaseSync) {
  return {
    /** To be called before the bytes leave. */
    sent(purpose: Purpose, orderId: number, trace: CallTrace): void {
      const { hash, address, nonce, firstBlock, lastBlock } = trace
      crashPoint(`before sending ${purpose}`)
      db.prepare(`insert or ignore into calls (hash, purpose, order_id, trace, state) values (?, ?, ?, ?, 'sent')`).run(
        hash,
        purpose,
        orderId,
        JSON.stringify({ hash, address, nonce, firstBlock, lastBlock }),
      )
      crashPoint(`after signing ${purpose}`)
    },
    ended(hash: string, state: Exclude<CallState, 'sent'>, detail = ''): void {
      db.prepare(`update calls set state = ?, detail = ? where hash = ? and state = 'sent'`).run(state, detail, hash)
      crashPoint(`after ${state}`)
    },
    /** The calls of this purpose whose end is not known. */
    listOpen(purpose: Purpose, orderId: number): CallTrace[] {
      const sql = `select trace from calls where purpose = ? and order_id = ? and state = 'sent'`
      return (db.prepare(sql).all(purpose, orderId) as { trace: string }[]).map(
        ({ trace }) => JSON.parse(trace) as CallTrace,
      )
    },
    /** The last call of this purpose, however it ended. */
    findNewest(purpose: Purpose, orderId: number): CallTrace | undefined {
      const sql = 'select trace from calls where purpose = ? and order_id = ? order by rowid desc limit 1'
      const row = db.prepare(sql).get(purpose, orderId) as { trace: string } | undefined
      return row && (JSON.parse(row.trace) as CallTrace)
    },
    /** Forgets those that ended and could be in no block after this one. What registered and accepted stays. */
    prune(block: number): void {
      const sql = `delete from calls where state <> 'sent' and purpose in ('prove', 'settle', 'withdraw', 'update')
        and json_extract(trace, '$.lastBlock') < ?`
      db.prepare(sql).run(block)
    },
    /** How many calls of a purpose ended so. */
    count(purpose: Purpose, state: CallState): number {
      const sql = 'select count(*) as found from calls where purpose = ? and state = ?'
      return Number((db.prepare(sql).get(purpose, state) as { found: number }).found)
    },
  }
}

export type CallBook = ReturnType<typeof openCalls>
