import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { Sealer } from '../../../platform/sealing/sealing.ts'
import { indexOfPhone } from '../codes/prints.ts'
import * as store from './store.ts'

/**
 * Who is an operator: whoever holds one of the numbers of the configuration (`OPERATOR_MOBILE`). Nothing a person sends
 * decides it.
 */
export function createOperators({ db, sealer, mobiles }: { db: Db; sealer: Sealer; mobiles: readonly string[] }) {
  const indexes = mobiles.map((mobile) => indexOfPhone(sealer, mobile))
  const isNamed = (phoneIndex: Buffer) => indexes.some((index) => index.equals(phoneIndex))
  return {
    /** Makes the holder of a named number an operator, at sign-in. Others are left as they are: see `appoint`. */
    async promote(tx: Tx, userId: string, phoneIndex: Buffer): Promise<void> {
      if (isNamed(phoneIndex)) await store.setRole(tx, userId, 'operator')
    },
    /** Gives a person the role of the number just taken. */
    async align(tx: Tx, userId: string, phoneIndex: Buffer): Promise<void> {
      await store.setRole(tx, userId, isNamed(phoneIndex) ? 'operator' : 'member')
    },
    /** At the start: those named are operators, those not named any more are members again. Without names nothing changes. */
    async appoint(): Promise<void> {
      if (indexes.length > 0) await store.setOperators(db, indexes)
    },
  }
}

export type Operators = ReturnType<typeof createOperators>
