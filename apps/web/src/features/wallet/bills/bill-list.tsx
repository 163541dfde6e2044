import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyOrdersPicture } from '@trove/ui/feedback/pictures'
import { Bone } from '@trove/ui/feedback/skeletons'
import type { ChipItem } from '@trove/ui/inputs/chip-list'
import { FilterBar } from '@trove/ui/inputs/filter-bar'
import type { DataColumn } from '@trove/ui/lists/data-table'
import { Figure, FigureList } from '@trove/ui/lists/figure-list'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rowsOf } from '../../../lib/addresses/pages.ts'
import type { Paged } from '../../../lib/lists/growing-list.tsx'
import { PanelTable } from '../../../lib/lists/panel-table.tsx'
import { formatCalendarDay } from '../../../lib/shown/format.ts'
import classes from '../styles/wallet.module.css'
import { type BillField, type BillFilter, useBillFilter } from './bill-filter.ts'
import { type BillKinds, useBillFilterDraft } from './bill-filter-dialog.tsx'

/** What every bill is on the screen: a filter in the address, the sums of what it finds, and rows that open beside them. */

const FIELD_WORDS = { startTime: 'from', endTime: 'to', type: 'type', minAmount: 'min', maxAmount: 'max' } as const

type Sums = { totalElements: number; inAmount: string; outAmount: string }
type PagedOf<Item> = Paged & { data?: { pages: (Sums & { content: Item[] })[] } }

type BillProps<Type extends string, Item> = BillKinds<Type> & {
  label: string
  types: readonly Type[]
  usePages: (filter: BillFilter<Type>) => PagedOf<Item>
  columns: readonly DataColumn<Item>[]
  /** The open row with its facts and where they lead. */
  Entry: (props: { item: Item; onClose: () => void }) => ReactNode
  /** A sum of the server with its unit. */
  sumText: (amount: string) => string
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

type TotalsProps = { sums: Sums | undefined; sumText: (amount: string) => string }

/** What everything found brings and takes; the places are kept while it is on its way. */
function Totals({ sums, sumText }: TotalsProps) {
  const { t } = useTranslation()
  const figures = [
    { id: 'in', words: sums && sumText(sums.inAmount) },
    { id: 'out', words: sums && sumText(sums.outAmount) },
    { id: 'count', words: sums && String(sums.totalElements) },
  ] as const
  return (
    <div className={classes.totals}>
      <FigureList>
        {figures.map(({ id, words }) => (
          <Figure key={id} label={t(`wallet.billTotals.${id}`)}>
            {words ?? <Bone width={96} height={20} />}
          </Figure>
        ))}
      </FigureList>
    </div>
  )
}

type RowsProps<Type extends string, Item> = Omit<BillProps<Type, Item>, 'types' | keyof BillKinds<Type>> & {
  filter: BillFilter<Type>
  onClear: () => void
}

function Rows<Type extends string, Item extends { id: string }>(props: RowsProps<Type, Item>) {
  const { label, filter, onClear, usePages, columns, Entry, sumText, emptyText } = props
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
  const sums = list.data?.pages.at(-1)
  // An address may name a row of a page that was not loaded yet: nothing opens then.
  const entry = (id: string, onClose: () => void) => {
    const item = items.find((row) => row.id === id)
    return item && <Entry key={id} item={item} onClose={onClose} />
  }
  return (
    <>
      {(list.isPending || items.length > 0) && <Totals sums={sums} sumText={sumText} />}
      <PanelTable label={label} pages={{ list, items }} empty={empty} columns={columns} panel={entry} />
    </>
  )
}

/** A bill: its filter, its sums and its rows. */
export function BillList<Type extends string, Item extends { id: string }>(props: BillProps<Type, Item>) {
  const { types, kinds, money, ...rows } = props
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
        <Rows key={JSON.stringify(filter)} {...rows} filter={filter} onClear={clear.onClick} />
      </div>
    </>
  )
}
