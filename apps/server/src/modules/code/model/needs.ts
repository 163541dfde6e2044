import type { Log } from '../../../platform/base/log.ts'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Db } from '../../../platform/db/handle.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Limiter } from '../../../platform/rate-limit.ts'
import type { Sealer } from '../../../platform/sealing/sealing.ts'
import type { Files } from '../../files/module.ts'
import type { Identity } from '../../identity/module.ts'
import type { Notices } from '../../notices/module.ts'
import type { Orders } from '../../orders/module.ts'
import type { Repositories } from '../../repositories/module.ts'
import type { Wallet } from '../../wallet/module.ts'
import type { MalwareScanner } from './malware-scanner.ts'
import type { RightsChain } from './rights-chain.ts'

export type CodeNeeds = {
  db: Db
  blobs: Blobs
  jobs: Jobs
  sealer: Sealer
  limiter: Limiter
  identity: Pick<Identity, 'findPeople' | 'findIdsByName' | 'holdPerson'>
  files: Pick<Files, 'registerKind' | 'storePicture' | 'use' | 'drop'>
  wallet: Pick<Wallet, 'isBound'>
  notices: Notices
  repositories: Pick<Repositories, 'isAllowed' | 'source'>
  orders: Pick<Orders, 'provide' | 'failService' | 'refund' | 'list' | 'lock' | 'pauseDue' | 'resumeDue'>
  log: Log
  /** The chain on which versions are anchored; without one their certificates wait. */
  rights: RightsChain | undefined
  /** What looks for malware; without one reports say that nobody looked. */
  scanner: MalwareScanner | undefined
  /** A folder for packs and archives while they are read; made when it is needed. */
  scratchDir: string
}

/** Does a person's work on a version when there is room for it in this process. */
export type InTurn = <T>(userId: string, work: () => Promise<T>) => Promise<T>
/** With what the module makes for itself. */
export type CodeParts = CodeNeeds & {
  inTurn: InTurn
  /** The same for all that an import reads from elsewhere: a short request brings so much. Nobody waits. */
  importing: InTurn
  views: Views
}

/** Which looks are the first of their visitor today. */
export type Views = { isNew(workId: string, who: { ip: string; agent: string | undefined }): boolean }
