import { INCOME_DAYS } from '@trove/contract/order-lists/income'
import { useTranslation } from 'react-i18next'
import { fenOf, moneyText } from '../../../lib/shown/money.ts'
import { DayPlot } from '../../charts/day-plot.tsx'
import { Panel, Quiet } from '../../detail/panel.tsx'
import type { Income } from './queries.ts'

/** The income of each day; without any there is nothing to plot. */
export function IncomeDays({ days }: Pick<Income, 'days'>) {
  const { t } = useTranslation()
  // For the height of a bar only: the text carries the exact amount.
  const bars = days.map(({ date, amount }) => ({
    date,
    text: moneyText(amount),
    value: Number(fenOf(amount)),
  }))
  return (
    <Panel title={t('income.days')}>
      {bars.some(({ value }) => value !== 0) ? (
        <DayPlot title={t('income.days')} label={t('income.amount')} days={bars} currency={t('units.yuanSign')} />
      ) : (
        <Quiet>{t('income.noDays', { days: INCOME_DAYS })}</Quiet>
      )}
    </Panel>
  )
}
