import { listNotices, readNotices } from '@trove/contract/notices/routes'
import { getNoticeChoices, keepNoticeChoices } from '@trove/contract/notices/topics'
import type { Db } from '../../platform/db/handle.ts'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import { findChoice, keepChoice } from './choices.ts'
import * as store from './store.ts'

export function noticesRoutes(db: Db): ServedRoute[] {
  return [
    serve(listNotices, async ({ query }, { caller }) => {
      const [rows, counts] = await Promise.all([
        store.listNotices(db, caller.userId, query),
        store.countNotices(db, caller.userId),
      ])
      const content = rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        params: row.params,
        link: row.link,
        createdAt: row.created_at.toISOString(),
        isRead: row.read_at !== null,
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
