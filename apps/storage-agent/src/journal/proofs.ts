import type { DatabaseSync } from 'node:sqlite'
import { crashPoint } from './crash-point.ts'

/** `sending` until the chain asks no more for it; `late` when its window passed first. */
export type ProofState = 'sending' | 'taken' | 'late'
export type ProofRow = { orderId: number; epoch: number; state: ProofState; block: number }

/** Proofs that were made, by order and due epoch. */
export function openProofs(db: DatabaseSync) {
  return {
    sending(orderId: number, epoch: number, block: number): void {
      crashPoint('before proof')
      const sql = `insert into proofs (order_id, epoch, state, block) values (?, ?, 'sending', ?)
        on conflict (order_id, epoch) do nothing`
      db.prepare(sql).run(orderId, epoch, block)
      crashPoint('after proof')
    },
    ended(orderId: number, epoch: number, state: ProofState, block: number): void {
      const sql = `update proofs set state = ?, block = ? where order_id = ? and epoch = ? and state = 'sending'`
      db.prepare(sql).run(state, block, orderId, epoch)
    },
    listSending: (): ProofRow[] => read(db, `where state = 'sending' order by order_id, epoch`),
    listNewest: (most: number): ProofRow[] => read(db, 'order by block desc, order_id desc limit ?', most),
    count: (state: ProofState): number => read(db, 'where state = ?', state).length,
  }
}

export type Proofs = ReturnType<typeof openProofs>

function read(db: DatabaseSync, rest: string, ...given: (string | number)[]): ProofRow[] {
  const rows = db.prepare(`select order_id, epoch, state, block from proofs ${rest}`).all(...given)
  return (rows as { order_id: number; epoch: number; state: ProofState; block: number }[]).map(
    ({ order_id: orderId, ...row }) => ({ orderId, ...row }),
  )
}
