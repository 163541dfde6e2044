import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyOrdersPicture } from '@trove/ui/feedback/pictures'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import type { ChipItem } from '@trove/ui/inputs/chip-list'
import { FilterBar } from '@trove/ui/inputs/filter-bar'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rowsOf } from '../../../lib/addresses/pages.ts'
import { GrowingList, type Paged } from '../../../lib/lists/growing-list.tsx'
import { formatCalendarDay } from '../../../lib/shown/format.ts'
import classes from '../styles/wallet.module.css'
import { type BillField, type BillFilter, useBillFilter } from './bill-filter.ts'
import { type BillKinds, useBillFilterDraft } from './bill-filter-dialog.tsx'

/** What every bill is on the screen: a filter in the address, and rows that go on while one scrolls. */

const FIELD_WORDS = { startTime: 'from', endTime: 'to', type: 'type', minAmount: 'min', maxAmount: 'max' } as const

type PagedOf<Item> = Paged & { data?: { pages: { content: Item[] }[] } }

type BillProps<Type extends string, Item> = BillKinds<Type> & {
  types: readonly Type[]
  usePages: (filter: BillFilter<Type>) => PagedOf<Item>
  Row: (props: { item: Item }) => ReactNode
  /** What will stand here once there is something. */
  emptyText: string
}

function useChips<Type extends string>(filter: BillFilter<Type>, { kinds, money }: BillKinds<Type>): ChipItem[] {
  const { t } = useTranslation()
  const shownOf = (field: BillField, value: string) => {
    if (field === 'type') return kinds.find((kind) => kind.value === value)?.label ?? value
    if (field === 'startTime' || field === 'endTime') return formatCalendarDay(value)
    return [`${money.prefix ?? ''}${value}`, money.unit].filter(Boolean).join(' ')
  }
  return (Object.keys(FIELD_WORDS) as BillField[]).flatMap((field) => {
    const value = filter[field]
    if (!value) return []
    const name = t(`wallet.billFilter.${FIELD_WORDS[field]}`)
    return [{ id: field, name, value: shownOf(field, value), removeLabel: t('wallet.billFilter.remove', { name }) }]
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
  const isFiltered = Object.values(filter).some(Boolean)
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
    <GrowingList
      list={list}
      count={items.length}
      skeleton={<RowsSkeleton isPlain label={t('common.loading')} />}
      empty={empty}
    >
      <ul className={classes.rows}>
        {items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ul>
    </GrowingList>
  )
}

/** A bill: its filter and its rows. */
export function BillList<Type extends string, Item extends { id: string }>(props: BillProps<Type, Item>) {
  const { types, kinds, money, usePages, Row, emptyText } = props
  const { t } = useTranslation()
  const { filter, setFilter, leaveOut } = useBillFilter(types)
  const [isOpen, setOpen] = useState(false)
  const chips = useChips(filter, { kinds, money })
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
        onRemoveChip={(id) => leaveOut(id as BillField)}
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
