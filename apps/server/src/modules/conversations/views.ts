import {
  CONVERSATION_FILE_TYPES,
  type ConversationHead,
  type Message,
  SUBJECT_KINDS,
} from '@trove/contract/conversations'
import type { z } from 'zod'
import type { ConversationsNeeds, Subject } from './needs.ts'
import { sealedAs } from './rules.ts'
import type { ConversationRow, MessageRow } from './store.ts'

type Needs = Pick<ConversationsNeeds, 'sealer' | 'findPeople'> & {
  findSubject(kind: string, id: string): Promise<Subject | undefined>
}
type Head = z.input<typeof ConversationHead>

/** Conversations as one of the two sees them. */
export async function viewHeads(needs: Needs, rows: ConversationRow[], userId: string): Promise<Head[]> {
  const otherOf = ({ askerId, ownerId }: ConversationRow) => (askerId === userId ? ownerId : askerId)
  const people = await needs.findPeople(rows.map(otherOf))
  return Promise.all(
    rows.map(async (row): Promise<Head> => {
      const other = people.get(otherOf(row))
      const subject = await needs.findSubject(row.subjectKind, row.subjectId)
      return {
        id: row.id,
        subject: {
          kind: SUBJECT_KINDS.find((kind) => kind === row.subjectKind)!,
          id: row.subjectId,
          title: subject?.title ?? '',
          isOpen: subject?.isOpen ?? false,
        },
        other: { id: otherOf(row), nickName: '', headImgUrl: null, isDemo: false, ...other },
        isOtherOwner: row.askerId === userId,
        last: await viewLast(needs, row, userId),
        unread: row.unread,
        otherReadPosition: Number(row.otherReadSeq),
      }
    }),
  )
}

async function viewLast({ sealer }: Needs, row: ConversationRow, userId: string): Promise<Head['last']> {
  if (!row.lastId || !row.lastAt) return null
  return {
    text: row.lastText ? await sealer.open(row.lastText, sealedAs.text(row.lastId)) : '',
    hasFile: row.lastFileId !== null,
    isOwn: row.lastAuthorId === userId,
    at: row.lastAt.toISOString(),
  }
}

/** A message as one of the two sees it. What a deleted account said is empty. */
export async function viewMessage(
  { sealer }: Pick<Needs, 'sealer'>,
  row: MessageRow,
  userId: string,
): Promise<z.input<typeof Message>> {
  return {
    id: row.id,
    isOwn: row.authorId === userId,
    text: row.textSealed ? await sealer.open(row.textSealed, sealedAs.text(row.id)) : '',
    file: await viewFile(sealer, row),
    at: row.at.toISOString(),
    position: Number(row.seq),
  }
}

async function viewFile(sealer: Needs['sealer'], row: MessageRow): Promise<z.input<typeof Message>['file']> {
  const type = CONVERSATION_FILE_TYPES.find((one) => one === row.fileType)
  if (!row.fileId || !row.fileName || !type) return null
  return {
    id: row.fileId,
    name: await sealer.open(row.fileName, sealedAs.name(row.fileId)),
    type,
    bytes: row.fileBytes ?? 0,
  }
}
