import { orderActions } from '@trove/contract/compute/order-states'
import { listComputeConsume, listComputeProfit } from '@trove/contract/compute/orders'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import type { OrderFace, OrderWords } from '../../../market/orders/face.ts'
import { termText } from '../facts/lease-term.ts'
import { computeMarket } from '../market.ts'
import { LeaseBones } from './lease-bones.tsx'
import { OrderLease, OrderProbes } from './lease-panel.tsx'
import { Act, isOver } from './order-act.tsx'
import { useOrderTexts } from './order-fields.ts'
import { earnsUntil, type Order, standingOf, turnOf, useLook } from './order-standing.tsx'
import { Specification } from './specification.tsx'

const MACHINE_STEPS = ['provisioning', 'serving', 'ended', 'finished'] as const
type MachineStep = (typeof MACHINE_STEPS)[number]
const isMachineStep = (step: string): step is MachineStep => (MACHINE_STEPS as readonly string[]).includes(step)

function useWords(): OrderWords<Order> {
  const { t } = useTranslation()
  const texts = useOrderTexts()
  const other = (order: Order, reader: 'buyer' | 'seller') =>
    reader === 'seller'
      ? { label: t('orders.field.purchaser'), name: order.purchaser }
      : { label: t('orders.field.sharer'), name: order.sharer }
  return {
    look: useLook(),
    next: ({ openFault, ...order }, now) =>
      openFault
        ? t(`orders.next.${order.role}.fault.${turnOf(openFault, now)}`, { when: formatMoment(openFault.until) })
        : t(`orders.next.${order.role}.${standingOf(order)}`),
    // In the order of the calculate profit card (b-markets 2); the frame has number and status before, time and amount after.
    facts: (order, reader) => [
      { label: t('orders.field.specification'), value: <Specification order={order} />, isWide: true },
      { label: other(order, reader).label, value: other(order, reader).name },
      { label: t('orders.field.resource'), value: <code>{order.authId}</code> },
      {
        label: t('orders.field.period'),
        value: order.isAutoRenewed ? `${texts.period(order)} · ${t('autoRenewal.isOn')}` : texts.period(order),
        isWide: true,
      },
    ],
    about: (order) => ({
      summary: <Specification order={order} />,
      rows: [
        { label: other(order, order.role).label, amount: other(order, order.role).name },
        {
          label: t('orders.field.resource'),
          amount: (
            <LoneLink href={paths.computeOffer({ id: order.fkProductId })}>
              <code>{order.authId}</code>
            </LoneLink>
          ),
        },
        {
          label: t('orders.field.duration'),
          amount: termText(order),
          hint: order.isAutoRenewed ? t('autoRenewal.isOn') : undefined,
        },
      ],
    }),
    clearNote: (order) => {
      if (order.openFault) return t('orders.income.undecided')
      return standingOf(order) === 'finished' ? undefined : t('orders.income.auto')
    },
    step: ({ step }) => (isMachineStep(step) ? t(`orders.machineSteps.${step}`) : undefined),
    cancelText: t('orders.cancelMachine'),
    empty: (side) => ({
      title: t(`orders.${side}Empty`),
      text: t(`orders.${side}EmptyText`),
      action:
        side === 'consume'
          ? { label: t('orders.toMarket'), href: paths.market({ tab: 'computing' }) }
          : { label: t('orders.shareMine'), href: paths.publishCompute() },
    }),
    paid: {
      text: t('orders.result.paidText'),
      textOf: (order) => (order.renewsOrderId === null ? undefined : t('orders.next.buyer.waiting')),
      action: { label: t('orders.result.myCompute'), href: paths.myCompute() },
      readyOf: (order) =>
        standingOf(order) === 'serving'
          ? {
              text: t('orders.result.servingText'),
              action: { label: t('cockpit.open'), href: paths.cockpit({ orderId: order.id }) },
            }
          : undefined,
    },
    goodsPath: ({ fkProductId }) => paths.computeOffer({ id: fkProductId }),
  }
}

/** Something happens soon without the person: money on its way, a machine being prepared, a refund. */
export function isMoving(
  order: Pick<Order, 'orderState' | 'superPointsStatus' | 'refundState' | 'renewsOrderId'>,
): boolean {
  const isPrepared = order.superPointsStatus === 0 && order.renewsOrderId === null
  return order.orderState === 'ToBePaid' || isPrepared || order.refundState === 'Refunding'
}

/** Orders of machines, for the frame of all orders. */
export const computeOrderFace: OrderFace<Order> = {
  kind: computeMarket.kind,
  goodsKey: computeMarket.goodsKey,
  tab: computeMarket.tab,
  list: (side, query) => (side === 'consume' ? api(listComputeConsume, { query }) : api(listComputeProfit, { query })),
  isMoving,
  isEarning: (order) => ['serving', 'uncleared', 'finished'].includes(standingOf(order)),
  earnsUntil,
  isWaitingFor: (order, reader) =>
    order.openFault
      ? order.openFault.awaits === reader
      : standingOf(order) === (reader === 'buyer' ? 'to-be-paid' : 'uncleared'),
  useWords,
  steps: 6,
  Awaited: LeaseBones,
  hasAction: (order, reader, now) => {
    // What a reported fault is about is decided first: by whom it waits for.
    if (order.openFault?.awaits === reader) return true
    const actions = orderActions(order, reader, now)
    return reader === 'seller'
      ? !order.openFault && actions.includes('clear')
      : actions.includes('open-access') || isOver(order)
  },
  Act,
  More: OrderLease,
  Last: OrderProbes,
}
