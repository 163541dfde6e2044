import { ActionButton } from '@trove/ui/actions/action-button'
import { CountUp } from '@trove/ui/feedback/count-up'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Figures } from '../../../lib/calls/figures.ts'
import { formatCount } from '../../../lib/shown/format.ts'
import classes from './landing.module.css'
import type { LiveFigures } from './use-figures.ts'

/** The figures that are counts. */
type CountField = Exclude<keyof Figures, 'lowestPricePerDay'>
const items = [
  { key: 'open', field: 'openOffers' },
  { key: 'verified', field: 'verifiedOffers' },
  { key: 'cores', field: 'cpuCores' },
  { key: 'ram', field: 'ramSize' },
  { key: 'serving', field: 'servingOrders' },
] as const satisfies readonly { key: string; field: CountField }[]

/** One live figure; a dash keeps its place while it is on its way. A prerendered page finds the slot by `data-figure`. */
export function Figure({ field, figures }: { field: CountField; figures: Figures | undefined }) {
  const value = figures?.[field]
  return <b data-figure={field}>{value === undefined ? '–' : <CountUp value={value} format={formatCount} />}</b>
}

/**
 * Says on the page whether there is anything to count: an empty market shows no zeros beside what it praises, and of one that
 * cannot be asked the page says so. The prerendered page does the same (`landing.ts`).
 */
function markMarket(figures: Figures | undefined, hasFailed: boolean): void {
  const { dataset } = document.documentElement
  if (!figures) {
    if (hasFailed) dataset.market = 'unknown'
  } else if (figures.openOffers + figures.servingOrders === 0) dataset.market = 'empty'
  else delete dataset.market
}

/** Real figures of the market; in their place that they cannot be read, shown by the mark on the page. */
export function FigureRow({ live: { data: figures, isError, isFetching, refetch } }: { live: LiveFigures }) {
  const { t } = useTranslation()
  useEffect(() => markMarket(figures, isError), [figures, isError])
  return (
    <div className={classes.figureRow}>
      <dl className={classes.figures}>
        {items.map(({ key, field }) => (
          <div key={key} className={classes.figure}>
            <dt>{t(`landing.figures.${key}`)}</dt>
            <dd>
              <Figure field={field} figures={figures} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.unknown}>
        <p>{t('landing.figures.unknown')}</p>
        <ActionButton
          kind="plain"
          action={{ label: t('common.retry'), onClick: () => void refetch(), isBusy: isFetching }}
        />
      </div>
    </div>
  )
}
