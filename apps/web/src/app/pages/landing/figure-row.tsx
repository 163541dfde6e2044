import { CountUp } from '@trove/ui/feedback/count-up'
import { useTranslation } from 'react-i18next'
import type { Figures } from '../../../lib/calls/figures.ts'
import { formatCount } from '../../../lib/shown/format.ts'
import classes from './landing.module.css'

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

/** Real figures of the market. */
export function FigureRow({ figures }: { figures: Figures | undefined }) {
  const { t } = useTranslation()
  return (
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
  )
}
