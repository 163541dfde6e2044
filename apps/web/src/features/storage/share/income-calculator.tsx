import { NODE_DISK_GB } from '@trove/contract/storage/node'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { MoneyBlock } from '@trove/ui/lists/money-block'
import { formatTtc } from '@trove/units/token'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { useGigabytePrice, useStorageFigures } from '../network/queries.ts'
import { incomeOf, percentInUse } from './income.ts'
import classes from './share.module.css'

/** Periods in days; a year as people count it. */
const PERIODS = [
  ['day', 1],
  ['month', 30],
  ['year', 365],
] as const
const FIRST_GIGABYTES = String(NODE_DISK_GB * 10)
const FIRST_PERCENT = '50'
const MOST_PERCENT = 100
const SPACE_DIGITS = 7
const DECIMALS = 6

function useNetworkHint(): string | undefined {
  const { t } = useTranslation()
  const { data } = useStorageFigures()
  const percent = data && percentInUse(BigInt(data.usedStorage), BigInt(data.availableStorage))
  return percent === undefined ? undefined : t('storageShare.income.networkNow', { percent })
}

/** What a node would earn at today's price: by its space, and how much of it is in use. */
export function IncomeCalculator() {
  const { t } = useTranslation()
  const [gigabytes, setGigabytes] = useState(FIRST_GIGABYTES)
  const [percent, setPercent] = useState(FIRST_PERCENT)
  const price = useGigabytePrice(1, 1)
  const hint = useNetworkHint()
  const earned = (days: number) =>
    price.data && incomeOf({ gigabytes: Number(gigabytes), percent: Number(percent), days }, BigInt(price.data.pool))
  const rows = PERIODS.map(([period, days]) => {
    const planck = earned(days)
    const amount =
      planck === undefined ? '–' : t('chainWallet.amount', { amount: formatTtc(planck, { most: DECIMALS }) })
    return { label: t(`storageShare.income.per.${period}`), amount }
  })
  return (
    <section className={classes.panel} aria-label={t('storageShare.income.title')}>
      <h2 className={classes.heading}>{t('storageShare.income.title')}</h2>
      <div className={classes.fields}>
        <UnitInput
          label={t('storageShare.income.space')}
          unit={t('units.gb')}
          value={gigabytes}
          onChange={setGigabytes}
          maxDigits={SPACE_DIGITS}
        />
        <UnitInput
          label={t('storageShare.income.inUse')}
          unit="%"
          value={percent}
          onChange={setPercent}
          max={MOST_PERCENT}
          description={hint}
        />
      </div>
      {price.error && !price.data ? (
        <SmallFailure error={price.error} refetch={price.refetch} />
      ) : (
        <MoneyBlock rows={rows} />
      )}
      <p className={classes.quiet}>{t('storageShare.income.note')}</p>
    </section>
  )
}
