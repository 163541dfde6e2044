import { useQuery } from '@tanstack/react-query'
import { ttcBill } from '@trove/contract/chain/routes'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { formatTtc } from '@trove/units/token'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { formatMoment } from '../../../lib/shown/format.ts'
import classes from '../styles/storage.module.css'
import { earningsKey } from './use-earnings.ts'

const SHOWN = 5

/** The newest refunds of an account's own storage orders (decision 21); all of them are in its bill. */
export function StorageRefunds({ account }: { account: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: [...earningsKey, 'refunds', account],
    queryFn: () => api(ttcBill, { query: { address: account, type: 'storage-refund', size: SHOWN } }),
  })
  return (
    <section className={`${classes.panel} ${classes.below}`} aria-label={t('storageEarnings.refundsTitle')}>
      <h2 className={classes.heading}>{t('storageEarnings.refundsTitle')}</h2>
      {error && !data && <SmallFailure error={error} refetch={refetch} />}
      {data && data.content.length === 0 && <p className={classes.quiet}>{t('storageEarnings.noRefunds')}</p>}
      {data && data.content.length > 0 && (
        <ul className={classes.rows}>
          {data.content.map(({ id, amount, orderIndex, createdAt }) => (
            <li key={id} className={classes.row}>
              {orderIndex === null ? (
                <span>{t('storageEarnings.refund')}</span>
              ) : (
                <LoneLink href={paths.storedFile({ order: String(orderIndex) })}>
                  {t('storageEarnings.refundOf', { order: orderIndex })}
                </LoneLink>
              )}
              <time dateTime={createdAt} className={classes.quiet}>
                {formatMoment(createdAt)}
              </time>
              <strong>{t('chainWallet.amount', { amount: formatTtc(BigInt(amount), { most: 6 }) })}</strong>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.quiet}>
        {t('storageEarnings.refunds')} <LoneLink href={paths.ttcBill()}>{t('titles.ttcBill')}</LoneLink>
      </p>
    </section>
  )
}
