import type { NoticeKind, NoticeLink } from '@trove/contract/notices/routes'
import type { Generated } from 'kysely'

/** Tables of the notices (migration 0012). */
export type NoticesTables = {
  notices: {
    id: string
    seq: Generated<bigint>
    user_id: string
    kind: NoticeKind
    params: Record<string, string>
    /** Where it leads, by name (migration 0075). */
    link: NoticeLink | null
    key: string
    /** Who is named in `params` besides the reader (migration 0119). */
    about_id: string | null
    created_at: Generated<Date>
    read_at: Date | null
  }
}
