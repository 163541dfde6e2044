import type { ActSubject } from '../../identity/module.ts'
import { listDisputedOrders } from '../hours/dispute-store.ts'
import type { HoursNeeds } from '../model/needs.ts'

/** What the record of acts calls a dispute: by its order's number, as the desk does. */
export function createNamedDisputes({ db, orders }: HoursNeeds): ActSubject {
  return {
    kind: 'dispute',
    async findNames(ids) {
      const disputes = await listDisputedOrders(db, ids)
      const numbers = await orders.findNumbers(disputes.map(({ orderId }) => orderId))
      return new Map(disputes.map(({ id, orderId }) => [id, numbers.get(orderId) ?? '']))
    },
  }
}
