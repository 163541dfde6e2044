import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Sealer } from '../../../platform/sealing/sealing.ts'
import { indexOfPhone } from '../codes/prints.ts'
import { demoteOthers, promoteHolders } from '../model/staff.ts'

/**
 * Who is an owner by configuration: whoever holds one of the numbers of `OPERATOR_MOBILE`. Nothing a person sends decides it.
 * Once an owner had a second factor, the configuration makes no further owners: see `promoteHolders`.
 */
export function createOperators({ db, sealer, mobiles }: { db: Db; sealer: Sealer; mobiles: readonly string[] }) {
  const indexes = mobiles.map((mobile) => indexOfPhone(sealer, mobile))
  return {
    /** Makes the holder of a named number an owner, at sign-in or with a new number. Others are left as they are: see `appoint`. */
    async promote(tx: Tx, phoneIndex: Buffer): Promise<void> {
      if (indexes.some((index) => index.equals(phoneIndex))) await promoteHolders(tx, [phoneIndex])
    },
    /** At the start: those not named any more are members again, and those named are promoted. Without names nothing changes. */
    async appoint(): Promise<void> {
      if (indexes.length === 0) return
      await inTransaction(db, async (tx) => {
        await demoteOthers(tx, indexes)
        await promoteHolders(tx, indexes)
      })
    },
  }
}

export type Operators = ReturnType<typeof createOperators>
