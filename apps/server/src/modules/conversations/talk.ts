import { requireThat } from '@trove/contract/errors/codes'
import type { NoticeKind } from '@trove/contract/notices/routes'
import { newId } from '../../platform/base/id.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { announce } from '../../platform/live/announce.ts'
import { OPENED, SENT } from './limits.ts'
import type { ConversationsNeeds, Subject } from './needs.ts'
import { sealedAs } from './rules.ts'
import * as store from './store.ts'

type Needs = Pick<ConversationsNeeds, 'db' | 'sealer' | 'limiter' | 'notices' | 'files'> & {
  findSubject(kind: string, id: string): Promise<Subject | undefined>
}

/**
 * The conversation of this person with the seller of the subject, created if there is none.
 * @throws ContractError `resource.not-found`, `conversations.own-subject`, `request.too-frequent`
 */
export async function openWith(
  { db, limiter, findSubject }: Needs,
  { userId, subjectKind, subjectId }: { userId: string; subjectKind: string; subjectId: string },
): Promise<string> {
  const known = await store.findConversation(db, { subjectKind, subjectId, askerId: userId })
  if (known) return known
  const subject = await findSubject(subjectKind, subjectId)
  requireThat(subject?.isOpen, 'resource.not-found')
  requireThat(subject.ownerId !== userId, 'conversations.own-subject')
  await limiter.require('conversations.open', userId, OPENED)
  return store.openConversation(db, {
    id: newId(),
    subjectKind,
    subjectId,
    askerId: userId,
    ownerId: subject.ownerId,
  })
}

/**
 * A conversation of this person.
 * @throws ContractError `resource.not-found`, for strangers too
 */
export async function requireOwn({ db }: Pick<Needs, 'db'>, id: string, userId: string) {
  const row = await store.findOwn(db, id, userId)
  requireThat(row, 'resource.not-found')
  return row
}

/**
 * Says something: kept sealed, both people's pages hear of it, and the other one gets one notice for all that is unread.
 * @returns the message's id
 * @throws ContractError `conversations.empty`, `resource.not-found` (also for a file that is not there), `request.too-frequent`
 */
export async function say(
  needs: Needs,
  said: { conversationId: string; userId: string; text: string; fileId: string | undefined },
): Promise<{ id: string; seq: bigint; at: Date }> {
  const { db, sealer, limiter, notices, files } = needs
  const { conversationId, userId, text, fileId = null } = said
  requireThat(text !== '' || fileId !== null, 'conversations.empty')
  const row = await requireOwn(needs, conversationId, userId)
  await limiter.require('conversations.send', userId, SENT)
  const subject = await needs.findSubject(row.subjectKind, row.subjectId)
  const id = newId()
  const textSealed = await sealer.seal(text, sealedAs.text(id))
  const otherId = row.askerId === userId ? row.ownerId : row.askerId
  return inTransaction(db, async (tx) => {
    const file = { id: fileId ?? '', kind: 'conversation', ownerId: userId, subjectId: conversationId }
    requireThat(fileId === null || (await files.use(tx, file)), 'resource.not-found')
    const { seq, at, otherReadSeq } = await store.insertMessage(tx, {
      id,
      conversationId,
      authorId: userId,
      textSealed,
      fileId,
    })
    for (const one of [userId, otherId]) announce(tx, { userId: one, message: { type: 'message', id: conversationId } })
    await notices.tell(tx, {
      userId: otherId,
      ...about(subject),
      link: { to: 'conversation', id: conversationId },
      key: `conversation:${conversationId}:${otherReadSeq}`,
    })
    return { id, seq, at }
  })
}

/** What a notice of a message says of its subject: a person's name would outlive the person's account in it. */
function about(subject: Subject | undefined): { kind: NoticeKind; params: Record<string, string> } {
  return subject && !subject.isPerson
    ? { kind: 'conversations.message', params: { title: subject.title } }
    : { kind: 'conversations.message-untitled', params: {} }
}

/** Notes how far this person has read; both people's pages hear of it when that is news. */
export async function markRead(
  needs: Pick<Needs, 'db'>,
  { conversationId, userId, position }: { conversationId: string; userId: string; position: number },
): Promise<void> {
  const { askerId, ownerId } = await requireOwn(needs, conversationId, userId)
  await inTransaction(needs.db, async (tx) => {
    if (!(await store.markRead(tx, conversationId, userId, position))) return
    for (const one of [askerId, ownerId])
      announce(tx, { userId: one, message: { type: 'message', id: conversationId } })
  })
}
