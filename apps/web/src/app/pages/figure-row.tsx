import { CountUp } from '@trove/ui/count-up'
import { useTranslation } from 'react-i18next'
import type { Figures } from '../../lib/figures.ts'
import { formatCount } from '../../lib/format.ts'
import classes from './landing.module.css'

/** Real figures of the market; dashes keep the place while they are on their way. */
export function FigureRow({ figures }: { figures: Figures | undefined }) {
  const { t } = useTranslation()
  const items = [
    { key: 'open', field: 'openOffers' },
    { key: 'verified', field: 'verifiedOffers' },
    { key: 'cores', field: 'cpuCores' },
    { key: 'ram', field: 'ramSize' },
    { key: 'serving', field: 'servingOrders' },
  ] as const
  return (
    <dl className={classes.figures}>
      {items.map(({ key, field }) => (
        <div key={key} className={classes.figure}>
          <dt>{t(`landing.figures.${key}`)}</dt>
          <dd data-figure={field}>{figures ? <CountUp value={figures[field]} format={formatCount} /> : '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
