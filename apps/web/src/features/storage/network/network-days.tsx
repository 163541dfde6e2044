import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { lazyShown } from '../../../lib/shown/later/lazy-shown.tsx'
import { UnseenTable } from '../../../market/charts/unseen-table.tsx'
import { pointsOf, SERIES, type Series, type StorageDay } from './day-series.ts'
import classes from './network.module.css'
import { useStorageDays } from './queries.ts'

const DayChart = lazyShown(() => import('./day-chart.tsx'))

function SeriesSwitch({ value, onChange }: { value: Series; onChange: (series: Series) => void }) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.series}>
      <legend className={classes.unseen}>{t('storageNetwork.seriesLabel')}</legend>
      {SERIES.map((series) => (
        <button key={series} type="button" aria-pressed={series === value} onClick={() => onChange(series)}>
          {t(`storageNetwork.series.${series}`)}
        </button>
      ))}
    </fieldset>
  )
}

function Days({ days }: { days: StorageDay[] }) {
  const { t } = useTranslation()
  const [series, setSeries] = useState<Series>('nodes')
  const { points, unit } = pointsOf(days, series)
  const name = t(`storageNetwork.series.${series}`)
  return (
    <>
      <SeriesSwitch value={series} onChange={setSeries} />
      {unit && <p className={classes.unit}>{t('storageNetwork.inUnit', { unit })}</p>}
      <Suspense fallback={<div className={classes.chart} />}>
        <DayChart name={name} points={points} />
      </Suspense>
      <UnseenTable
        label={name}
        day={t('storageNetwork.day')}
        heads={[name]}
        rows={points.map(({ date, text }) => ({ day: date, cells: [text] }))}
      />
      {days.length === 1 && <p className={classes.quiet}>{t('storageNetwork.firstDay')}</p>}
    </>
  )
}

/** The network over the last seven days. */
export function NetworkDays() {
  const { t } = useTranslation()
  const { data, error, refetch } = useStorageDays()
  return (
    <section className={classes.panel} aria-label={t('storageNetwork.days')}>
      <h2 className={classes.heading}>{t('storageNetwork.days')}</h2>
      {data && data.length > 0 ? (
        <Days days={data} />
      ) : data ? (
        <p className={classes.quiet}>{t('storageNetwork.noDays')}</p>
      ) : error ? (
        <SmallFailure error={error} refetch={refetch} />
      ) : (
        <div className={classes.chart} role="status" aria-busy aria-label={t('common.loading')} />
      )}
    </section>
  )
}
