import { CountUp } from '@trove/ui/count-up'
import { useTranslation } from 'react-i18next'
import type { Figures } from '../../lib/figures.ts'
import { formatCount } from '../../lib/format.ts'
import classes from './landing.module.css'

/** Real figures of the market; dashes keep the place while they are on their way. */
export function FigureRow({ figures }: { figures: Figures | undefined }) {
  const { t } = useTranslation()
  const items = [
    { key: 'open', value: figures?.openOffers },
    { key: 'verified', value: figures?.verifiedOffers },
    { key: 'cores', value: figures?.cpuCores },
    { key: 'ram', value: figures?.ramSize },
    { key: 'serving', value: figures?.servingOrders },
  ] as const
  return (
    <dl className={classes.figures}>
      {items.map(({ key, value }) => (
        <div key={key} className={classes.figure}>
          <dt>{t(`landing.figures.${key}`)}</dt>
          <dd>{value === undefined ? '–' : <CountUp value={value} format={formatCount} />}</dd>
        </div>
      ))}
    </dl>
  )
}
