import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/handle.ts'

/** Has sales, evaluations, scans and changes of a work wait for each other until the transaction ends. @returns its state */
export async function holdWork(tx: Tx, id: string): Promise<string | undefined> {
  // As strong as the lock of the counts that triggers keep: a weaker one that grows would end in a deadlock of two sales.
  const { rows } = await sql<{ state: string }>`
    select state from code_works where id = ${id} for no key update`.execute(tx)
  return rows[0]?.state
}
