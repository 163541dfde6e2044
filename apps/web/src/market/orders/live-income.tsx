import { CountUp } from '@trove/ui/feedback/count-up'
import { useNow } from '../../lib/calls/clock.ts'
import { accruedText, fenOf, moneyText, partsText } from '../../lib/shown/money.ts'
import type { OrderIncome } from './face.ts'
import classes from './orders.module.css'

const SECOND_MS = 1_000

/** What was earned at the answer, how much it can be at most, and until when it grows; null when it does not. */
type LiveProps = { income: OrderIncome; limit: string; until: string | null }

/** Milliseconds since the figures were taken, up to the end; 0 when nothing accrues. */
function elapsedMs({ income, until }: Pick<LiveProps, 'income' | 'until'>, now: Date): number {
  if (!until) return 0
  const end = Math.min(now.getTime(), new Date(until).getTime())
  return Math.max(0, end - new Date(income.asOf).getTime())
}

/** Earned so far, counting up between two answers; what is still under a cent stands small. */
export function LiveIncome(props: LiveProps) {
  const now = useNow(SECOND_MS)
  const text = accruedText(props.income.accruedAmount, props.income.perDayAmount, elapsedMs(props, now), props.limit)
  const isLive = props.until !== null
  return (
    <span className={classes.figure}>
      <CountUp
        value={Number(text.replace('.', ''))}
        format={(shown) => {
          const parts = partsText(BigInt(Math.round(shown)))
          return (
            <>
              {moneyText(parts.slice(0, -2))}
              {isLive && (
                <small className={classes.fraction} aria-hidden>
                  {parts.slice(-2)}
                </small>
              )}
            </>
          )
        }}
      />
    </span>
  )
}

/** Whether a fen or more can be cleared now, by the figures and what accrued since. */
export function useHasClearable(
  income: OrderIncome | null | undefined,
  { limit, until }: Omit<LiveProps, 'income'>,
): boolean {
  const now = useNow(15_000)
  if (!income) return false
  const accrued = accruedText(income.accruedAmount, income.perDayAmount, elapsedMs({ income, until }, now), limit)
  return fenOf(accrued.slice(0, -2)) > fenOf(income.clearedAmount)
}
