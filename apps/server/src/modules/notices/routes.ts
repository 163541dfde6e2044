import { listNotices, readNotices } from '@trove/contract/notices/routes'
import { getNoticeChoices, keepNoticeChoices } from '@trove/contract/notices/topics'
import type { Db } from '../../platform/db/handle.ts'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import { findChoice, keepChoice } from './choices.ts'
import * as store from './store.ts'
import type { FindTurns } from './turns.ts'

type Row = Awaited<ReturnType<typeof store.listNotices>>[number]

/** For the notices among these that still ask their reader to act: until when. By key. */
async function turnsOf(find: FindTurns | undefined, userId: string, rows: Row[]) {
  const orderIds = new Set(rows.flatMap(({ link }) => (link?.to === 'order' ? link.id : [])))
  const turns = orderIds.size > 0 ? await find?.(userId, [...orderIds]) : undefined
  return new Map(turns?.flatMap(({ keys, until }) => keys.map((key) => [key, until] as const)))
}

export function noticesRoutes(db: Db, findTurns: FindTurns | undefined): ServedRoute[] {
  return [
    serve(listNotices, async ({ query }, { caller }) => {
      const [rows, counts] = await Promise.all([
        store.listNotices(db, caller.userId, query),
        store.countNotices(db, caller.userId),
      ])
      const turns = await turnsOf(findTurns, caller.userId, rows)
      const content = rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        params: row.params,
        link: row.link,
        createdAt: row.created_at.toISOString(),
        isRead: row.read_at !== null,
        turn: turns.has(row.key) ? { until: turns.get(row.key)?.toISOString() ?? null } : null,
      }))
      return { content, totalElements: counts.total, unread: counts.unread }
    }),
    serve(getNoticeChoices, async (_, { caller }) => ({
      byText: (await findChoice(db, caller.userId))?.topics ?? [],
    })),
    serve(keepNoticeChoices, async ({ body }, { caller, language }) => {
      const topics = [...new Set(body.byText)]
      await keepChoice(db, caller.userId, { topics, language })
      return { byText: topics }
    }),
    serve(readNotices, async ({ body }, { caller }) => {
      await store.markRead(db, caller.userId, body.ids)
      return { unread: (await store.countNotices(db, caller.userId)).unread }
    }),
  ]
}
