import { useInfiniteQuery } from '@tanstack/react-query'
import { TTC_BILL_TYPES, type TtcBillItem, ttcBill } from '@trove/contract/chain/routes'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyOrdersPicture } from '@trove/ui/feedback/pictures'
import { PageHeader } from '@trove/ui/layout/page-header'
import { formatTtc } from '@trove/units/token'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { pageAfter } from '../../../lib/addresses/pages.ts'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { useWallet } from '../../../lib/wallet/wallet.ts'
import { shortAddress } from '../../../signing/short-address.ts'
import type { BillFilter } from '../bills/bill-filter.ts'
import { BillList } from '../bills/bill-list.tsx'
import classes from '../styles/wallet.module.css'

const PURSE = paths.purse()
const PAGE_SIZE = 20
/** A block's time: what was just done is to appear by itself. */
const POLL_MS = 6000

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

/** What a row is about: an order, the other account, or the block. */
function Reference({ item }: { item: Item }) {
  const { t } = useTranslation()
  const block = t('chainWallet.bill.block', { block: item.block })
  if (item.orderIndex !== null) {
    return (
      <span
        className={classes.reference}
      >{`${t('chainWallet.bill.order', { index: item.orderIndex })} · ${block}`}</span>
    )
  }
  return (
    <span className={classes.reference} title={item.counterparty ?? undefined}>
      {item.counterparty ? `${shortAddress(item.counterparty)} · ${block}` : block}
    </span>
  )
}

function Row({ item }: { item: Item }) {
  const { t } = useTranslation()
  const units = BigInt(item.amount)
  const feeUnits = BigInt(item.fee)
  const isIncome = units > 0n
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>{t(`chainWallet.bill.types.${item.type}`)}</strong>
        <Reference item={item} />
        <time className={classes.quiet} dateTime={item.createdAt}>
          {formatMoment(item.createdAt)}
        </time>
      </div>
      <div className={classes.amount} data-income={isIncome || undefined}>
        <span>
          {isIncome && '+'}
          {t('chainWallet.amount', { amount: formatTtc(units) })}
        </span>
        {feeUnits > 0n && (
          <span className={classes.fee}>{t('chainWallet.bill.fee', { amount: formatTtc(feeUnits) })}</span>
        )}
      </div>
    </li>
  )
}

/** The bill of TTC: what the index of the chain knows of the connected account. */
export default function TtcBill() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const wallet = useWallet()
  return (
    <div className={classes.narrow}>
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
          usePages={useTtcBill}
          Row={Row}
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
    </div>
  )
}
