import { type CallBook, openCalls } from './calls.ts'
import { openDatabase } from './database.ts'
import { type Income, openIncome } from './income.ts'
import { type Orders, openOrders } from './orders.ts'
import { openProofs, type Proofs } from './proofs.ts'

/** What an agent knows beside its bytes. Each step is written before it is done, so that a killed agent goes on. */
export type Journal = {
  orders: Orders
  calls: CallBook
  proofs: Proofs
  income: Income
  findFact(name: string): string | undefined
  setFact(name: string, value: string): void
  /** Forgets everything about orders: the chain is another. */
  forget(): void
  close(): void
}

/** @throws FolderInUse when another agent works on the folder */
export function openJournal(folder: string): Journal {
  const db = openDatabase(folder)
  const findFact = (name: string) => {
    const row = db.prepare('select value from facts where name = ?').get(name) as { value: string } | undefined
    return row?.value
  }
  const setFact = (name: string, value: string) => {
    const sql = 'insert into facts (name, value) values (?, ?) on conflict (name) do update set value = excluded.value'
    db.prepare(sql).run(name, value)
  }
  const [orders, calls] = [openOrders(db), openCalls(db)]
  const income = openIncome(db, orders)
  const proofs = openProofs(db, { find: findFact, set: setFact })
  return {
    ...{ orders, calls, proofs, income, findFact, setFact },
    forget() {
      orders.forget()
      proofs.forget()
      income.forget()
    },
    close: () => db.close(),
  }
}
