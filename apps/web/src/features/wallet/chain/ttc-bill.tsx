import { useInfiniteQuery } from '@tanstack/react-query'
import { TTC_BILL_TYPES, type TtcBillItem, ttcBill } from '@trove/contract/chain/routes'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyOrdersPicture } from '@trove/ui/feedback/pictures'
import { PageHeader } from '@trove/ui/layout/page-header'
import type { DataColumn } from '@trove/ui/lists/data-table'
import { formatTtc } from '@trove/units/token'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { pageAfter } from '../../../lib/addresses/pages.ts'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { useWallet } from '../../../lib/wallet/wallet.ts'
import { shortAddress } from '../../../signing/short-address.ts'
import type { BillFilter } from '../bills/bill-filter.ts'
import { BillList } from '../bills/bill-list.tsx'
import { EntryPanel, Moment, SignedAmount } from '../bills/entry-panel.tsx'
import classes from '../styles/wallet.module.css'

const PURSE = paths.purse()
const PAGE_SIZE = 20
/** A block's time: what was just done is to appear by itself. */
const POLL_MS = 6000
/** As prices have them; all twelve stand in the rows. */
const SUM_DECIMALS = 6

type Item = z.output<typeof TtcBillItem>
type Type = (typeof TTC_BILL_TYPES)[number]

/** Movements of the account in finalised blocks, newest first. */
function useTtcBill(filter: BillFilter<Type>) {
  const address = useWallet()?.accountId ?? ''
  return useInfiniteQuery({
    queryKey: ['chain', 'bill', address, filter],
    enabled: address !== '',
    queryFn: ({ pageParam }) => api(ttcBill, { query: { ...filter, address, page: pageParam, size: PAGE_SIZE } }),
    initialPageParam: 0,
    // Who reads further down is left alone: new rows would push the pages under the finger.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : POLL_MS),
    getNextPageParam: pageAfter(PAGE_SIZE),
  })
}

/** What a row is about, apart from its block: an order, or the other account. */
function aboutOf(t: TFunction, { orderIndex, counterparty }: Item): string | undefined {
  if (orderIndex !== null) return t('chainWallet.bill.order', { index: orderIndex })
  return counterparty === null ? undefined : shortAddress(counterparty)
}

function Amount({ amount }: Pick<Item, 'amount'>) {
  const { t } = useTranslation()
  const units = BigInt(amount)
  return <SignedAmount isIncome={units > 0n}>{t('chainWallet.amount', { amount: formatTtc(units) })}</SignedAmount>
}

const columnsOf = (t: TFunction): DataColumn<Item>[] => [
  { id: 'type', label: t('wallet.billFilter.type'), cell: ({ type }) => t(`chainWallet.bill.types.${type}`) },
  { id: 'time', label: t('wallet.csv.time'), cell: ({ createdAt }) => <Moment at={createdAt} />, phone: 'line' },
  { id: 'about', label: t('chainWallet.bill.about'), cell: (item) => aboutOf(t, item), phone: 'line' },
  {
    id: 'block',
    label: t('chainWallet.bill.inBlock'),
    cell: ({ block }) => t('chainWallet.bill.block', { block }),
    phone: 'line',
  },
  {
    id: 'amount',
    label: t('wallet.amount'),
    cell: ({ amount }) => <Amount amount={amount} />,
    isNumber: true,
    phone: 'end',
  },
  {
    id: 'fee',
    label: t('chainWallet.bill.types.fee'),
    cell: ({ fee }) => (BigInt(fee) > 0n ? t('chainWallet.amount', { amount: formatTtc(BigInt(fee)) }) : undefined),
    isNumber: true,
    phone: 'named',
  },
]

/** The other account, whole: it can be compared sign by sign, and copied. */
function Counterparty({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.account}>
      <div className={classes.words}>
        <span className={classes.quiet}>{t('chainWallet.bill.counterparty')}</span>
        <code className={classes.whole}>{address}</code>
      </div>
      <CopyButton value={address} label={t('chainWallet.copyAddress')} copiedLabel={t('common.copied')} />
    </div>
  )
}

/** What only the account that stores has a page of. */
const OF_OWN_FILES: Type[] = ['storage-payment', 'storage-refund']

function Entry({ item, onClose }: { item: Item; onClose: () => void }) {
  const { t } = useTranslation()
  const { type, createdAt, block, fee, amount, orderIndex, counterparty } = item
  const feeRow = {
    label: t('chainWallet.bill.types.fee'),
    amount: t('chainWallet.amount', { amount: formatTtc(BigInt(fee)) }),
  }
  const rows = [
    { label: t('wallet.csv.time'), amount: <Moment at={createdAt} /> },
    { label: t('chainWallet.bill.inBlock'), amount: block },
    ...(BigInt(fee) > 0n ? [feeRow] : []),
  ]
  const order = orderIndex === null ? undefined : t('chainWallet.bill.order', { index: orderIndex })
  const isOwnFile = OF_OWN_FILES.includes(type)
  return (
    <EntryPanel
      title={t(`chainWallet.bill.types.${type}`)}
      rows={rows}
      amount={<Amount amount={amount} />}
      onClose={onClose}
    >
      {counterparty !== null && <Counterparty address={counterparty} />}
      {order && isOwnFile && <LoneLink href={paths.storedFile({ order: String(orderIndex) })}>{order}</LoneLink>}
      {order && !isOwnFile && <span className={classes.quiet}>{order}</span>}
    </EntryPanel>
  )
}

/** The bill of TTC: what the index of the chain knows of the connected account. */
export default function TtcBill() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const wallet = useWallet()
  return (
    <>
      <PageHeader
        title={t('titles.ttcBill')}
        lead={wallet && t('chainWallet.bill.lead', { address: shortAddress(wallet.accountId) })}
        back={{ label: t('common.back'), onClick: () => navigate(PURSE) }}
      />
      {wallet ? (
        <BillList
          key={wallet.accountId}
          types={TTC_BILL_TYPES}
          kinds={TTC_BILL_TYPES.map((value) => ({ value, label: t(`chainWallet.bill.types.${value}`) }))}
          money={{ unit: t('chainWallet.ttc') }}
          label={t('titles.ttcBill')}
          usePages={useTtcBill}
          columns={columnsOf(t)}
          Entry={Entry}
          sumText={(amount) => t('chainWallet.amount', { amount: formatTtc(BigInt(amount), { most: SUM_DECIMALS }) })}
          emptyText={t('chainWallet.bill.emptyText')}
        />
      ) : (
        <EmptyState
          illustration={<EmptyOrdersPicture />}
          title={t('chainWallet.connectFirst')}
          text={t('chainWallet.bill.connectText')}
          action={{ label: t('chainWallet.bill.toPurse'), href: PURSE }}
        />
      )}
    </>
  )
}
