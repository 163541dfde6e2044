import { ContractError, type PlainErrorCode, requireThat } from '@trove/contract/errors/codes'
import { serviceStatus } from '@trove/contract/orders/states'
import { parseYuan } from '@trove/units/money'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Notices } from '../../notices/module.ts'
import type { Sellable, SoldOrder, StandingOrder } from '../../orders/model/sellable.ts'
import type { DowntimePaying } from '../downtime/paying.ts'
import { soldFactsOf } from '../facts/wire.ts'
import type { FaultCases } from '../faults/cases.ts'
import type { KeyStore } from '../keys/store.ts'
import type { LeaseStore } from '../leases/store.ts'
import { verificationOf } from '../market/wire.ts'
import { unavailableReason } from '../model/rules.ts'
import type { OfferStore } from '../offers/store.ts'
import { priceOf } from '../offers/terms.ts'
import type { LeaseRecipes } from '../recipes/lease-recipes.ts'
import type { OwnRecipes } from '../recipes/scripts.ts'
import type { RecipeRunStore } from '../recipes/store.ts'
import type { Renewing } from '../renewals/renewing.ts'

/** Compute as orders see it. */
export function createComputeSellable(deps: {
  offers: OfferStore
  store: LeaseStore
  jobs: Jobs
  notices: Notices
  renewing: Renewing
  keys: Pick<KeyStore, 'hasAll'>
  downtime: DowntimePaying
  faults: Pick<FaultCases, 'isOpen' | 'lapse' | 'listOrdersWithOpen' | 'findOpenOf'>
  runs: Pick<RecipeRunStore, 'endAll'>
  leaseRecipes: Pick<LeaseRecipes, 'choose'>
  ownRecipes: Pick<OwnRecipes, 'requireKnown'>
}): Sellable {
  const { offers, store, jobs, renewing } = deps

  async function tellEnded(tx: Parameters<Sellable['ended']>[0], order: SoldOrder, authId: string): Promise<void> {
    const params = { authId }
    const key = `lease-ended:${order.id}`
    await deps.notices.tell(tx, {
      userId: order.sellerId,
      kind: 'compute.lease-ended',
      params,
      link: { to: 'shared-machines' },
      key: `${key}:seller`,
    })
    await deps.notices.tell(tx, {
      userId: order.buyerId,
      kind: 'compute.lease-ended-buyer',
      params,
      link: { to: 'rented-machines' },
      key: `${key}:buyer`,
    })
  }

  async function takeBack(tx: Tx, order: SoldOrder): Promise<void> {
    const offer = await offers.lock(tx, order.productId)
    if (!offer || !(await store.beginCleaning(tx, order.id))) return
    await offers.update(tx, offer.id, {
      slot: 'ended',
      slot_order_id: null,
      cleaning: 'running',
      renewal_price_fen: null,
    })
    await deps.runs.endAll(tx, order.id)
    await deps.downtime.endSilences(tx, order.id)
    await tellEnded(tx, order, offer.auth_id)
    await jobs.enqueue(tx, 'compute.end-lease', { orderId: order.id }, { key: `compute.end-lease:${order.id}` })
    crashPoint('compute.ended.before-commit')
  }

  async function whyNotHeld(tx: Tx, productId: string): Promise<PlainErrorCode> {
    const offer = await offers.read(tx, productId)
    const reason = offer ? unavailableReason(offer) : 'offline'
    // Free again by now: it was taken a moment ago.
    return reason === 'taken' || reason === null ? 'orders.product-taken' : 'orders.product-unavailable'
  }

  return {
    kind: 'superPoints',
    isOneOf: true,
    release: 'linear',
    // Machines are handed over by the program, which gives up by itself.
    timeouts: {},
    choices: ['sshKeys', 'recipe', 'serveHours', 'renewalMost'],
    termChoices: ['serveHours'],

    async hold(tx, { orderId, productId, buyerId, choice }) {
      const { sshKeys = [], recipe } = choice
      if (sshKeys.length > 0) requireThat(await deps.keys.hasAll(tx, buyerId, sshKeys), 'compute.ssh-key-unknown')
      if (recipe !== undefined) await deps.ownRecipes.requireKnown(tx, recipe)
      const offer = await offers.hold(tx, productId, orderId)
      if (!offer) throw new ContractError(await whyNotHeld(tx, productId))
      crashPoint('compute.reserved.before-commit')
      return {
        at: offer.at,
        sellerId: offer.seller_id,
        ...priceOf(offer, offer.price_fen, choice.serveHours),
        snapshot: soldFactsOf(offer),
        searchText: offer.auth_id.toLowerCase(),
      }
    },

    renew: renewing.renew,
    renewed: renewing.renewed,

    async released(tx, order) {
      await deps.faults.lapse(tx, order.id)
      if (order.renews !== null) await renewing.released(tx, order, order.renews)
      const offer = await offers.lock(tx, order.productId)
      if (offer?.slot_order_id !== order.id) return
      // Given back whole while it serves: the machine is taken back as at the end of a lease.
      if (offer.slot === 'serving') return takeBack(tx, order)
      // A paid order that ends unserved takes its lease with it.
      await deps.runs.endAll(tx, order.id)
      const mustClean = (await store.endUnserved(tx, order.id)) === 'cleaning'
      if (offer.slot === 'reserved') await offers.update(tx, offer.id, { slot: 'free', slot_order_id: null })
      if (mustClean) {
        await offers.update(tx, offer.id, { cleaning: 'running' })
        await jobs.enqueue(tx, 'compute.end-lease', { orderId: order.id }, { key: `compute.end-lease:${order.id}` })
      }
      crashPoint('compute.released.before-commit')
    },

    async paid(tx, order, { sshKeys, recipe, renewalMost }) {
      if (order.renews !== null) return renewing.paid(tx, order, order.renews)
      const lease = {
        order_id: order.id,
        offer_id: order.productId,
        buyer_id: order.buyerId,
        seller_id: order.sellerId,
        period_days: order.periodDays,
        period_hours: order.periodHours,
      }
      await store.insert(tx, lease, { sshKeys, renewalMostFen: parseYuan(renewalMost ?? '') ?? null })
      if (recipe !== undefined) await deps.leaseRecipes.choose(tx, lease, recipe)
      jobs.soon('compute.due-leases', tx)
      crashPoint('compute.paid.before-commit')
    },

    ending: (tx, order) => deps.downtime.close(tx, order.id),
    unearnedFen: (tx, order) => deps.downtime.unearnedFen(tx, order.id),
    isHeld: (tx, order) => deps.faults.isOpen(tx, order.id),
    listHeld: (sellerId) => deps.faults.listOrdersWithOpen(sellerId),
    ended: takeBack,

    namesOf: async (orders) => orders.map(({ snapshot }) => String(snapshot.authId)),

    async describe(orders, { isLive, readerId }) {
      const own = orders.filter(({ buyerId, state }) => buyerId === readerId && ['paid', 'serving'].includes(state))
      const [autoRenewed, faulty, found] = await Promise.all([
        store.listAutoRenewed(own.map(({ id }) => id)),
        deps.faults.findOpenOf(orders.map(({ id }) => id)),
        isLive ? offers.findChecks([...new Set(orders.map((order) => order.productId))]) : [],
      ])
      const facts = orders.map((order) => ({
        ...leaseFactsOf(order),
        isAutoRenewed: autoRenewed.has(order.id),
        openFault: faulty.get(order.id) ?? null,
      }))
      if (!isLive) return facts
      const byId = new Map(
        found.map((row) => [
          row.id,
          { verification: verificationOf(row), isOnMarket: row.is_open && row.check_state !== 'pending' },
        ]),
      )
      const unknown = { state: 'pending', checkedAt: null, differing: [], measured: null } as const
      return orders.map((order, i) => ({
        ...facts[i],
        ...(byId.get(order.productId) ?? { verification: unknown, isOnMarket: false }),
      }))
    },
  }
}

/** What the wire says of an order of a machine: the machine as sold, and its lease. */
export function leaseFactsOf(order: StandingOrder): Record<string, unknown> {
  return {
    // Orders of before GPUs were kept with them say nothing of any.
    gpu: null,
    ...order.snapshot,
    superPointsStatus: serviceStatus(order.state),
    servePeriod: order.periodDays ?? 0,
    serveHours: order.periodHours,
    renewsOrderId: order.renews,
    serveStartTime: order.serveStartAt?.toISOString() ?? null,
    serveEndTime: order.serveEndAt?.toISOString() ?? null,
  }
}
