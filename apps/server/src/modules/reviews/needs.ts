import type { PersonCard } from '@trove/contract/kit/shapes'
import type { z } from 'zod'
import type { Db } from '../../platform/db/handle.ts'
import type { Limiter } from '../../platform/rate-limit.ts'
import type { Notices } from '../notices/module.ts'

/** What two people traded; `endedAt` by business time, null while it goes on or when nothing was served. */
export type Traded = { buyerId: string; sellerId: string; aboutId: string; endedAt: Date | null }

/** Minutes that were served, and those of them without an answer. */
export type MeasuredService = { servedMinutes: number; silentMinutes: number }

export type ReviewsNeeds = {
  db: Db
  notices: Notices
  limiter: Limiter
  findPeople(userIds: string[]): Promise<Map<string, z.input<typeof PersonCard>>>
  /** People whose nickname has this in it. */
  findIdsByName(text: string): Promise<string[]>
  /** What was traded under this kind and id: says who may write. */
  findTraded(kind: string, id: string): Promise<Traded | undefined>
  /** Of kinds whose service is measured: what was measured, by what was traded. */
  measuredOf: Record<string, (ids: readonly string[]) => Promise<Map<string, MeasuredService>>>
}
