import { useNow } from '../../lib/clock.ts'
import { accruedText, fenOf, moneyText } from '../../lib/money.ts'
import classes from './orders.module.css'
import type { Order, OrderIncome } from './queries.ts'

const SECOND_MS = 1_000

type LiveProps = { order: Pick<Order, 'superPointsStatus' | 'serveEndTime' | 'totalAmount'>; income: OrderIncome }

/** Milliseconds since the figures were taken, up to the end of the service; 0 when nothing accrues. */
function elapsedMs({ order, income }: LiveProps, now: Date): number {
  if (order.superPointsStatus !== 1 || !order.serveEndTime) return 0
  const until = Math.min(now.getTime(), new Date(order.serveEndTime).getTime())
  return Math.max(0, until - new Date(income.asOf).getTime())
}

/** Earned so far, counting up between two answers; what is still under a cent stands small. */
export function LiveIncome(props: LiveProps) {
  const now = useNow(SECOND_MS)
  const text = accruedText(
    props.income.accruedAmount,
    props.income.perDayAmount,
    elapsedMs(props, now),
    props.order.totalAmount,
  )
  const isLive = props.order.superPointsStatus === 1
  return (
    <span className={classes.figure}>
      {moneyText(text.slice(0, -2))}
      {isLive && (
        <small className={classes.fraction} aria-hidden>
          {text.slice(-2)}
        </small>
      )}
    </span>
  )
}

/** Whether a fen or more can be cleared now, by the figures and what accrued since. */
export function useHasClearable(order: LiveProps['order'], income: OrderIncome | null | undefined): boolean {
  const now = useNow(15_000)
  if (!income) return false
  const accrued = accruedText(
    income.accruedAmount,
    income.perDayAmount,
    elapsedMs({ order, income }, now),
    order.totalAmount,
  )
  return fenOf(accrued.slice(0, -2)) > fenOf(income.clearedAmount)
}
