import type { Db, Tx } from '../../platform/db/handle.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Limiter } from '../../platform/rate-limit.ts'
import type { Sealer } from '../../platform/sealing/sealing.ts'
import type { Notices } from '../notices/module.ts'

/** A code sent to one's phone, as typed, and from where. */
export type TypedCode = {
  typed: string
  slider: string | undefined
  userAgent: string | undefined
  sessionId: string
}

export type FactorsNeeds = {
  db: Db
  jobs: Jobs
  notices: Notices
  limiter: Limiter
  sealer: Sealer
  /** Where the site is reached: passkeys are bound to its host. */
  publicUrl(): string
  /** Name shown beside codes and passkeys. */
  labelOf(userId: string): Promise<string>
  /** Does the work with a code sent to the person's own phone, which is used up with it. */
  withOwnCode<T>(userId: string, code: TypedCode, work: (tx: Tx) => Promise<T>): Promise<T>
}
