import {
  CONVERSATION_FILE_BYTES,
  CONVERSATION_FILE_TYPES,
  CONVERSATION_FILES,
} from '@trove/contract/conversations/routes'
import type { Db } from '../../platform/db/handle.ts'
import type { FileKind } from '../files/module.ts'
import * as store from './store.ts'

/** Everything one person may have passed on, in all conversations. */
const QUOTA_BYTES = 2 * 1024 * 1024 * 1024

/** Files passed on in conversations: sealed, read by the two who talk once they are sent with a message. */
export function conversationFiles({ db }: { db: Db }): FileKind {
  return {
    name: 'conversation',
    folder: 'conversation',
    types: CONVERSATION_FILE_TYPES,
    maxBytes: CONVERSATION_FILE_BYTES,
    quotaBytes: QUOTA_BYTES,
    perFolder: CONVERSATION_FILES,
    cleansPictures: true,
    isSealed: true,
    isSweptUnused: true,
    refusals: {
      type: 'conversations.file-type',
      tooLarge: (megabytes) => ['conversations.file-too-large', { megabytes }],
      tooMany: (count) => ['conversations.file-limit', { count }],
    },
    mayRead: async ({ subjectId, isUsed }, userId) => isUsed && Boolean(await store.findOwn(db, subjectId, userId)),
    mayWrite: async (subjectId, userId) => Boolean(await store.findOwn(db, subjectId, userId)),
  }
}
