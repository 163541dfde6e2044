import { CPU_KIND } from '@trove/contract/compute/public/market-days'
import { type CSSProperties, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyShown } from '../../../lib/shown/later/lazy-shown.tsx'
import { fenOf, moneyText } from '../../../lib/shown/money.ts'
import charts from '../../../market/charts/charts.module.css'
import { UnseenTable } from '../../../market/charts/unseen-table.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import type { MarketDay } from './queries.ts'

const PriceBand = lazyShown(() => import('../../../market/charts/price-band.tsx'))
const UseBars = lazyShown(() => import('../../../market/charts/use-bars.tsx'))
const FEN_PER_YUAN = 100
const NONE = '–'

/** For heights only: texts carry the exact amount. */
const height = (amount: string | undefined) => (amount === undefined ? null : Number(fenOf(amount)) / FEN_PER_YUAN)
const money = (amount: string | undefined) => (amount === undefined ? NONE : moneyText(amount))

function Legend({ marks }: { marks: readonly { label: string; color: string }[] }) {
  return (
    <ul className={charts.legend}>
      {marks.map(({ label, color }) => (
        <li key={label} style={{ '--mark': color } as CSSProperties}>
          <i aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  )
}

type DaysProps = { kind: string; days: readonly MarketDay[] }

/** What a core or a GPU costs a day, over time. */
export function PriceDays({ kind, days }: DaysProps) {
  const { t } = useTranslation()
  const label = t('marketDays.prices')
  const drawn = days.map(({ day, asked, rented }) => ({
    date: day,
    band: asked && ([height(asked.low)!, height(asked.high)!] as [number, number]),
    middle: height(asked?.middle),
    rented: height(rented?.middle),
    lines: [
      ...(asked ? [`${t('marketDays.asked')} ${money(asked.middle)}`] : []),
      ...(asked ? [t('marketDays.half', { low: money(asked.low), high: money(asked.high) })] : []),
      ...(rented ? [`${t('marketDays.rented')} ${money(rented.middle)}`] : []),
    ],
  }))
  return (
    <Panel title={label}>
      <Quiet>{kind === CPU_KIND ? t('marketDays.perCore') : t('marketDays.perGpu')}</Quiet>
      <Suspense fallback={<div className={charts.chart} />}>
        <PriceBand days={drawn} />
      </Suspense>
      <Legend
        marks={[
          { label: t('marketDays.asked'), color: 'var(--jade)' },
          { label: t('marketDays.band'), color: 'color-mix(in srgb, var(--jade) 20%, transparent)' },
          { label: t('marketDays.rented'), color: 'var(--amber)' },
        ]}
      />
      <UnseenTable
        label={label}
        day={t('marketDays.day')}
        heads={[t('marketDays.low'), t('marketDays.asked'), t('marketDays.high'), t('marketDays.rented')]}
        rows={days.map(({ day, asked, rented }) => ({
          day,
          cells: [asked?.low, asked?.middle, asked?.high, rented?.middle].map(money),
        }))}
      />
    </Panel>
  )
}

/** How many machines there are, and how many of them are let, over time. */
export function UseDays({ days }: Pick<DaysProps, 'days'>) {
  const { t } = useTranslation()
  const label = t('marketDays.supply')
  return (
    <Panel title={label}>
      <Quiet>{t('marketDays.machines')}</Quiet>
      <Suspense fallback={<div className={charts.chart} />}>
        <UseBars
          days={days.map(({ day, machines, serving }) => ({
            ...{ date: day, taken: serving, free: machines - serving },
            text: t('marketDays.useOf', { serving, machines }),
          }))}
        />
      </Suspense>
      <Legend
        marks={[
          { label: t('marketDays.taken'), color: 'var(--jade)' },
          { label: t('marketDays.free'), color: 'var(--line)' },
        ]}
      />
      <UnseenTable
        label={label}
        day={t('marketDays.day')}
        heads={[t('marketDays.machines'), t('marketDays.taken')]}
        rows={days.map(({ day, machines, serving }) => ({ day, cells: [machines, serving] }))}
      />
    </Panel>
  )
}
