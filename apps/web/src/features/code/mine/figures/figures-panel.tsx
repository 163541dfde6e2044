import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FIGURE_DAYS, getFigures } from '@trove/contract/code/figures'
import type { RouteResult } from '@trove/contract/kit/route'
import { PlainSelect } from '@trove/ui/inputs/plain-select'
import { Figure, FigureList } from '@trove/ui/lists/figure-list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../lib/calls/api.ts'
import { SmallFailure } from '../../../../lib/calls/failure.tsx'
import { formatCount } from '../../../../lib/shown/format.ts'
import { moneyText } from '../../../../lib/shown/money.ts'
import { DayPlot } from '../../../../market/charts/day-plot.tsx'
import { Panel, Quiet } from '../../../../market/detail/panel.tsx'
import classes from './figures.module.css'
import { conversionOf, type Facts, sumOf } from './sums.ts'

type Figures = RouteResult<typeof getFigures>
type Period = (typeof FIGURE_DAYS)[number]

function useFigures(days: Period, work: string) {
  return useQuery({
    queryKey: ['code', 'figures', days, work],
    queryFn: () => api(getFigures, { query: { days, work: work || undefined } }),
    // The plots stay while those of another choice come.
    placeholderData: keepPreviousData,
  })
}

const percentText = (percent: number | undefined) => (percent === undefined ? '–' : `${formatCount(percent)}%`)

/** What the chosen days brought together. */
function Sums({ sum }: { sum: Facts }) {
  const { t } = useTranslation()
  const returned = { amount: moneyText(sum.returnedAmount), count: sum.returns }
  return (
    <FigureList>
      <Figure label={t('codeFigures.views')}>{formatCount(sum.views)}</Figure>
      <Figure label={t('codeFigures.sales')}>{formatCount(sum.sales)}</Figure>
      <Figure label={t('codeFigures.free')}>{formatCount(sum.gets)}</Figure>
      <Figure label={t('codeFigures.conversion')}>{percentText(conversionOf(sum))}</Figure>
      <Figure label={t('codeFigures.sold')}>{moneyText(sum.soldAmount)}</Figure>
      <Figure label={t('codeFigures.returned')}>{t('codeFigures.returnedOf', returned)}</Figure>
    </FigureList>
  )
}

function Plots({ days }: Pick<Figures, 'days'>) {
  const { t } = useTranslation()
  const counted = (factOf: (day: Facts) => number) =>
    days.map((day) => ({ date: day.date, value: factOf(day), text: formatCount(factOf(day)) }))
  const shares = days.map((day) => {
    const percent = conversionOf(day)
    return { date: day.date, value: percent ?? 0, text: percentText(percent) }
  })
  const plots = [
    {
      title: t('codeFigures.viewsByDay'),
      label: t('codeFigures.views'),
      days: counted(({ views }) => views),
      isWhole: true,
    },
    {
      ...{ title: t('codeFigures.gotByDay'), label: t('codeFigures.got'), isWhole: true },
      days: counted(({ gets, sales }) => gets + sales),
    },
    { title: t('codeFigures.conversionByDay'), label: t('codeFigures.conversion'), days: shares, unit: '%' },
  ]
  return (
    <div className={classes.plots}>
      {plots.map((plot) => (
        <section key={plot.title} className={classes.plot} aria-label={plot.title}>
          <h3>{plot.title}</h3>
          <DayPlot {...plot} />
        </section>
      ))}
    </div>
  )
}

type BodyProps = { data: Figures | undefined; error: Error | null; onRetry: () => void }

function Body({ data, error, onRetry }: BodyProps) {
  const { t } = useTranslation()
  if (error && !data) return <SmallFailure error={error} refetch={onRetry} />
  if (!data) return <div className={classes.waiting} role="status" aria-busy aria-label={t('common.loading')} />
  const sum = sumOf(data.days)
  // Returns are of sales, which may lie before these days.
  const hasAny = sum.views + sum.gets + sum.sales + sum.returns > 0
  return (
    <>
      {hasAny ? (
        <>
          <Sums sum={sum} />
          <Plots days={data.days} />
        </>
      ) : (
        <p>{t('codeFigures.none')}</p>
      )}
      <Quiet>{t('codeFigures.how')}</Quiet>
    </>
  )
}

/** What one's works brought: looks, what was obtained and the share of it, over some days, of all works or one. */
export function FiguresPanel() {
  const { t } = useTranslation()
  const [days, setDays] = useState<Period>('30')
  const [work, setWork] = useState('')
  const { data, error, refetch } = useFigures(days, work)
  const works = (data?.works ?? []).filter(({ state }) => state !== 'draft')
  return (
    <Panel label={t('codeFigures.title')}>
      <div className={classes.head}>
        <h2>{t('codeFigures.title')}</h2>
        <PlainSelect
          label={t('codeFigures.which')}
          value={work}
          onChange={setWork}
          options={[
            { value: '', label: t('codeFigures.all') },
            ...works.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
        <PlainSelect
          label={t('codeFigures.period')}
          value={days}
          onChange={setDays}
          options={FIGURE_DAYS.map((value) => ({ value, label: t('codeFigures.days', { days: value }) }))}
        />
      </div>
      <Body data={data} error={error} onRetry={() => void refetch()} />
    </Panel>
  )
}
