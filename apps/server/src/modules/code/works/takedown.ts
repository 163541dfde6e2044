import type { Takedown } from '@trove/contract/code/shapes'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/handle.ts'

export type TakedownRow = Omit<z.input<typeof Takedown>, 'at'> & { at: Date }

/** The columns of a takedown `t` of a work `w`. */
export const TAKEDOWN_COLUMNS = sql`t.reason, w.is_frozen as "isFrozen", t.words, t.state,
  coalesce(t.answer, '') as answer, coalesce(t.decision, '') as decision, t.created_at as at`

/** The takedown of a work that is down. */
export async function findTakedown(db: Db, workId: string): Promise<TakedownRow | undefined> {
  const { rows } = await sql<TakedownRow>`
    select ${TAKEDOWN_COLUMNS} from code_takedowns t join code_works w on w.id = t.work_id
    where t.work_id = ${workId} and t.state <> 'restored'`.execute(db)
  return rows[0]
}

/** A takedown on the wire. What staff and author wrote to each other is for these two. */
export function viewTakedown({ at, ...takedown }: TakedownRow, isForAuthor: boolean): z.input<typeof Takedown> {
  const hidden = isForAuthor ? {} : { words: '', answer: '', decision: '' }
  return { ...takedown, ...hidden, at: at.toISOString() }
}
