import { useMutation } from '@tanstack/react-query'
import { BILL_TYPES } from '@trove/contract/wallet/routes'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { Link } from '@trove/ui/base/link'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { DownloadIcon } from '@trove/ui/icons/actions'
import { FailedIcon, WaitingIcon } from '@trove/ui/icons/states'
import { PageHeader } from '@trove/ui/layout/page-header'
import { Price } from '@trove/ui/lists/price'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { saveFile } from '../../../lib/shown/save-file.ts'
import classes from '../styles/wallet.module.css'
import { useBillFilter } from './bill-filter.ts'
import { BillList } from './bill-list.tsx'
import { type BillItem, useBill } from './queries.ts'

const STATE_LOOKS = {
  'awaiting-approval': { tone: 'amber', icon: WaitingIcon },
  'in-flight': { tone: 'sky', icon: WaitingIcon },
  returned: { tone: 'coral', icon: FailedIcon },
  failed: { tone: 'coral', icon: FailedIcon },
  declined: { tone: 'coral', icon: FailedIcon },
} as const

function Row({ item }: { item: BillItem }) {
  const { t } = useTranslation()
  const isIncome = !item.amount.startsWith('-')
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>{t(`wallet.types.${item.type}`)}</strong>
        {item.orderId === null ? (
          <span className={classes.reference}>{item.reference}</span>
        ) : (
          <Link href={paths.order({ id: item.orderId })} className={classes.reference}>
            {item.reference}
          </Link>
        )}
        {item.type === 'clearing' && (
          <span className={classes.quiet}>{t('wallet.fee', { amount: moneyText(item.feeAmount) })}</span>
        )}
        <time className={classes.quiet} dateTime={item.createdAt}>
          {formatMoment(item.createdAt)}
        </time>
      </div>
      <div className={classes.amount} data-income={isIncome || undefined}>
        <span>
          {isIncome && '+'}
          <Price amount={item.amount} currency={t('units.yuanSign')} size="sm" tone="ink" />
        </span>
        {item.state !== 'done' && (
          <StatusBadge {...STATE_LOOKS[item.state]} label={t(`wallet.states.${item.state}`)} isQuiet />
        )}
      </div>
    </li>
  )
}

/** Saves what the filter shows as CSV, all pages of it. */
function useExport() {
  const { t } = useTranslation()
  const { filter } = useBillFilter(BILL_TYPES)
  return useMutation({
    mutationFn: async () => {
      // What writes the file arrives when one is wanted.
      const { billCsv, readBill } = await import('./bill-csv.ts')
      const { items, isWhole } = await readBill(filter)
      const heads = {
        time: t('wallet.csv.time'),
        type: t('wallet.billFilter.type'),
        amount: t('wallet.csv.amount'),
        fee: t('orders.fee'),
        state: t('wallet.csv.state'),
        reference: t('wallet.csv.reference'),
      }
      const typeOf = (type: BillItem['type']) => t(`wallet.types.${type}`)
      const stateOf = (state: BillItem['state']) => t(state === 'done' ? 'wallet.csv.done' : `wallet.states.${state}`)
      const text = billCsv(items, { heads, typeOf, stateOf, timeOf: formatMoment })
      saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'trove-transactions.csv')
      if (!isWhole) notify('warning', t('wallet.csv.part', { count: items.length }))
    },
  })
}

/** The bill of yuan: payments, clearings, payouts and refunds. */
export default function AlipayBill() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const save = useExport()
  return (
    <div className={classes.narrow}>
      <PageHeader
        title={t('titles.alipayBill')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.purse()) }}
        actions={
          <HeaderAction
            action={{
              label: t('wallet.csv.save'),
              icon: <DownloadIcon size={18} />,
              onClick: () => save.mutate(),
              isBusy: save.isPending,
            }}
          />
        }
      />
      <BillList
        types={BILL_TYPES}
        kinds={BILL_TYPES.map((value) => ({ value, label: t(`wallet.types.${value}`) }))}
        money={{ prefix: t('units.yuanSign') }}
        usePages={useBill}
        Row={Row}
        emptyText={t('wallet.billEmptyText')}
      />
    </div>
  )
}
