import * as contract from '@trove/contract/conversations/routes'
import { requireThat } from '@trove/contract/errors/codes'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import { UPLOADED } from './limits.ts'
import type { ConversationsNeeds, Subject } from './needs.ts'
import * as store from './store.ts'
import { markRead, openWith, requireOwn, say } from './talk.ts'
import { viewFile, viewHeads, viewMessages } from './views.ts'

type Needs = ConversationsNeeds & { findSubject(kind: string, id: string): Promise<Subject | undefined> }

/** Everything about talking. */
export function conversationRoutes(needs: Needs): ServedRoute[] {
  const { db } = needs
  const headOf = async (id: string, userId: string) =>
    (await viewHeads(needs, [await requireOwn(needs, id, userId)], userId))[0]!
  return [
    serve(contract.openConversation, async ({ body }, { caller: { userId } }) =>
      headOf(await openWith(needs, { userId, ...body }), userId),
    ),
    serve(contract.listConversations, async ({ query }, { caller: { userId } }) => {
      const [rows, { total, unread }] = await Promise.all([
        store.listOwn(db, userId, query),
        store.countOwn(db, userId),
      ])
      return { content: await viewHeads(needs, rows, userId), totalElements: total, unread }
    }),
    serve(contract.getConversation, async ({ params }, { caller: { userId } }) => headOf(params.id, userId)),
    serve(contract.listMessages, async ({ params, query }, { caller: { userId } }) => {
      await requireOwn(needs, params.id, userId)
      const rows = await store.listMessages(db, params.id, query)
      const content = await viewMessages(needs, rows.slice(0, query.size), userId)
      return { content, hasMore: rows.length > query.size }
    }),
    serve(contract.sendMessage, async ({ params, body }, { caller: { userId } }) => {
      const { id, seq } = await say(needs, { conversationId: params.id, userId, text: body.text, fileId: body.fileId })
      const [row] = await store.listMessages(db, params.id, { before: Number(seq) + 1, size: 1 })
      requireThat(row?.id === id, 'resource.not-found')
      return (await viewMessages(needs, [row], userId))[0]!
    }),
    serve(contract.readConversation, async ({ params, body }, { caller: { userId } }) => {
      await markRead(needs, { conversationId: params.id, userId, position: body.position })
      return null
    }),
    ...fileRoutes(needs),
  ]
}

function fileRoutes(needs: Needs): ServedRoute[] {
  const { files, limiter } = needs
  return [
    serve(contract.uploadConversationFile, async ({ params }, { caller: { userId }, request }) => {
      await requireOwn(needs, params.id, userId)
      await limiter.require('conversations.upload', userId, UPLOADED)
      return viewFile(await files.receive({ kind: 'conversation', subjectId: params.id, ownerId: userId, request }))!
    }),
    serve(contract.ticketForConversationFile, async ({ params }, { caller: { userId, sessionId } }) => {
      const ticket = await files.ticketFor({ id: params.id, userId, sessionId })
      return { url: contract.readConversationFile.path.replace('{ticket}', ticket) }
    }),
    serve(contract.readConversationFile, ({ params }, call) => files.sendByTicket(params.ticket, call)),
  ]
}
