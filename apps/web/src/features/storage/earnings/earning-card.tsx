import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { FactGrid } from '@trove/ui/lists/fact-grid'
import { formatTtc } from '@trove/units/token'
import { useTranslation } from 'react-i18next'
import { CountedTtc } from '../../../lib/shown/counted-ttc.tsx'
import { formatCount, formatMoment } from '../../../lib/shown/format.ts'
import type { Wallet } from '../../../lib/wallet/wallet.ts'
import { momentOfBlock } from '../files/order-look.ts'
import classes from '../styles/storage.module.css'
import { ClearOrder } from './clear-order.tsx'
import { isClearable, orderName, PROVIDER_LOOKS, providerStatus } from './provider-look.ts'
import type { EarningOrder } from './use-earnings.ts'

const DECIMALS = 6

/** An order a node earns from (b-markets 2, storage profit card). Names are sealed for its owner. */
export function EarningCard({ earning, block, wallet }: { earning: EarningOrder; block: number; wallet: Wallet }) {
  const { t } = useTranslation()
  const { order, estimated_income, calculate_income } = earning
  const status = providerStatus(order, block)
  const deadline = momentOfBlock(order.storage_deadline, block, new Date())
  const ttc = (planck: string) => ({
    value: formatTtc(BigInt(planck), { most: DECIMALS }),
    live: <CountedTtc planck={BigInt(planck)} />,
  })
  const facts = [
    { label: t('storage.field.name'), value: order.file_name ?? t('storage.files.sealedName') },
    { label: t('storage.field.placed'), value: formatMoment(order.block_time) },
    {
      label: t('storage.field.deadline'),
      value: formatMoment(deadline.toISOString()),
      note: t('chainWallet.bill.block', { block: formatCount(order.storage_deadline) }),
    },
    { label: t('storageEarnings.estimated'), ...ttc(estimated_income), unit: t('chainWallet.ttc') },
    { label: t('storageEarnings.earned'), ...ttc(calculate_income), unit: t('chainWallet.ttc') },
  ]
  return (
    <article className={classes.card} data-standing={status}>
      <header className={classes.cardHead}>
        <code className={classes.name} title={order.cid}>
          {orderName(order.cid)}
        </code>
        <StatusBadge {...PROVIDER_LOOKS[status]} label={t(`storageEarnings.status.${status}`)} />
      </header>
      <FactGrid facts={facts} />
      {isClearable(status) && (
        <footer className={classes.actions}>
          <ClearOrder index={order.index} wallet={wallet} />
        </footer>
      )}
    </article>
  )
}
