import type { PersonCard } from '@trove/contract/kit/shapes'
import type { z } from 'zod'
import type { Db } from '../../platform/db/handle.ts'
import type { Limiter } from '../../platform/rate-limit.ts'
import type { Sealer } from '../../platform/sealing/sealing.ts'
import type { Files } from '../files/module.ts'
import type { Notices } from '../notices/module.ts'

/**
 * Something that can be talked about: who offers it, the number people know it by, whether new words are taken. `isPerson`: its
 * title is somebody's name, which is kept nowhere beside it.
 */
export type Subject = { ownerId: string; title: string; isOpen: boolean; isPerson?: boolean }

/** What a market provides about its offers; registered by app.ts. */
export type SubjectKind = {
  kind: string
  /** Undefined when there is no such thing any more. */
  find(id: string): Promise<Subject | undefined>
}

export type ConversationsNeeds = {
  db: Db
  sealer: Sealer
  limiter: Limiter
  notices: Notices
  files: Files
  findPeople(userIds: string[]): Promise<Map<string, z.input<typeof PersonCard>>>
}
