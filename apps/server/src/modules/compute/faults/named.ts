import type { Db } from '../../../platform/db/handle.ts'
import type { ActSubject } from '../../identity/module.ts'
import type { Orders } from '../../orders/module.ts'
import { listFaultGoods } from './store.ts'

type Needs = { db: Db; orders: Pick<Orders, 'findNumbers'> }

/** What the record of acts calls a case: by its machine and its order's number, as the desk does. */
export function createNamedFaults({ db, orders }: Needs): ActSubject {
  return {
    kind: 'fault',
    async findNames(ids) {
      const faults = await listFaultGoods(db, ids)
      const numbers = await orders.findNumbers(faults.map(({ orderId }) => orderId))
      return new Map(
        faults.map(({ id, orderId, title }) => [id, [title, numbers.get(orderId)].filter(Boolean).join(' · ')]),
      )
    },
  }
}
