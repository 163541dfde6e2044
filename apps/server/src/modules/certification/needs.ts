import type { Db } from '../../platform/db/handle.ts'
import type { Sealer } from '../../platform/sealing/sealing.ts'
import type { Dictionary } from '../dictionary/module.ts'

export type CertificationNeeds = {
  db: Db
  sealer: Sealer
  dictionary: Pick<Dictionary, 'readTree'>
}
