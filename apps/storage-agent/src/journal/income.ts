import type { DatabaseSync } from 'node:sqlite'
import { together } from './database.ts'
import type { OrderRow, Orders } from './orders.ts'

/** What orders earned, by the block at which it was seen, for as long as single proofs are kept. */
export function openIncome(db: DatabaseSync, orders: Pick<Orders, 'note'>) {
  const sumOf = (rows: { planck: string }[]) => rows.reduce((sum, { planck }) => sum + BigInt(planck), 0n)

  return {
    /**
     * Notes what an order has earned by this block; what is more than before was earned since. Both are on the disk, or
     * neither: a killed agent counts nothing twice. A chain that takes a block back takes its income back as well.
     */
    book(
      { id, earnedPlanck: before }: Pick<OrderRow, 'id' | 'earnedPlanck'>,
      earnedPlanck: bigint,
      block: number,
    ): void {
      const more = earnedPlanck - before
      if (more === 0n) return
      together(db, () => {
        orders.note(id, { earnedPlanck })
        const booked = db.prepare('select planck from income where block = ?').all(block) as { planck: string }[]
        db.prepare('insert or replace into income (block, planck) values (?, ?)').run(
          block,
          String(sumOf(booked) + more),
        )
      })
    },
    /** Income of the last days, each of so many blocks and the last one up to this block, oldest first. */
    listDays(block: number, dayBlocks: number, days: number): bigint[] {
      const sql = 'select planck from income where block > ? and block <= ?'
      return Array.from({ length: days }, (_, i) => {
        const end = block - (days - 1 - i) * dayBlocks
        return sumOf(db.prepare(sql).all(end - dayBlocks, end) as { planck: string }[])
      })
    },
    prune(block: number): void {
      db.prepare('delete from income where block < ?').run(block)
    },
    /** Another chain has paid none of it. */
    forget: () => db.exec('delete from income'),
  }
}

export type Income = ReturnType<typeof openIncome>
