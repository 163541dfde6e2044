import { ActionButton } from '@trove/ui/actions/action-button'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { StickyAction } from '@trove/ui/actions/sticky-action'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { ErrorState } from '@trove/ui/feedback/error-state'
import { Busy } from '@trove/ui/feedback/skeletons'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { PageHeader } from '@trove/ui/layout/page-header'
import { MoneyBlock } from '@trove/ui/lists/money-block'
import { Price } from '@trove/ui/lists/price'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { ordersPath, paths } from '../../lib/addresses/paths.ts'
import { useWayBack } from '../../lib/addresses/use-way-back.ts'
import { useNow } from '../../lib/calls/clock.ts'
import { useListed } from '../../lib/lists/use-listed.ts'
import { FailureOrGone } from '../../lib/shown/failure-or-gone.tsx'
import { formatMoment } from '../../lib/shown/format.ts'
import { usePageTitle } from '../../lib/shown/page-title.ts'
import { outcomeOf } from '../paying/outcome.ts'
import { PayAction } from '../paying/pay-action.tsx'
import { OrderReviews } from '../reviews/order-reviews.tsx'
import {
  type Detailed,
  faceOf,
  type Known,
  type OrderCommon,
  type OrderFace,
  type OrderPage,
  type OrderWords,
} from './face.ts'
import { OrderBones } from './order-bones.tsx'
import { OrderMoney } from './order-money.tsx'
import { OrderTimeLine } from './order-time-line.tsx'
import classes from './orders.module.css'
import { PayCountdown } from './pay-countdown.tsx'
import { useOrder } from './queries.ts'
import { StepBones } from './row-bones.tsx'
import { openActions, useCancel, usePay } from './use-order-actions.ts'

/** It was ordered, and closed. */
const CLOSED_STEPS = 2

type ShownProps = { order: Known; face: OrderFace }

function About({ order, words }: { order: Known; words: OrderWords }) {
  const { t } = useTranslation()
  const { summary, rows } = words.about(order)
  return (
    <section className={classes.panel}>
      <h2 className={classes.title}>{t('orders.about')}</h2>
      <p className={classes.copyLine}>
        <small>{t('orders.field.number')}</small>
        <code>{order.outTradeNo}</code>
        <CopyButton value={order.outTradeNo} label={t('common.copy')} copiedLabel={t('common.copied')} />
      </p>
      <p className={classes.quiet}>{summary}</p>
      <MoneyBlock rows={[...rows, { label: t('orders.field.ordered'), amount: formatMoment(order.cstCreate) }]} />
    </section>
  )
}

type OpenProps = ShownProps & { isPayable: boolean }

/** The sum of an order that is open, and what can be done with it. */
function OpenBar({ order, face, isPayable, onCancel }: OpenProps & { onCancel: () => void }) {
  const { t } = useTranslation()
  const { pay, payingId, error } = usePay('same-window', face.goodsKey)
  const cancel = <ActionButton size="md" kind="plain" action={{ label: t('orders.cancel'), onClick: onCancel }} />
  if (!isPayable)
    return (
      <StickyAction isBeside info={<Price amount={order.totalAmount} currency={t('units.yuanSign')} size="lg" />}>
        {cancel}
      </StickyAction>
    )
  return (
    <PayAction
      amount={order.totalAmount}
      size="lg"
      label={t('orders.pay')}
      onPay={() => pay(order.id)}
      isPaying={Boolean(payingId)}
      under="opening"
      failure={error ? { error, order: outcomeOf(error).order === 'none' ? undefined : 'stands' } : undefined}
    >
      {cancel}
    </PayAction>
  )
}

/** Paying and cancelling an order that is open. */
function OpenActions({ order, face, isPayable }: OpenProps) {
  const { t } = useTranslation()
  const words = face.useWords()
  const [isAsking, setAsking] = useState(false)
  const cancel = useCancel(face.goodsKey, () => setAsking(false))
  return (
    <>
      <OpenBar order={order} face={face} isPayable={isPayable} onCancel={() => setAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => cancel.mutate(order.id)}
        title={t('orders.cancel')}
        text={words.cancelText ?? t('orders.cancelText')}
        confirmLabel={t('orders.cancel')}
        cancelLabel={t('orders.keep')}
        closeLabel={t('common.close')}
        isDangerous
        isBusy={cancel.isPending}
      />
    </>
  )
}

function Actions({ order, face }: ShownProps) {
  const now = useNow(5_000)
  const open = order.role === 'buyer' ? openActions(order, now) : []
  if (open.length > 0) return <OpenActions order={order} face={face} isPayable={open.includes('pay')} />
  if (!face.hasAction(order, order.role, now)) return null
  return (
    <StickyAction isBeside>
      <face.Act order={order} reader={order.role} size="md" />
    </StickyAction>
  )
}

