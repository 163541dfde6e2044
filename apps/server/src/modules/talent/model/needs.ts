import type { ProvenCode } from '@trove/contract/certification/code-proofs'
import type { ExpertProgramme } from '@trove/contract/talent/experts'
import type { z } from 'zod'
import type { Log } from '../../../platform/base/log.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Limiter } from '../../../platform/rate-limit.ts'
import type { Dictionary } from '../../dictionary/module.ts'
import type { Files } from '../../files/module.ts'
import type { Identity } from '../../identity/module.ts'
import type { Notices } from '../../notices/module.ts'
import type { Orders } from '../../orders/module.ts'
import type { Repositories } from '../../repositories/module.ts'

/** What certification makes public of an expert: name, identity and picture as shown, and values of the dictionary. */
export type ExpertFace = {
  realName: string
  identity: string
  headImgUrl: string | null
  workExp: string
  /** Technology types, in the order they were chosen. */
  fields: string[]
  /** Skills of these types. */
  skills: string[]
}

/** What hires need besides. */
export type HoursNeeds = Pick<TalentNeeds, 'db' | 'limiter'> & {
  notices: Notices
  orders: Pick<
    Orders,
    | 'start'
    | 'deliver'
    | 'refund'
    | 'clear'
    | 'list'
    | 'find'
    | 'findAll'
    | 'findMeant'
    | 'findNumbers'
    | 'lock'
    | 'pauseDue'
    | 'resumeDue'
    | 'endByRuling'
  >
  identity: Pick<Identity, 'findPeople' | 'findStaff' | 'listStaff'>
  jobs: Pick<Jobs, 'every'>
  repositories: Pick<Repositories, 'commits' | 'isPublicHost'>
  log: Log
}

export type Programme = z.input<typeof ExpertProgramme>

export type TalentNeeds = {
  db: Db
  limiter: Limiter
  dictionary: Pick<Dictionary, 'readTree'>
  files: Pick<Files, 'registerKind' | 'storePicture' | 'use' | 'drop'>
  identity: Pick<Identity, 'findPeople'>
  /**
   * The face of a person who is certified now; undefined of everybody else. It stays true until the transaction ends:
   * certification, its withdrawal and the erasure of the account wait for it.
   */
  lockFace(tx: Tx, userId: string): Promise<ExpertFace | undefined>
  /** Works the expert shows in the code market. */
  listProgrammes(userId: string): Promise<Programme[]>
  /** Public repositories that the expert proved to write to. */
  listProven(userId: string): Promise<z.input<typeof ProvenCode>[]>
  /** The address the consultant's QR code opens. */
  consultantUrl(): string
}
