import {
  CONVERSATION_FILE_TYPES,
  type ConversationFile,
  type ConversationHead,
  type Message,
  SUBJECT_KINDS,
} from '@trove/contract/conversations/routes'
import type { z } from 'zod'
import type { StoredFile } from '../files/module.ts'
import type { ConversationsNeeds, Subject } from './needs.ts'
import { sealedAs } from './rules.ts'
import type { ConversationRow, MessageRow } from './store.ts'

type Needs = Pick<ConversationsNeeds, 'sealer' | 'findPeople' | 'files'> & {
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

/** Messages as one of the two sees them. What a deleted account said is empty. */
export async function viewMessages(
  { sealer, files }: Pick<Needs, 'sealer' | 'files'>,
  rows: MessageRow[],
  userId: string,
): Promise<z.input<typeof Message>[]> {
  const sent = await files.describe(rows.flatMap(({ fileId }) => fileId ?? []))
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      isOwn: row.authorId === userId,
      text: row.textSealed ? await sealer.open(row.textSealed, sealedAs.text(row.id)) : '',
      file: viewFile(row.fileId === null ? undefined : sent.get(row.fileId)),
      at: row.at.toISOString(),
      position: Number(row.seq),
    })),
  )
}

/** A file as both see it; undefined and types there never were are none. */
export function viewFile(file: StoredFile | undefined): z.input<typeof ConversationFile> | null {
  const type = CONVERSATION_FILE_TYPES.find((one) => one === file?.type)
  return file && type ? { ...file, type } : null
}
