import type { ProductType } from '@trove/contract/order-lists/kinds'
import type { Log } from '../../../platform/base/log.ts'
import type { Db } from '../../../platform/db/handle.ts'
import type { Pool } from '../../../platform/db/pool/pool.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Identity } from '../../identity/module.ts'
import type { Ledger } from '../../ledger/module.ts'
import type { Notices } from '../../notices/module.ts'
import type { Payment } from '../../payment/module.ts'
import type { Wallet } from '../../wallet/module.ts'
import type { OrderRow } from './rules.ts'
import type { Sellable, SoldOrder } from './sellable.ts'

/** What orders need of the house. */
export type OrdersNeeds = {
  db: Db
  pool: Pool
  jobs: Jobs
  log: Log
  identity: Pick<Identity, 'findPeople' | 'findIdsByName'>
  ledger: Pick<Ledger, 'post' | 'addInvariant'>
  payment: Pick<Payment, 'openAttempt' | 'cashierUrl' | 'cashierUrlOf' | 'ask' | 'close' | 'refund'>
  wallet: Pick<Wallet, 'payOutCleared' | 'traceCleared'>
  notices: Notices
  /** Called every minute with how many orders are paid for too long without being served or refunded. */
  onPaidOverdue?: (orders: number) => void
}

/** The registered markets by product type. */
export type Markets = {
  /** @throws ContractError `orders.product-type-unsupported` while no market sells that type */
  require(productType: ProductType): Sellable
  sold(order: OrderRow): SoldOrder
  /** The kinds that are sold. */
  kinds(): ProductType[]
}
