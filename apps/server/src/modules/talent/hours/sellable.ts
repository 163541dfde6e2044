import { requireThat } from '@trove/contract/errors/codes'
import { serviceStatus } from '@trove/contract/orders/states'
import { deliverDays, HIRE_DAYS, type OpenAsk } from '@trove/contract/talent/hours'
import { formatYuan } from '@trove/units/money'
import type { z } from 'zod'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Sellable, StandingOrder } from '../../orders/model/sellable.ts'
import type { TalentNeeds } from '../model/needs.ts'
import { AGREEMENT, keepAgreement } from './agreement.ts'
import { viewOpen } from './dispute-rules.ts'
import { closeDispute } from './dispute-store.ts'
import * as store from './store.ts'

/** Hours of experts, as orders see them: paid to the expert when the buyer accepts, or is silent for seven days. */
export function createHours({ db, dictionary }: Pick<TalentNeeds, 'db' | 'dictionary'>): Sellable {
  return {
    kind: 'manpower',
    // An expert may have several hires; how much work to take on is theirs to decide.
    isOneOf: false,
    release: 'on-accept',
    timeouts: {
      startDays: HIRE_DAYS.start,
      lateDays: HIRE_DAYS.late,
      lateWarnAfterDays: HIRE_DAYS.lateWarnAfter,
      acceptDays: HIRE_DAYS.accept,
      warnAfterDays: HIRE_DAYS.warnAfter,
    },
    choices: ['manWorkingHourId', 'manWorkingRequire', 'manAgreement'],

    async hold(tx, { orderId, productId, buyerId, choice }) {
      const { manWorkingHourId = '', manWorkingRequire: requirement = '', manAgreement } = choice
      requireThat(requirement !== '', 'talent.requirement-missing')
      // Who names none, as the specification's payload does, orders under the agreement as it stands.
      requireThat((manAgreement ?? AGREEMENT.hash) === AGREEMENT.hash, 'talent.agreement-changed')
      const offered = await store.findOffered(tx, productId, manWorkingHourId)
      requireThat(offered, 'orders.product-unavailable')
      requireThat(offered.isPackage, 'talent.hours-unknown')
      const { at, userId: expertUserId, hourFen, identity } = offered
      const hours = Number(manWorkingHourId)
      await keepAgreement(tx)
      const agreed = { identity, requirement, agreementHash: AGREEMENT.hash }
      await store.insertHire(tx, { orderId, expertUserId, buyerId, hours, hourFen, ...agreed })
      crashPoint('talent.held.before-commit')
      return {
        at,
        sellerId: expertUserId,
        priceFen: hourFen * BigInt(hours),
        periodDays: deliverDays(hours),
        snapshot: { hours, hourFen: String(hourFen) },
        searchText: identity,
      }
    },

    // Nothing is held; what the buyer asked for is answered by what happened.
    async released(tx, order) {
      // Not begun, never delivered, or given back hour by hour: none of what was paid is kept.
      if (order.paidAt) await store.returnRest(tx, order.id)
      await store.lapseAsk(tx, order.id)
      await closeDispute(tx, order.id, 'lapsed')
    },
    // Nothing is handed over: the expert hears of a paid order and begins.
    paid: async () => {},

    async ended(tx, order) {
      await store.lapseAsk(tx, order.id)
      // Over a dispute only the buyer ends a hire, by accepting it.
      await closeDispute(tx, order.id, 'accepted')
      await store.countHire(tx, order.productId)
      crashPoint('talent.ended.before-commit')
    },

    async namesOf(orders) {
      const rows = await store.findHires(
        db,
        orders.map(({ id }) => id),
      )
      const names = new Map(rows.map(({ orderId, realName }) => [orderId, realName]))
      return orders.map(({ id }) => names.get(id) ?? null)
    },

    async describe(orders) {
      const rows = await store.findHires(
        db,
        orders.map(({ id }) => id),
      )
      const byId = new Map(rows.map((row) => [row.orderId, row]))
      const labels = await dictionary.readTree('identity')
      return orders.map((order) => {
        const hire = byId.get(order.id)
        if (!hire) throw new Error(`order ${order.id} of hours has no hire`)
        return factsOf(order, hire, labels)
      })
    },
  }
}

type Labels = Awaited<ReturnType<TalentNeeds['dictionary']['readTree']>>

function factsOf(order: StandingOrder, hire: store.HireRow, labels: Labels): Record<string, unknown> {
  const label = labels.find(({ value }) => value === hire.identity)
  return {
    manStatus: serviceStatus(order.state),
    fkProductName: hire.realName ?? '',
    manRealName: hire.realName ?? '',
    manIdentity: label?.labelZh ?? hire.identity,
    manIdentityEn: label?.labelEn ?? hire.identity,
    manServeStartTime: order.serveStartAt?.toISOString() ?? null,
    manServeEndTime: (order.serveEndAt ?? order.deliveredAt)?.toISOString() ?? null,
    manWorkingHourId: String(hire.hours),
    manWorkingRequire: hire.requirement,
    hours: hire.hours,
    hourSalary: formatYuan(hire.hourFen),
    returnedHours: hire.returnedHours,
    openAsk: viewAsk(hire),
    openDispute: viewOpen(hire),
    isRuled: hire.isRuled,
  }
}

/** The open question as the order says it. */
function viewAsk({ openAsk }: store.HireRow): z.input<typeof OpenAsk> | null {
  if (!openAsk) return null
  const { hours, askedAt, dueAt, dueCount } = openAsk
  const end = store.endOfAsk({ askedAt: new Date(askedAt), dueAt: dueAt === null ? null : new Date(dueAt), dueCount })
  return { hours, until: end?.toISOString() ?? null }
}
