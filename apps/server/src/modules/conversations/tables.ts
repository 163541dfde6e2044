import type { Generated } from 'kysely'

/** Tables of conversations (migration 0018). */
export type ConversationsTables = {
  conversations: {
    id: string
    seq: Generated<bigint>
    subject_kind: string
    subject_id: string
    asker_id: string
    owner_id: string
    created_at: Generated<Date>
    last_message_seq: Generated<bigint>
    asker_read_seq: Generated<bigint>
    owner_read_seq: Generated<bigint>
  }
  conversation_messages: {
    id: string
    seq: Generated<bigint>
    conversation_id: string
    author_id: string
    text_sealed: Buffer | null
    file_id: string | null
    created_at: Generated<Date>
  }
}
