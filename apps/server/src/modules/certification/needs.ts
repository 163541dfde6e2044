import type { PersonCard } from '@trove/contract/kit/shapes'
import type { z } from 'zod'
import type { Db, Tx } from '../../platform/db/handle.ts'
import type { Limiter } from '../../platform/rate-limit.ts'
import type { Sealer } from '../../platform/sealing/sealing.ts'
import type { Dictionary } from '../dictionary/module.ts'
import type { Files } from '../files/module.ts'
import type { Identity } from '../identity/module.ts'
import type { Notices } from '../notices/module.ts'
import type { Repositories } from '../repositories/module.ts'
import type { ReviewersSetting } from './rules.ts'

export type CertificationNeeds = {
  db: Db
  sealer: Sealer
  limiter: Limiter
  dictionary: Pick<Dictionary, 'readTree'>
  files: Files
  notices: Notices
  repositories: Pick<Repositories, 'isAllowed' | 'refs' | 'commits'>
  identity: Pick<Identity, 'findStaff' | 'listStaff' | 'findIdsByName' | 'holdPerson' | 'recordConsent'>
  reviewers: ReviewersSetting
  /** Somebody was certified: the market writes down what is public of them, in the same transaction. */
  certified(tx: Tx, userId: string): Promise<void>
  findPeople(userIds: string[]): Promise<Map<string, z.input<typeof PersonCard>>>
}
