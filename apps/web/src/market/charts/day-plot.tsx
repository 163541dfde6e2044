import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyShown } from '../../lib/shown/later/lazy-shown.tsx'
import classes from './charts.module.css'
import type { DayBar } from './day-bars.tsx'
import { UnseenTable } from './unseen-table.tsx'

const DayBars = lazyShown(() => import('./day-bars.tsx'))

type DayPlotProps = {
  /** What is plotted, and what its column is called. */
  title: string
  label: string
  days: DayBar[]
  /** Only whole numbers stand beside the bars. */
  isWhole?: boolean
  unit?: string
  /** Stands before the figures beside the bars; the days' values are fen then. */
  currency?: string
}

/** What each day brought, as bars, and as a table for who cannot see them. */
export function DayPlot({ title, label, days, ...shape }: DayPlotProps) {
  const { t } = useTranslation()
  return (
    <>
      <Suspense fallback={<div className={classes.chart} />}>
        <DayBars days={days} {...shape} />
      </Suspense>
      <UnseenTable
        label={title}
        day={t('income.day')}
        heads={[label]}
        rows={days.map(({ date, text }) => ({ day: date, cells: [text] }))}
      />
    </>
  )
}
