import type { Log } from '../../../platform/base/log.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Sealer } from '../../../platform/sealing/sealing.ts'
import { indexOfPhone } from '../codes/prints.ts'
import { demoteOthers, promoteHolders } from '../model/staff.ts'

/**
 * Who is an owner by configuration: whoever holds one of the numbers of `OPERATOR_MOBILE`. Nothing a person sends decides it.
 * Once an owner had a second factor, the configuration makes no further owners: see `promoteHolders`.
 */
export function createOperators(deps: { db: Db; sealer: Sealer; log: Log; mobiles: readonly string[] }) {
  const { db, sealer, log, mobiles } = deps
  const indexes = mobiles.map((mobile) => indexOfPhone(sealer, mobile))
  return {
    /** Makes the holder of a named number an owner, at sign-in or with a new number. Others are left as they are: see `appoint`. */
    async promote(tx: Tx, phoneIndex: Buffer): Promise<void> {
      if (indexes.some((index) => index.equals(phoneIndex))) await promoteHolders(tx, [phoneIndex])
    },
    /**
     * At the start: those named are promoted, and those not named any more are members again while an owner is left. Without
     * names nothing changes.
     */
    async appoint(): Promise<void> {
      if (indexes.length === 0) return
      const { demoted, spared } = await inTransaction(db, async (tx) => {
        await promoteHolders(tx, indexes)
        return demoteOthers(tx, indexes)
      })
      if (demoted.length > 0)
        log.warn({ people: demoted }, 'OPERATOR_MOBILE names these owners no more: they are members')
      if (spared.length > 0)
        log.error({ people: spared, alarm: 'staff' }, 'OPERATOR_MOBILE names no owner: those before it stay owners')
    },
  }
}

export type Operators = ReturnType<typeof createOperators>
