import { listHumanConsume, listHumanProfit } from '@trove/contract/talent/orders'
import type { Tone } from '@trove/ui/base/tokens'
import type { IconComponent } from '@trove/ui/icons/icon'
import { CancelledIcon, CheckIcon, ServingIcon, SuccessIcon, WaitingIcon } from '@trove/ui/icons/states'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { currentLanguage } from '../../../lib/session/language.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import type { Known, OrderFace, OrderWords, Reader } from '../../../market/orders/face.ts'
import { talentMarket } from '../market.ts'
import { HireAct } from './hire-act.tsx'
import { HireBones } from './hire-bones.tsx'
import { HirePanels } from './hire-panels.tsx'
import { isHandedOverBy, type Order } from './shapes.ts'

const SERVICE = ['to-be-served', 'serving', 'uncleared', 'finished'] as const
const looks = {
  'to-be-paid': { tone: 'amber', icon: WaitingIcon },
  'to-be-served': { tone: 'sky', icon: WaitingIcon },
  serving: { tone: 'jade', icon: ServingIcon },
  uncleared: { tone: 'amber', icon: CheckIcon },
  disputed: { tone: 'coral', icon: WaitingIcon },
  finished: { tone: 'neutral', icon: SuccessIcon },
  cancelled: { tone: 'neutral', icon: CancelledIcon },
  refunding: { tone: 'sky', icon: WaitingIcon },
  refunded: { tone: 'neutral', icon: CheckIcon },
} as const satisfies Record<string, { tone: Tone; icon: IconComponent }>
type Standing = keyof typeof looks

/** Where a hire stands: the wire's three fields as one word. */
export function standingOf(order: Pick<Order, 'orderState' | 'manStatus' | 'refundState' | 'openDispute'>): Standing {
  if (order.orderState === 'ToBePaid') return 'to-be-paid'
  if (order.openDispute) return 'disputed'
  if (order.manStatus !== null) return SERVICE[order.manStatus]
  if (order.refundState !== null) return order.refundState === 'Refunding' ? 'refunding' : 'refunded'
  return 'cancelled'
}

const HIRE_STEPS = ['serving', 'delivered', 'accepted', 'finished'] as const
type HireStep = (typeof HIRE_STEPS)[number]
const isHireStep = (step: string): step is HireStep => (HIRE_STEPS as readonly string[]).includes(step)

const identityOf = (order: Order) => (currentLanguage() === 'en' ? order.manIdentityEn : order.manIdentity)

/** What the reader is told of an open dispute: who handed it over, and what they can do themselves. */
function disputeKey(order: Known<Order>) {
  const whose = isHandedOverBy(order, order.role) ? 'own' : 'other'
  if (order.role === 'seller') return `talent.order.inDispute.seller.${whose}` as const
  // Only what was delivered can be accepted.
  return `talent.order.inDispute.buyer.${whose}${order.manStatus === 2 ? 'Work' : ''}` as const
}

function useWords(): OrderWords<Order> {
  const { t } = useTranslation()
  const hours = (order: Order) =>
    order.returnedHours > 0
      ? t('talent.order.hoursKept', { hours: order.hours, returned: order.returnedHours })
      : t('talent.order.hours', { count: order.hours })
  const other = (order: Order, reader: Reader) =>
    reader === 'seller'
      ? { label: t('talent.order.buyer'), value: order.purchaser }
      : { label: t('talent.order.expert'), value: order.manRealName }
  return {
    look: (order) => {
      const standing = standingOf(order)
      return { standing, ...looks[standing], label: t(`talent.order.standing.${standing}`) }
    },
    next: (order) => {
      const standing = standingOf(order)
      if (order.isRuled && standing === 'finished')
        return t(`talent.order.next.${order.role}.ruled`, { count: order.returnedHours })
      if (standing === 'disputed') return t(disputeKey(order))
      if (order.openAsk)
        return t(`talent.order.next.${order.role}.asked`, {
          hours: t('talent.order.hours', { count: order.openAsk.hours }),
          when: formatMoment(order.openAsk.until),
        })
      return t(`talent.order.next.${order.role}.${standing}`)
    },
    facts: (order, reader) => [
      other(order, reader),
      { label: t('talent.order.service'), value: hours(order) },
      { label: t('talent.field.identity'), value: identityOf(order) },
    ],
    about: (order) => {
      const { label, value } = other(order, order.role)
      return {
        summary: t('talent.order.requirement', { words: order.manWorkingRequire }),
        rows: [
          { label, amount: value },
          { label: t('talent.field.identity'), amount: identityOf(order) },
          { label: t('talent.order.service'), amount: hours(order) },
          { label: t('talent.checkout.price'), amount: moneyText(order.hourSalary) },
        ],
      }
    },
    clearNote: () => undefined,
    step: ({ step, at }, order) => {
      if (!isHireStep(step)) return undefined
      if (!order.isRuled) return t(`talent.order.step.${step}`)
      // A ruling ends the hire by the same steps as an acceptance, at one moment; neither of the two did anything then.
      const ruledAt = order.timeLine.find((other) => other.step === 'accepted')?.at
      if (step === 'delivered' && at === ruledAt) return null
      return t(`talent.order.step.${step === 'accepted' ? 'ruled' : step}`)
    },
    held: (order) => (order.openDispute ? t('talent.order.onHold') : undefined),
    cancelText: t('talent.order.cancelText'),
    empty: (side) => ({
      title: t(`talent.order.empty.${side}`),
      text: t(`talent.order.empty.${side}Text`),
      action:
        side === 'consume'
          ? { label: t('talent.order.toExperts'), href: paths.talent({ tab: 'experts' }) }
          : { label: t('talent.myHomepage'), href: paths.talent() },
    }),
    paid: {
      text: t('talent.order.paidText'),
      action: { label: t('talent.order.seeOrders'), href: paths.consumeOrders({ key: 'manpowerOrder' }) },
    },
    goodsPath: ({ fkProductId }) => paths.talent({ productId: fkProductId }),
  }
}

/**
 * Whose turn it is: the expert begins and delivers, the buyer accepts. To a dispute the other side answers; then the staff acts,
 * and its panel has what the two may do. Hours that are asked back wait for the expert before anything else.
 */
function isTurnOf(order: Order, reader: Reader): boolean {
  if (order.openDispute) return !order.openDispute.isAnswered && !isHandedOverBy(order, reader)
  if (order.openAsk) return reader === 'seller'
  return mayStep(order, reader)
}

/** Whether the hire goes on by what this side does. */
function mayStep(order: Order, reader: Reader): boolean {
  const standing = standingOf(order)
  return reader === 'buyer' ? standing === 'uncleared' : standing === 'to-be-served' || standing === 'serving'
}

/** Hires, for the frame of all orders. */
export const talentOrderFace: OrderFace<Order> = {
  kind: talentMarket.kind,
  goodsKey: talentMarket.goodsKey,
  tab: talentMarket.tab,
  list: (side, query) => (side === 'consume' ? api(listHumanConsume, { query }) : api(listHumanProfit, { query })),
  isMoving: (order) => order.orderState === 'ToBePaid' || order.refundState === 'Refunding',
  isEarning: (order) => order.manStatus === 3,
  earnsUntil: () => null,
  isWaitingFor: (order, reader) =>
    isTurnOf(order, reader) || (reader === 'buyer' && standingOf(order) === 'to-be-paid'),
  useWords,
  steps: 6,
  hasAction: (order, reader) => isTurnOf(order, reader) || (!order.openDispute && mayStep(order, reader)),
  Act: HireAct,
  Awaited: HireBones,
  More: HirePanels,
}
