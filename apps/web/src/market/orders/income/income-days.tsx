import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { fenOf, moneyText } from '../../../lib/shown/money.ts'
import classes from './income.module.css'
import type { Income } from './queries.ts'

const DayBars = lazy(() => import('./day-bars.tsx'))
const FEN_PER_YUAN = 100

/** The income of each day, as bars and as a table for who cannot see them. */
export function IncomeDays({ days }: Pick<Income, 'days'>) {
  const { t } = useTranslation()
  // For the height of a bar only: the text carries the exact amount.
  const bars = days.map(({ date, amount }) => ({ date, amount, yuan: Number(fenOf(amount)) / FEN_PER_YUAN }))
  return (
    <section className={classes.panel} aria-label={t('income.days')}>
      <h2 className={classes.title}>{t('income.days')}</h2>
      <Suspense fallback={<div className={classes.chart} />}>
        <DayBars days={bars} />
      </Suspense>
      <table className={classes.unseen}>
        <caption>{t('income.days')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('income.day')}</th>
            <th scope="col">{t('income.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, amount }) => (
            <tr key={date}>
              <th scope="row">{date}</th>
              <td>{moneyText(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
