import type { getOrderPrice } from '@trove/contract/chain/routes'
import { formatBytes } from '@trove/units/bytes'
import { formatTtc } from '@trove/units/token'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { StorageFact } from '../files/storage-fact.tsx'
import classes from '../styles/storage.module.css'
import type { Terms } from './terms.ts'

type OrderPrice = z.output<(typeof getOrderPrice)['ok']>

/** The chain counts sizes in begun MB (`quote` in chain/storage-core/src/price.rs). */
const COUNTED_BYTES = 1_048_576n

/** The size that an order pays for. */
const countedBytes = (bytes: number): bigint => ((BigInt(bytes) + COUNTED_BYTES - 1n) / COUNTED_BYTES) * COUNTED_BYTES

type OrderCostProps = { price: OrderPrice; bytes: number; terms: Terms }

/** What an order costs, and of what that is made: of a small file most is paid whatever its size. */
export function OrderCost({ price, bytes, terms: { days, copies, tipsPlanck } }: OrderCostProps) {
  const { t } = useTranslation()
  const [total, work, fees] = [price.price, price.work, price.fees].map(BigInt) as [bigint, bigint, bigint]
  const amount = (planck: bigint) => t('chainWallet.amount', { amount: formatTtc(planck, { most: 6 }) })
  const times = { copies, days: t('units.left.day', { count: days }) }
  return (
    <>
      <p className={classes.price}>
        <strong>{amount(total + tipsPlanck)}</strong>
        <small>{t('storage.upload.deposit', { amount: formatTtc(BigInt(price.deposit), { most: 6 }) })}</small>
      </p>
      <dl className={classes.facts} aria-label={t('storage.cost.parts')}>
        <StorageFact name={t('storage.cost.fees')}>{amount(fees)}</StorageFact>
        <StorageFact name={t('storage.cost.work', times)}>{amount(work)}</StorageFact>
        <StorageFact name={t('storage.cost.size', { ...times, size: formatBytes(countedBytes(bytes)) })}>
          {amount(total - work - fees)}
        </StorageFact>
        {tipsPlanck > 0n && <StorageFact name={t('storage.field.tips')}>{amount(tipsPlanck)}</StorageFact>}
      </dl>
      <p className={classes.quiet}>{t('storage.cost.text')}</p>
    </>
  )
}
