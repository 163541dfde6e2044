import type { DatabaseSync } from 'node:sqlite'
import { crashPoint } from './crash-point.ts'
import { together } from './database.ts'

/** `sending` until the chain asks no more for it; `late` when its window passed first. */
export type ProofState = 'sending' | 'taken' | 'late'
/** What became of the proofs of one day. */
export type ProofDay = { taken: number; late: number }
export type ProofRow = {
  orderId: number
  epoch: number
  state: ProofState
  /** Where it was sent, and later where its end was seen. */
  block: number
  /** Up to where the replica was proven before it. */
  provenBlock: number
}

type Facts = { find(name: string): string | undefined; set(name: string, value: string): void }

/** Proofs that were made, by order and due epoch. Old ones are only counted. */
export function openProofs(db: DatabaseSync, facts: Facts) {
  const countedName = (state: ProofState) => `proofs-${state}`
  const counted = (state: ProofState) => Number(facts.find(countedName(state)) ?? 0)

  return {
    sending({ orderId, epoch, block, provenBlock }: Omit<ProofRow, 'state'>): void {
      crashPoint('before proof')
      const sql = `insert into proofs (order_id, epoch, state, block, proven_block) values (?, ?, 'sending', ?, ?)
        on conflict (order_id, epoch) do nothing`
      db.prepare(sql).run(orderId, epoch, block, provenBlock)
      crashPoint('after proof')
    },
    ended(orderId: number, epoch: number, state: ProofState, block: number): void {
      const sql = `update proofs set state = ?, block = ? where order_id = ? and epoch = ? and state = 'sending'`
      db.prepare(sql).run(state, block, orderId, epoch)
    },
    listSending(): ProofRow[] {
      const sql = `select order_id as orderId, epoch, state, block, coalesce(proven_block, -1) as provenBlock
        from proofs where state = 'sending' order by order_id, epoch`
      return db.prepare(sql).all() as ProofRow[]
    },
    /** How many ended so, or are on the way, since the journal began. */
    count(state: ProofState): number {
      const sql = 'select count(*) as found from proofs where state = ?'
      return Number((db.prepare(sql).get(state) as { found: number }).found) + counted(state)
    },
    /** Proofs of the last days, each of so many blocks and the last one up to this block, oldest first. */
    listDays(block: number, dayBlocks: number, days: number): ProofDay[] {
      const sql = `select cast((? - block) / ? as integer) as ago, sum(state = 'taken') as taken, sum(state = 'late') as late
        from proofs where state in ('taken', 'late') and block <= ? group by ago`
      const rows = db.prepare(sql).all(block, dayBlocks, block) as (ProofDay & { ago: number })[]
      return Array.from({ length: days }, (_, i) => {
        const day = rows.find(({ ago }) => ago === days - 1 - i)
        return { taken: day?.taken ?? 0, late: day?.late ?? 0 }
      })
    },
    /** Forgets what ended before this block; its figures stay. */
    prune(block: number): void {
      together(db, () => {
        for (const state of ['taken', 'late'] as const) {
          const { changes } = db.prepare('delete from proofs where state = ? and block < ?').run(state, block)
          if (changes) facts.set(countedName(state), String(counted(state) + Number(changes)))
        }
      })
    },
    /** Another chain has taken none of them. */
    forget(): void {
      db.exec('delete from proofs')
      for (const state of ['taken', 'late'] as const) facts.set(countedName(state), '0')
    },
  }
}

export type Proofs = ReturnType<typeof openProofs>
