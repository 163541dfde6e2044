import type { ChipItem } from '@trove/ui/chip-list'
import { EmptyState } from '@trove/ui/empty-state'
import { ErrorState } from '@trove/ui/error-state'
import { FilterBar } from '@trove/ui/filter-bar'
import { InfiniteList } from '@trove/ui/infinite-list'
import { EmptyOrdersPicture } from '@trove/ui/pictures'
import { RowsSkeleton } from '@trove/ui/skeletons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/notify.ts'
import { rowsOf } from '../../../lib/pages.ts'
import classes from '../wallet.module.css'
import { type BillField, type BillFilter, useBillFilter } from './bill-filter.ts'
import { type BillKinds, useBillFilterDraft } from './bill-filter-dialog.tsx'

/** What every bill is on the screen: a filter in the address, and rows that go on while one scrolls. */

const FIELD_WORDS = { startTime: 'from', endTime: 'to', type: 'type', minAmount: 'min', maxAmount: 'max' } as const

/** As a paged query answers. */
type Paged<Item> = {
  data?: { pages: { content: Item[] }[] }
  error: Error | null
  isPending: boolean
  isError: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

type BillProps<Type extends string, Item> = BillKinds<Type> & {
  types: readonly Type[]
  usePages: (filter: BillFilter<Type>) => Paged<Item>
  Row: (props: { item: Item }) => ReactNode
  /** What will stand here once there is something. */
  emptyText: string
}

function useChips<Type extends string>(filter: BillFilter<Type>, kinds: BillKinds<Type>['kinds']): ChipItem[] {
  const { t } = useTranslation()
  return (Object.keys(FIELD_WORDS) as BillField[]).flatMap((field) => {
    const value = filter[field]
    if (!value) return []
    const name = t(`wallet.billFilter.${FIELD_WORDS[field]}`)
    const shown = field === 'type' ? (kinds.find((kind) => kind.value === value)?.label ?? value) : value
    return [{ id: field, name, value: shown, removeLabel: t('wallet.billFilter.remove', { name }) }]
  })
}

type RowsProps<Type extends string, Item> = Pick<BillProps<Type, Item>, 'usePages' | 'Row' | 'emptyText'> & {
  filter: BillFilter<Type>
  onClear: () => void
}

function Rows<Type extends string, Item extends { id: string }>(props: RowsProps<Type, Item>) {
  const { filter, onClear, usePages, Row, emptyText } = props
  const { t } = useTranslation()
  const list = usePages(filter)
  const items = rowsOf(list.data?.pages, ({ id }) => id)
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
    <EmptyState illustration={<EmptyOrdersPicture />} title={t('wallet.billEmpty')} text={emptyText} />
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

/** A bill: its filter and its rows. */
export function BillList<Type extends string, Item extends { id: string }>(props: BillProps<Type, Item>) {
  const { types, kinds, money, usePages, Row, emptyText } = props
  const { t } = useTranslation()
  const { filter, setFilter } = useBillFilter(types)
  const [isOpen, setOpen] = useState(false)
  const chips = useChips(filter, kinds)
  const draft = useBillFilterDraft({ kinds, money }, (next) => {
    setFilter(next)
    setOpen(false)
  })
  const clear = { label: t('wallet.billFilter.clearAll'), onClick: () => setFilter({}) }
  return (
    <>
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
      <div className={classes.billBody}>
        <Rows
          key={JSON.stringify(filter)}
          filter={filter}
          onClear={clear.onClick}
          usePages={usePages}
          Row={Row}
          emptyText={emptyText}
        />
      </div>
    </>
  )
}
