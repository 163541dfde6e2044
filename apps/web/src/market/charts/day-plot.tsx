import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './charts.module.css'
import type { DayBar } from './day-bars.tsx'

const DayBars = lazy(() => import('./day-bars.tsx'))

type DayPlotProps = {
  /** What is plotted, and what its column is called. */
  title: string
  label: string
  days: DayBar[]
  /** Only whole numbers stand beside the bars. */
  isWhole?: boolean
  unit?: string
}

/** What each day brought, as bars, and as a table for who cannot see them. */
export function DayPlot({ title, label, days, ...shape }: DayPlotProps) {
  const { t } = useTranslation()
  return (
    <>
      <Suspense fallback={<div className={classes.chart} />}>
        <DayBars days={days} {...shape} />
      </Suspense>
      <div className={classes.unseen}>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('income.day')}</th>
              <th scope="col">{label}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, text }) => (
              <tr key={date}>
                <th scope="row">{date}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
