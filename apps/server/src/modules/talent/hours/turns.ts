import { HIRE_DAYS } from '@trove/contract/talent/hours'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'
import type { Turn } from '../../notices/module.ts'
import { endOfAsk, listOpenAsks } from './store.ts'

/** What the hires among these orders ask of a person: as the expert to answer for hours, as either to speak in a dispute. */
export async function listTurnsOf(db: Db, userId: string, orderIds: string[]): Promise<Turn[]> {
  const [asks, { rows: disputes }] = await Promise.all([
    listOpenAsks(db, userId, orderIds),
    sql<{ id: string }>`select d.id from talent_disputes d join talent_hires h on h.order_id = d.order_id
      where d.order_id = any(${orderIds}::text[]) and d.state = 'open' and d.opened_by <> ${userId}
        and ${userId} in (h.buyer_id, h.expert_user_id) and not exists (
          select from talent_dispute_words w where w.dispute_id = d.id and w.user_id = ${userId})`.execute(db),
  ])
  return [
    ...asks.map((ask) => ({ keys: keysOfAsk(ask.id), until: endOfAsk(ask) })),
    ...disputes.map(({ id }) => ({ keys: [`talent.dispute-opened:${id}:${userId}:`], until: null })),
  ]
}

/** The question itself, and each reminder by the days that were left. */
function keysOfAsk(id: string): string[] {
  const days = Array.from({ length: HIRE_DAYS.answer }, (_, i) => i + 1)
  return [`talent.hours-asked:${id}:0`, ...days.map((left) => `talent.hours-answer-soon:${id}:${left}`)]
}
