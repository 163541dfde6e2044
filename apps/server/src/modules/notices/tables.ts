import type { NoticeKind } from '@trove/contract/notices'
import type { Generated } from 'kysely'

/** Tables of the notices (migration 0012). */
export type NoticesTables = {
  notices: {
    id: string
    seq: Generated<bigint>
    user_id: string
    kind: NoticeKind
    params: Record<string, string>
    link: string | null
    key: string
    created_at: Generated<Date>
    read_at: Date | null
  }
}
