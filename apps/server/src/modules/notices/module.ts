import type { NoticeKind } from '@trove/contract/notices'
import type { Tx } from '../../platform/db/handle.ts'

/** Door of in-app notices. */
export type Notices = {
  /** Tells a person, in the caller's transaction. `key` makes it happen once: the same key again does nothing. */
  tell(
    tx: Tx,
    notice: { userId: string; kind: NoticeKind; params: Record<string, string>; link?: string; key: string },
  ): Promise<void>
}
