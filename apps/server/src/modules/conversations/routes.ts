import * as contract from '@trove/contract/conversations'
import { requireThat } from '@trove/contract/errors'
import { create as contentDisposition } from 'content-disposition'
import { z } from 'zod'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import { createTickets } from '../../platform/tickets.ts'
import { readFile, storeFile } from './files.ts'
import type { ConversationsNeeds, Subject } from './needs.ts'
import * as store from './store.ts'
import { findFile } from './store-files.ts'
import { markRead, openWith, requireOwn, say } from './talk.ts'
import { readUpload } from './upload.ts'
import { viewHeads, viewMessage } from './views.ts'

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
      const content = rows.slice(0, query.size).map((row) => viewMessage(needs, row, userId))
      return { content: await Promise.all(content), hasMore: rows.length > query.size }
    }),
    serve(contract.sendMessage, async ({ params, body }, { caller: { userId } }) => {
      const { id, seq } = await say(needs, { conversationId: params.id, userId, text: body.text, fileId: body.fileId })
      const [row] = await store.listMessages(db, params.id, { before: Number(seq) + 1, size: 1 })
      requireThat(row?.id === id, 'resource.not-found')
      return viewMessage(needs, row, userId)
    }),
    serve(contract.readConversation, async ({ params, body }, { caller: { userId } }) => {
      await markRead(needs, { conversationId: params.id, userId, position: body.position })
      return null
    }),
    ...fileRoutes(needs),
  ]
}

/** Files go out as downloads only: nothing somebody else sent is ever run or drawn under our address. */
function fileRoutes(needs: Needs): ServedRoute[] {
  const tickets = createTickets(needs.db, 'conversations.file', z.strictObject({ fileId: z.string() }))
  return [
    serve(contract.uploadConversationFile, async ({ params }, { caller: { userId }, request }) => {
      await requireOwn(needs, params.id, userId)
      return storeFile(needs, { conversationId: params.id, userId, read: () => readUpload(request) })
    }),
    serve(contract.ticketForConversationFile, async ({ params }, { caller: { userId, sessionId } }) => {
      requireThat(await findFile(needs.db, params.id, userId), 'resource.not-found')
      const ticket = await tickets.issue({ userId, sessionId, subject: { fileId: params.id } })
      return { url: contract.readConversationFile.path.replace('{ticket}', ticket) }
    }),
    serve(contract.readConversationFile, async ({ params }, { reply }) => {
      const right = await tickets.redeem(params.ticket)
      requireThat(right, 'resource.not-found')
      const { name, type, content } = await readFile(needs, { id: right.subject.fileId, userId: right.userId })
      return reply
        .headers({
          'content-type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
          'content-length': content.length,
          'content-disposition': contentDisposition(name, { type: 'attachment' }),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "sandbox; default-src 'none'",
        })
        .send(content)
    }),
  ]
}
