import type { ChipItem } from '@trove/ui/chip-list'
import { EmptyState } from '@trove/ui/empty-state'
import { ErrorState } from '@trove/ui/error-state'
import { FilterBar } from '@trove/ui/filter-bar'
import { FailedIcon, WaitingIcon } from '@trove/ui/icons/states'
import { InfiniteList } from '@trove/ui/infinite-list'
import { PageHeader } from '@trove/ui/page-header'
import { EmptyOrdersPicture } from '@trove/ui/pictures'
import { Price } from '@trove/ui/price'
import { RowsSkeleton } from '@trove/ui/skeletons'
import { StatusBadge } from '@trove/ui/status-badge'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { formatMoment } from '../../lib/format.ts'
import { errorText } from '../../lib/notify.ts'
import { type BillField, type BillFilter, useBillFilter } from './bill-filter.ts'
import { useBillFilterDraft } from './bill-filter-dialog.tsx'
import { type BillItem, useBill } from './queries.ts'
import classes from './wallet.module.css'

const FIELD_WORDS = { startTime: 'from', endTime: 'to', type: 'type', minAmount: 'min', maxAmount: 'max' } as const

const STATE_LOOKS = {
  'awaiting-approval': { tone: 'amber', icon: WaitingIcon },
  'in-flight': { tone: 'sky', icon: WaitingIcon },
  failed: { tone: 'coral', icon: FailedIcon },
  declined: { tone: 'coral', icon: FailedIcon },
} as const

function useChips(filter: BillFilter): ChipItem[] {
  const { t } = useTranslation()
  return (Object.keys(FIELD_WORDS) as BillField[]).flatMap((field) => {
    const value = filter[field]
    if (!value) return []
    const name = t(`wallet.billFilter.${FIELD_WORDS[field]}`)
    const shown = field === 'type' ? t(`wallet.types.${filter.type!}`) : value
    return [{ id: field, name, value: shown, removeLabel: t('wallet.billFilter.remove', { name }) }]
  })
}

function Row({ item }: { item: BillItem }) {
  const { t } = useTranslation()
  const isIncome = !item.amount.startsWith('-')
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>{t(`wallet.types.${item.type}`)}</strong>
        <span className={classes.reference}>{item.reference}</span>
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

function BillList({ filter, onClear }: { filter: BillFilter; onClear: () => void }) {
  const { t } = useTranslation()
  const list = useBill(filter)
  const items = list.data?.pages.flatMap((page) => page.content) ?? []
  const retry = { label: t('common.retry'), onClick: () => void list.refetch() }
  const isFiltered = Object.values(filter).some(Boolean)
  if (list.isPending) return <RowsSkeleton label={t('common.loading')} />
  if (list.isError && items.length === 0) return <ErrorState title={errorText(list.error)} retry={retry} />
  const empty = isFiltered ? (
    <EmptyState
      illustration={<EmptyOrdersPicture />}
      title={t('wallet.billNothing')}
      action={{ label: t('wallet.billFilter.clearAll'), onClick: onClear }}
    />
  ) : (
    <EmptyState illustration={<EmptyOrdersPicture />} title={t('wallet.billEmpty')} text={t('wallet.billEmptyText')} />
  )
  return (
    <InfiniteList
      loadedCount={items.length}
      totalCount={list.hasNextPage ? items.length + 1 : items.length}
      isLoading={list.isFetchingNextPage}
      onLoadMore={() => void list.fetchNextPage()}
      loadingLabel={t('common.loadingMore')}
      endLabel={t('common.noMore')}
      empty={empty}
      error={list.error ? <ErrorState title={errorText(list.error)} retry={retry} isSmall /> : undefined}
    >
      <ul className={classes.rows}>
        {items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ul>
    </InfiniteList>
  )
}

/** The bill of yuan: payments, clearings, payouts and refunds, with its filter in the address. */
export default function AlipayBill() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { filter, setFilter } = useBillFilter()
  const [isOpen, setOpen] = useState(false)
  const chips = useChips(filter)
  const draft = useBillFilterDraft((next) => {
    setFilter(next)
    setOpen(false)
  })
  const clear = { label: t('wallet.billFilter.clearAll'), onClick: () => setFilter({}) }
  return (
    <div className={classes.narrow}>
      <PageHeader
        title={t('titles.alipayBill')}
        back={{ label: t('common.back'), onClick: () => navigate('/personal-center/my-purse') }}
      />
      <FilterBar
        label={t('wallet.billFilter.title')}
        closeLabel={t('common.close')}
        chips={chips}
        chipsLabel={t('wallet.billFilter.active')}
        onRemoveChip={(id) => setFilter({ ...filter, [id as BillField]: undefined })}
        clear={clear}
        isOpen={isOpen}
        onOpen={() => {
          draft.start(filter)
          setOpen(true)
        }}
        onClose={() => setOpen(false)}
        footer={draft.footer}
      >
        {draft.fields}
      </FilterBar>
      <BillList key={JSON.stringify(filter)} filter={filter} onClear={clear.onClick} />
    </div>
  )
}
