import { ActionButton } from '@trove/ui/actions/action-button'
import { Link } from '@trove/ui/base/link'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { Price } from '@trove/ui/lists/price'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/addresses/paths.ts'
import { useNow } from '../../lib/calls/clock.ts'
import { formatMoment } from '../../lib/shown/format.ts'
import { moneyText } from '../../lib/shown/money.ts'
import type { Listed, OrderCommon, OrderFace, OrderFact, Reader } from './face.ts'
import { LiveIncome } from './live-income.tsx'
import classes from './orders.module.css'
import { PayCountdown } from './pay-countdown.tsx'
import { openActions } from './use-order-actions.ts'

/** What goes back, and whether it is there: an order of which only a part goes back shows that nowhere else (b-markets 4). */
function useRefund(order: OrderCommon): OrderFact[] {
  const { t } = useTranslation()
  if (!order.refund) return []
  const word = t(`orders.standing.${order.refundState === 'Refunding' ? 'refunding' : 'refunded'}`)
  return [{ label: t('orders.field.refund'), value: `${moneyText(order.refund)} · ${word}` }]
}

/** What every order says of itself, after what its market says of the goods. */
function useCommonFacts(order: OrderCommon): OrderFact[] {
  const { t } = useTranslation()
  return [
    { label: t('orders.field.ordered'), value: formatMoment(order.cstCreate), isWide: true },
    ...(order.closeReason
      ? [{ label: t('orders.field.reason'), value: t(`orders.closeReason.${order.closeReason}`) }]
      : []),
    ...useRefund(order),
  ]
}

function Earned({ order, face }: { order: Listed; face: OrderFace }) {
  const { t } = useTranslation()
  const { income } = order
  if (!income || !face.isEarning(order)) return null
  return (
    <div className={classes.note}>
      <span className={classes.income}>
        <span>
          <small>{t('orders.income.accrued')}</small>
          <LiveIncome income={income} limit={order.totalAmount} until={face.earnsUntil(order)} />
        </span>
        <span>
          <small>{t('orders.income.cleared')}</small>
          <span className={classes.figure}>{moneyText(income.clearedAmount)}</span>
        </span>
      </span>
    </div>
  )
}

/** The number of an order, which leads to its page. */
function OrderNumber({ order }: { order: Listed }) {
  const { t } = useTranslation()
  return (
    <Link href={paths.order({ id: order.id }, { kind: order.orderSource })} className={classes.number}>
      <small>{t('orders.field.number')}</small>
      <span>{order.outTradeNo}</span>
    </Link>
  )
}

type OrderCardProps = {
  order: Listed
  face: OrderFace
  reader: Reader
  onPay: (id: string) => void
  isPaying: boolean
}

/** Any market's order in a list: number and state, facts, the sum, what it earns or how long it waits, and one action. */
export function OrderCard({ order, face, reader, onPay, isPaying }: OrderCardProps) {
  const { t } = useTranslation()
  const now = useNow(5_000)
  const words = face.useWords()
  const facts = [...words.facts(order, reader), ...useCommonFacts(order)]
  const isPayable = reader === 'buyer' && openActions(order, now).includes('pay')
  const hasAction = face.hasAction(order, reader, now)
  const { standing, ...look } = words.look(order, reader)
  return (
    <article className={classes.card} data-standing={standing}>
      <header className={classes.head}>
        <OrderNumber order={order} />
        <StatusBadge {...look} />
      </header>
      <dl className={classes.fields}>
        {facts.map(({ label, value, isWide }) => (
          <div key={label} className={classes.field} data-wide={isWide || undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <footer className={classes.foot}>
        <div className={classes.sum}>
          <small>{t('orders.field.amount')}</small>
          <Price amount={order.totalAmount} currency={t('units.yuanSign')} size="md" tone="ink" />
        </div>
        {reader === 'buyer' && order.orderState === 'ToBePaid' && (
          <div className={classes.note}>
            <PayCountdown expiresAt={order.expiresAt} />
          </div>
        )}
        {reader === 'seller' && <Earned order={order} face={face} />}
        {(isPayable || hasAction) && (
          <div className={classes.act}>
            {isPayable ? (
              <ActionButton action={{ label: t('orders.pay'), onClick: () => onPay(order.id), isBusy: isPaying }} />
            ) : (
              <face.Act order={order} reader={reader} size="sm" />
            )}
          </div>
        )}
      </footer>
    </article>
  )
}
