import type { LicenceName } from '@trove/contract/code/licences'
import { CODE_REFUND_DAYS } from '@trove/contract/code/orders'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { serviceStatus } from '@trove/contract/orders/states'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Db } from '../../../platform/db/handle.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Ask, Quote, Sellable, StandingOrder } from '../../orders/model/sellable.ts'
import { closeSale, isHeld, listHeld, listHeldMs } from './open-store.ts'
import { findCovers, findForSale, insertSale, takeBack } from './store.ts'

/** A paid order that could not be handed over in this time is refunded. */
const START_DAYS = 1

/** Code as orders see it: anybody may buy a licence of the same work, and give it back for some days. */
export function createCodeSellable({ db, jobs }: { db: Db; jobs: Pick<Jobs, 'soon'> }): Sellable {
  return {
    kind: 'code',
    isOneOf: false,
    release: 'at-end',
    timeouts: { startDays: START_DAYS, acceptDays: CODE_REFUND_DAYS },
    choices: ['licence'],

    hold,

    async paid(tx, order) {
      const { licence, priceFen } = order.snapshot as { licence: LicenceName; priceFen: string }
      const sale = { orderId: order.id, workId: order.productId, buyerId: order.buyerId }
      await insertSale(tx, { ...sale, licence, priceFen: BigInt(priceFen) })
      jobs.soon('code.hand-over', tx)
      crashPoint('code.paid.before-commit')
    },

    async released(tx, order) {
      await takeBack(tx, order.id)
      crashPoint('code.released.before-commit')
    },

    isHeld: (tx, order) => isHeld(tx, order.id),
    listHeld: (sellerId) => listHeld(db, sellerId),
    ended: (tx, order) => closeSale(tx, order.id),
    namesOf: async (orders) => orders.map(({ snapshot }) => String(snapshot.fkProductName)),
    async describe(orders) {
      const [covers, heldMs] = await Promise.all([
        findCovers(db, [...new Set(orders.map(({ productId }) => productId))]),
        listHeldMs(
          db,
          orders.filter(({ state }) => state === 'delivered').map(({ id }) => id),
        ),
      ])
      return orders.map((order) => ({
        ...factsOf(order, heldMs.get(order.id) ?? 0),
        fkProductImage: covers.get(order.productId) ?? null,
      }))
    },
  }
}

/** @throws ContractError why this person cannot buy it under this licence */
async function hold(tx: Parameters<Sellable['hold']>[0], { productId, buyerId, choice }: Ask): Promise<Quote> {
  const work = await findForSale(tx, { workId: productId, licence: choice.licence, buyerId })
  requireThat(work?.state === 'online' && work.version !== null, 'orders.product-unavailable')
  requireThat(work.ownerId !== buyerId, 'orders.own-product')
  const licence = choice.licence ?? work.licence
  requireThat(licence, 'code.licence-needed')
  requireThat(!work.isOwned, 'code.already-yours')
  if (work.priceFen === null) throw new ContractError('code.licence-unavailable')
  requireThat(work.priceFen > 0n, 'code.licence-free')
  const { version, treeDigest, title, priceFen } = work
  const snapshot = { fkProductName: title, licence, version, treeDigest }
  return {
    at: work.at,
    sellerId: work.ownerId,
    priceFen,
    periodDays: null,
    snapshot: { ...snapshot, priceFen: String(priceFen) },
    searchText: title.toLowerCase(),
  }
}

/** What the wire says of an order of a work: the work as sold, and until when it can be given back at least. */
function factsOf(order: StandingOrder, heldMs: number): Record<string, unknown> {
  const isOpen = order.state === 'delivered' && order.dueAt
  return {
    ...order.snapshot,
    codeStatus: serviceStatus(order.state),
    refundableUntil: isOpen ? new Date(order.dueAt!.getTime() + heldMs).toISOString() : null,
  }
}