type NextStepProps = { order: ShownProps['order']; words: ReturnType<OrderFace['useWords']> }

/** Where the order stands, and what happens next. */
function NextStep({ order, words }: NextStepProps) {
  const { t } = useTranslation()
  const now = useNow(5_000)
  const { standing: _, ...look } = words.look(order, order.role)
  return (
    <section className={classes.panel}>
      <div className={classes.lead}>
        <div>
          <StatusBadge {...look} />
        </div>
        <h2 className={classes.title}>{t('orders.nextTitle')}</h2>
        <p>{words.next(order, now)}</p>
        {order.orderState === 'ToBePaid' && (
          <p className={classes.quiet}>
            <PayCountdown expiresAt={order.expiresAt} />
          </p>
        )}
      </div>
    </section>
  )
}

/** The time line is in no list: its steps are awaited at their places. */
function Progress({ detail, face, isClosed }: { detail?: Detailed; face: OrderFace; isClosed: boolean }) {
  const { t } = useTranslation()
  return (
    <section className={classes.panel}>
      <h2 className={classes.title}>{t('orders.progress')}</h2>
      {detail ? (
        <OrderTimeLine order={detail} face={face} />
      ) : (
        <Busy label={t('common.loading')}>
          <StepBones count={isClosed ? CLOSED_STEPS : face.steps} />
        </Busy>
      )}
    </section>
  )
}

function Loaded({ order, detail, face }: ShownProps & { detail?: Detailed }) {
  const { t } = useTranslation()
  const words = face.useWords()
  const { standing } = words.look(order, order.role)
  return (
    <div className={classes.body} data-standing={standing}>
      <div className={classes.page}>
        <div className={classes.column}>
          <NextStep order={order} words={words} />
          <Progress detail={detail} face={face} isClosed={order.orderState === 'PaymentFailed'} />
          {face.Goods && <face.Goods order={order} />}
          {face.More && order.paidAt && <face.More order={order} />}
          {order.paidAt && <OrderReviews kind={order.orderSource} orderId={order.id} reader={order.role} />}
          {face.Last && order.paidAt && <face.Last order={order} />}
        </div>
        <div className={classes.column}>
          <section className={classes.panel}>
            <h2 className={classes.title}>{t('orders.money')}</h2>
            <OrderMoney order={order} face={face} payouts={detail?.payouts ?? []} />
          </section>
          <About order={order} words={words} />
          <Actions order={order} face={face} />
        </div>
      </div>
    </div>
  )
}

/** The order as its page has it, or until then as a list had it. */
function useKnown(id: string, faces: readonly OrderFace[]) {
  const asked = useOrder(id, faces)
  const listed = useListed(
    ['orders', 'list'],
    ({ content }: OrderPage<OrderCommon>) => content,
    (order) => order.id === id,
  )
  // Only lists of what one sold say what it earns.
  const known: Known | undefined = listed && { ...listed, role: listed.income ? 'seller' : 'buyer' }
  return { ...asked, order: asked.data ?? (asked.error ? undefined : known) }
}

/** One order of any market: where it stands, what happens next and who must act, the money, and one main action. */
export function OrderDetail({ faces }: { faces: readonly OrderFace[] }) {
  const { t } = useTranslation()
  const { order, data, error, refetch } = useKnown(useParams().id ?? '', faces)
  const kind = useSearchParams()[0].get('kind')
  // Until it is known, what its link says of it; a link that says nothing is most often that to a machine's.
  const face = order ? faceOf(faces, order.orderSource) : (faceOf(faces, kind ?? '') ?? faces[0])
  usePageTitle(order && `${order.outTradeNo} · ${t('orders.details')}`)
  const back = useWayBack(ordersPath(order?.role === 'seller' ? 'profit' : 'consume', face?.tab))
  return (
    <>
      <PageHeader title={t('orders.details')} back={{ label: t('common.back'), onClick: back }} />
      {error && !order && (
        <FailureOrGone error={error} refetch={refetch} wayOn={{ label: t('titles.myOrder'), href: paths.orders() }} />
      )}
      {!order && !error && <OrderBones face={face} />}
      {order && face && <Loaded key={order.id} order={order} detail={data} face={face} />}
      {/* A page of before a new market opened. */}
      {order && !face && (
        <ErrorState
          title={t('common.failedToLoad')}
          retry={{ label: t('common.reload'), onClick: () => window.location.reload() }}
        />
      )}
    </>
  )
}
