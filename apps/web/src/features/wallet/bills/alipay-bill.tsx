import { useMutation } from '@tanstack/react-query'
import { BILL_TYPES } from '@trove/contract/wallet/routes'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { DownloadIcon } from '@trove/ui/icons/actions'
import { FailedIcon, WaitingIcon } from '@trove/ui/icons/states'
import { PageHeader } from '@trove/ui/layout/page-header'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
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
import { EntryPanel, Moment, SignedAmount } from './entry-panel.tsx'
import { type BillItem, useBill } from './queries.ts'

const STATE_LOOKS = {
  'awaiting-approval': { tone: 'amber', icon: WaitingIcon },
  'in-flight': { tone: 'sky', icon: WaitingIcon },
  returned: { tone: 'coral', icon: FailedIcon },
  failed: { tone: 'coral', icon: FailedIcon },
  declined: { tone: 'coral', icon: FailedIcon },
} as const

const isUndone = ({ state }: BillItem) => state === 'returned' || state === 'failed' || state === 'declined'

function State({ state }: Pick<BillItem, 'state'>) {
  const { t } = useTranslation()
  if (state === 'done') return <span className={classes.done}>{t('wallet.csv.done')}</span>
  return <StatusBadge {...STATE_LOOKS[state]} label={t(`wallet.states.${state}`)} isQuiet />
}

function Amount({ amount }: Pick<BillItem, 'amount'>) {
  return <SignedAmount isIncome={!amount.startsWith('-')}>{moneyText(amount)}</SignedAmount>
}

const columnsOf = (t: TFunction): DataColumn<BillItem>[] => [
  { id: 'type', label: t('wallet.billFilter.type'), cell: ({ type }) => t(`wallet.types.${type}`) },
  { id: 'time', label: t('wallet.csv.time'), cell: ({ createdAt }) => <Moment at={createdAt} />, phone: 'line' },
  {
    id: 'reference',
    label: t('wallet.csv.reference'),
    cell: ({ reference }) => <span className={classes.reference}>{reference}</span>,
    phone: 'line',
  },
  { id: 'goods', label: t('wallet.csv.goods'), cell: ({ orderName }) => orderName, phone: 'line' },
  {
    id: 'amount',
    label: t('wallet.amount'),
    cell: ({ amount }) => <Amount amount={amount} />,
    isNumber: true,
    phone: 'end',
  },
  { id: 'state', label: t('wallet.csv.state'), cell: ({ state }) => <State state={state} />, phone: 'line' },
]

/** One movement of yuan: an order's leads to the order, a payout's to the purse. */
function Entry({ item, onClose }: { item: BillItem; onClose: () => void }) {
  const { t } = useTranslation()
  const { type, createdAt, reference, feeAmount, state, amount, orderId, orderKind, orderName } = item
  const fee = { label: t('orders.fee'), amount: moneyText(feeAmount) }
  const rows = [
    { label: t('wallet.csv.time'), amount: <Moment at={createdAt} /> },
    { label: t('wallet.csv.reference'), amount: <span className={classes.reference}>{reference}</span> },
    ...(orderName === null ? [] : [{ label: t('wallet.csv.goods'), amount: orderName }]),
    { label: t('wallet.csv.state'), amount: <State state={state} /> },
    ...(type === 'clearing' ? [fee] : []),
  ]
  return (
    <EntryPanel title={t(`wallet.types.${type}`)} rows={rows} amount={<Amount amount={amount} />} onClose={onClose}>
      {isUndone(item) && <p className={classes.quiet}>{t('wallet.undone')}</p>}
      {orderId !== null && (
        <LoneLink href={paths.order({ id: orderId }, { kind: orderKind ?? undefined })}>
          {t('orders.result.order')}
        </LoneLink>
      )}
      {type === 'payout' && <LoneLink href={paths.purse()}>{t('titles.myPurse')}</LoneLink>}
    </EntryPanel>
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
        goods: t('wallet.csv.goods'),
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
    <>
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
        label={t('titles.alipayBill')}
        usePages={useBill}
        columns={columnsOf(t)}
        Entry={Entry}
        sumText={moneyText}
        emptyText={t('wallet.billEmptyText')}
      />
    </>
  )
}
