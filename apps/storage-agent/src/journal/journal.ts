import { type CallBook, openCalls } from './calls.ts'
import { openDatabase } from './database.ts'
import { type Orders, openOrders } from './orders.ts'
import { openProofs, type Proofs } from './proofs.ts'

/** What an agent knows beside its bytes. Each step is written before it is done, so that a killed agent goes on. */
export type Journal = {
  orders: Orders
  calls: CallBook
  proofs: Proofs
  findFact(name: string): string | undefined
  setFact(name: string, value: string): void
  close(): void
}

/** @throws FolderInUse when another agent works on the folder */
export function openJournal(folder: string): Journal {
  const db = openDatabase(folder)
  return {
    orders: openOrders(db),
    calls: openCalls(db),
    proofs: openProofs(db),
    findFact(name) {
      const row = db.prepare('select value from facts where name = ?').get(name) as { value: string } | undefined
      return row?.value
    },
    setFact: (name, value) =>
      void db
        .prepare(
          'insert into facts (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
        )
        .run(name, value),
    close: () => db.close(),
  }
}
