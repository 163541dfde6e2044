import { orderActions } from '@trove/contract/compute-order-states'
import { ActionButton } from '@trove/ui/action-button'
import { Link } from '@trove/ui/link'
import { Price } from '@trove/ui/price'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/clock.ts'
import { formatMoment } from '../../lib/format.ts'
import { moneyText } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { LiveIncome, useHasClearable } from './live-income.tsx'
import { useOrderTexts } from './order-fields.ts'
import { OrderBadge, standingOf } from './order-standing.tsx'
import classes from './orders.module.css'
import { PayCountdown } from './pay-countdown.tsx'
import type { ListedOrder, Order } from './queries.ts'

function Field({ label, children, isWide }: { label: string; children: ReactNode; isWide?: boolean }) {
  return (
    <div className={classes.field} data-wide={isWide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Fields({ order, reader }: { order: Order; reader: 'buyer' | 'seller' }) {
  const { t } = useTranslation()
  const texts = useOrderTexts()
  return (
    <dl className={classes.fields}>
      <Field label={t('orders.field.specification')} isWide>
        {texts.specification(order)}
      </Field>
      <Field label={t('orders.field.period')} isWide>
        {texts.period(order)}
      </Field>
      {reader === 'seller' ? (
        <Field label={t('orders.field.purchaser')}>{order.purchaser}</Field>
      ) : (
        <Field label={t('orders.field.sharer')}>{order.sharer}</Field>
      )}
      <Field label={t('orders.field.resource')}>
        <code>{order.authId}</code>
      </Field>
      <Field label={t('orders.field.ordered')} isWide>
        {formatMoment(order.cstCreate)}
      </Field>
      {order.closeReason && (
        <Field label={t('orders.field.reason')}>{t(`orders.closeReason.${order.closeReason}`)}</Field>
      )}
      {order.refund && <Field label={t('orders.field.refund')}>{moneyText(order.refund)}</Field>}
    </dl>
  )
}

function Frame({ order, reader, note, action }: OrderFrame) {
  const { t } = useTranslation()
  const price = <Price amount={order.totalAmount} currency={t('units.yuanSign')} size="md" tone="ink" />
  return (
    <article className={classes.card} data-standing={standingOf(order)}>
      <header className={classes.head}>
        <Link href={paths.order({ id: order.id })} className={classes.number}>
          <small>{t('orders.field.number')}</small>
          <span>{order.outTradeNo}</span>
        </Link>
        <OrderBadge order={order} reader={reader} />
      </header>
      <Fields order={order} reader={reader} />
      <footer className={classes.foot}>
        <div className={classes.sum}>
          <small>{t('orders.field.amount')}</small>
          {price}
        </div>
        {note && <div className={classes.note}>{note}</div>}
        {action && <div className={classes.act}>{action}</div>}
      </footer>
    </article>
  )
}
type OrderFrame = { order: Order; reader: 'buyer' | 'seller'; note?: ReactNode; action?: ReactNode }

type ConsumeCardProps = { order: Order; onPay: (id: string) => void; isPaying: boolean }

/** An order one placed: pay it while it is open, go to the machine while it serves. */
export function ConsumeCard({ order, onPay, isPaying }: ConsumeCardProps) {
  const { t } = useTranslation()
  const actions = orderActions(order, 'buyer', useNow(5_000))
  const open = { label: t('orders.openCompute'), href: paths.myCompute() }
  return (
    <Frame
      order={order}
      reader="buyer"
      note={order.orderState === 'ToBePaid' && <PayCountdown expiresAt={order.expiresAt} />}
      action={
        actions.includes('pay') ? (
          <ActionButton action={{ label: t('orders.pay'), onClick: () => onPay(order.id), isBusy: isPaying }} />
        ) : actions.includes('open-access') ? (
          <ActionButton kind="plain" action={open} />
        ) : undefined
      }
    />
  )
}

type ProfitCardProps = { order: ListedOrder; onClear: (id: string) => void; isClearing: boolean }

/** An order of one's machine: income counting up, and clearing it in one press. */
export function ProfitCard({ order, onClear, isClearing }: ProfitCardProps) {
  const { t } = useTranslation()
  const hasClearable = useHasClearable(order, order.income)
  const actions = orderActions(order, 'seller', new Date())
  const isEarning = order.income && order.superPointsStatus !== null && order.superPointsStatus > 0
  return (
    <Frame
      order={order}
      reader="seller"
      note={
        isEarning &&
        order.income && (
          <span className={classes.income}>
            <span>
              <small>{t('orders.income.accrued')}</small>
              <LiveIncome order={order} income={order.income} />
            </span>
            <span>
              <small>{t('orders.income.cleared')}</small>
              <span className={classes.figure}>{moneyText(order.income.clearedAmount)}</span>
            </span>
          </span>
        )
      }
      action={
        actions.includes('clear') && (
          <ActionButton
            action={{
              label: t('orders.clear'),
              onClick: () => onClear(order.id),
              isBusy: isClearing,
              isDisabled: !hasClearable,
            }}
          />
        )
      }
    />
  )
}
