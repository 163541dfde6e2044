import { listCodeConsume, listCodeProfit } from '@trove/contract/code/orders'
import { ActionButton } from '@trove/ui/actions/action-button'
import { useTranslation } from 'react-i18next'
import { ordersPath, paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import type { Listed, OrderFace, OrderWords, Reader } from '../../../market/orders/face.ts'
import { codeMarket } from '../market.ts'
import classes from './goods.module.css'
import { Goods } from './goods.tsx'
import { GoodsBones } from './goods-bones.tsx'
import { looks, type Order, standingOf } from './order-standing.ts'

/** The title beside the work's picture, if it has one. */
function Titled({
  order: { fkProductName, fkProductImage },
}: {
  order: Pick<Order, 'fkProductName' | 'fkProductImage'>
}) {
  return (
    <span className={classes.titled}>
      {fkProductImage && <img src={fkProductImage} alt="" width={64} height={40} loading="lazy" />}
      <span>{fkProductName}</span>
    </span>
  )
}

function useWords(): OrderWords<Order> {
  const { t } = useTranslation()
  const other = (order: Order, reader: Reader) =>
    reader === 'seller'
      ? { label: t('orders.field.purchaser'), name: order.purchaser }
      : { label: t('codeOrders.field.author'), name: order.sharer }
  return {
    look: (order) => {
      const standing = standingOf(order)
      return { standing, ...looks[standing], label: t(`codeOrders.standing.${standing}`) }
    },
    next: (order) =>
      t(`codeOrders.next.${order.role}.${standingOf(order)}`, {
        when: order.refundableUntil && formatMoment(order.refundableUntil),
      }),
    facts: (order, reader) => [
      { label: t('codeOrders.field.title'), value: <Titled order={order} />, isWide: true },
      { label: t('codeOrders.field.licence'), value: t(`codeOrders.licence.${order.licence}`) },
      { label: other(order, reader).label, value: other(order, reader).name },
      { label: t('codeOrders.field.platform'), value: t(`orders.${order.tradingPlatform}`) },
    ],
    about: (order) => ({
      summary: order.fkProductName,
      rows: [
        { label: t('codeOrders.field.licence'), amount: t(`codeOrders.licence.${order.licence}`) },
        { label: other(order, order.role).label, amount: other(order, order.role).name },
        { label: t('codeOrders.field.version'), amount: String(order.version) },
        ...(order.refundableUntil
          ? [{ label: t('codeOrders.field.refundable'), amount: formatMoment(order.refundableUntil) }]
          : []),
      ],
    }),
    clearNote: (order) => (standingOf(order) === 'open' ? t('codeOrders.auto') : undefined),
    step: ({ step }) =>
      step === 'delivered' || step === 'ended' || step === 'finished' ? t(`codeOrders.step.${step}`) : undefined,
    cancelText: t('codeOrders.cancelText'),
    empty: (side) => ({
      title: t(`codeOrders.${side}Empty`),
      text: t(`codeOrders.${side}EmptyText`),
      action:
        side === 'consume'
          ? { label: t('codeOrders.toMarket'), href: paths.codeList() }
          : { label: t('codeOrders.publish'), href: paths.publishCode() },
    }),
    paid: {
      text: t('codeOrders.paidText'),
      action: { label: t('codeOrders.myOrders'), href: ordersPath('consume', 'codeOrder') },
    },
    goodsPath: ({ fkProductId }) => paths.codeDetail({ id: fkProductId }),
  }
}

function Act({ order, size }: { order: Listed<Order>; reader: Reader; size: 'sm' | 'md' }) {
  const { t } = useTranslation()
  const action = { label: t('codeOrders.toWork'), href: paths.codeDetail({ id: order.fkProductId }) }
  return <ActionButton size={size} kind="plain" action={action} />
}

const isHad = (order: Order) => ['open', 'finished'].includes(standingOf(order))

/** Orders of works, for the frame of all orders. */
export const codeOrderFace: OrderFace<Order> = {
  kind: codeMarket.kind,
  goodsKey: codeMarket.goodsKey,
  tab: codeMarket.tab,
  list: (side, query) => (side === 'consume' ? api(listCodeConsume, { query }) : api(listCodeProfit, { query })),
  isMoving: (order) => ['to-be-paid', 'paid', 'refunding'].includes(standingOf(order)),
  isEarning: isHad,
  earnsUntil: () => null,
  isWaitingFor: (order, reader) => reader === 'buyer' && standingOf(order) === 'to-be-paid',
  useWords,
  steps: 5,
  hasAction: (order) => isHad(order),
  Act,
  Awaited: GoodsBones,
  Goods,
}
