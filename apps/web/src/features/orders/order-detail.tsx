import { orderActions } from '@trove/contract/compute-order-states'
import { ActionButton } from '@trove/ui/action-button'
import { ConfirmDialog } from '@trove/ui/confirm-dialog'
import { CopyButton } from '@trove/ui/copy-button'
import { ErrorState } from '@trove/ui/error-state'
import { type MoneyRow as Row, MoneyBlock as Rows } from '@trove/ui/money-block'
import { PageHeader } from '@trove/ui/page-header'
import { Price } from '@trove/ui/price'
import { DetailSkeleton } from '@trove/ui/skeletons'
import { StickyAction } from '@trove/ui/sticky-action'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useNow } from '../../lib/clock.ts'
import { formatMoment, formatPeriod } from '../../lib/format.ts'
import { errorText } from '../../lib/notify.ts'
import { ordersPath, paths } from '../../lib/paths.ts'
import { useHasClearable } from './live-income.tsx'
import { useOrderTexts } from './order-fields.ts'
import { OrderMoney } from './order-money.tsx'
import { OrderBadge, standingOf } from './order-standing.tsx'
import { OrderTimeLine } from './order-time-line.tsx'
import classes from './orders.module.css'
import { PayCountdown } from './pay-countdown.tsx'
import { type Detail, useOrder } from './queries.ts'
import { useCancel, useClear, usePay } from './use-order-actions.ts'

function About({ order }: { order: Detail }) {
  const { t } = useTranslation()
  const texts = useOrderTexts()
  const other: Row =
    order.role === 'seller'
      ? { label: t('orders.field.purchaser'), amount: order.purchaser }
      : { label: t('orders.field.sharer'), amount: order.sharer }
  const rows: Row[] = [
    other,
    { label: t('orders.field.resource'), amount: <code>{order.authId}</code> },
    { label: t('orders.field.duration'), amount: formatPeriod(order.servePeriod) },
    { label: t('orders.field.ordered'), amount: formatMoment(order.cstCreate) },
  ]
  return (
    <section className={classes.panel}>
      <h2 className={classes.title}>{t('orders.about')}</h2>
      <p className={classes.copyLine}>
        <small>{t('orders.field.number')}</small>
        <code>{order.outTradeNo}</code>
        <CopyButton value={order.outTradeNo} label={t('common.copy')} copiedLabel={t('common.copied')} />
      </p>
      <p className={classes.quiet}>{texts.specification(order)}</p>
      <Rows rows={rows} />
    </section>
  )
}

function BuyerActions({ order }: { order: Detail }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { pay, payingId } = usePay('same-window')
  const cancel = useCancel(() => setAsking(false))
  const actions = orderActions(order, 'buyer', useNow(5_000))
  if (actions.length === 0) return null
  const isOpen = actions.includes('open-access')
  return (
    <>
      <StickyAction info={!isOpen && <Price amount={order.totalAmount} currency={t('units.yuanSign')} size="lg" />}>
        {actions.includes('cancel') && (
          <ActionButton size="md" kind="plain" action={{ label: t('orders.cancel'), onClick: () => setAsking(true) }} />
        )}
        {actions.includes('pay') && (
          <ActionButton
            size="md"
            action={{ label: t('orders.pay'), onClick: () => pay(order.id), isBusy: Boolean(payingId) }}
          />
        )}
        {isOpen && <ActionButton size="md" action={{ label: t('orders.openCompute'), href: paths.myCompute() }} />}
      </StickyAction>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => cancel.mutate(order.id)}
        title={t('orders.cancel')}
        text={t('orders.cancelText')}
        confirmLabel={t('orders.cancel')}
        cancelLabel={t('orders.keep')}
        closeLabel={t('common.close')}
        isDangerous
        isBusy={cancel.isPending}
      />
    </>
  )
}

function SellerActions({ order }: { order: Detail }) {
  const { t } = useTranslation()
  const { clear, clearingId } = useClear()
  const hasClearable = useHasClearable(order, order.income)
  if (!orderActions(order, 'seller', new Date()).includes('clear')) return null
  return (
    <StickyAction>
      <ActionButton
        size="md"
        action={{
          label: t('orders.clear'),
          onClick: () => clear(order.id),
          isBusy: Boolean(clearingId),
          isDisabled: !hasClearable,
        }}
      />
    </StickyAction>
  )
}

function Loaded({ order }: { order: Detail }) {
  const { t } = useTranslation()
  return (
    <div className={classes.body}>
      <div className={classes.page}>
        <div className={classes.column}>
          <section className={classes.panel}>
            <div className={classes.lead}>
              <div>
                <OrderBadge order={order} reader={order.role} />
              </div>
              <h2 className={classes.title}>{t('orders.nextTitle')}</h2>
              <p>{t(`orders.next.${order.role}.${standingOf(order)}`)}</p>
              {order.orderState === 'ToBePaid' && (
                <p className={classes.quiet}>
                  <PayCountdown expiresAt={order.expiresAt} />
                </p>
              )}
            </div>
          </section>
          <section className={classes.panel}>
            <h2 className={classes.title}>{t('orders.progress')}</h2>
            <OrderTimeLine order={order} />
          </section>
        </div>
        <div className={classes.column}>
          <section className={classes.panel}>
            <h2 className={classes.title}>{t('orders.money')}</h2>
            <OrderMoney order={order} />
          </section>
          <About order={order} />
        </div>
      </div>
      {order.role === 'buyer' ? <BuyerActions order={order} /> : <SellerActions order={order} />}
    </div>
  )
}

/** One order: where it stands, what happens next and who must act, the money, and one main action. */
export default function OrderDetailScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: order, error, refetch } = useOrder(useParams().id ?? '')
  const back = () => navigate(ordersPath(order?.role === 'seller' ? 'profit' : 'consume', 'calculateOrder'))
  return (
    <>
      <PageHeader title={t('orders.details')} back={{ label: t('common.back'), onClick: back }} />
      {error && !order && (
        <ErrorState title={errorText(error)} retry={{ label: t('common.retry'), onClick: () => void refetch() }} />
      )}
      {!order && !error && <DetailSkeleton label={t('common.loading')} />}
      {order && <Loaded order={order} />}
    </>
  )
}
