import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyOrdersPicture } from '@trove/ui/feedback/pictures'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { type DataColumn, DataTable } from '@trove/ui/lists/data-table'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useSearch } from '../../lib/addresses/use-search.ts'
import { GrowingList, type Paged } from '../../lib/lists/growing-list.tsx'
import classes from './desk.module.css'

/** The case that is open stands in the address under this name. */
const CASE = 'case'

type DeskTableProps<T> = {
  label: string
  pages: { list: Paged; items: T[] }
  empty: { title: string; text?: string }
  columns: readonly DataColumn<T>[]
  /** The open case, beside the table; `onClose` takes it out of the address. */
  panel: (id: string, onClose: () => void) => ReactNode
}

/**
 * Cases of the desk as rows: J and K go down and up, Enter opens the one in focus beside them. The open case stands in the
 * address, so that it can be sent to somebody else of the staff.
 */
export function DeskTable<T extends { id: string }>({ label, pages, empty, columns, panel }: DeskTableProps<T>) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [search, change] = useSearch()
  const openId = search.get(CASE)
  // What came since pushes rows onto the next page, where they come once more.
  const rows = [...new Map(pages.items.map((item) => [item.id, item])).values()]
  const pathOf = ({ id }: T) => {
    const of = new URLSearchParams(search)
    of.set(CASE, id)
    return `${pathname}?${of}`
  }
  const close = () =>
    change((now) => {
      now.delete(CASE)
      return now
    }, true)
  return (
    <div className={classes.list}>
      <GrowingList
        list={pages.list}
        count={rows.length}
        skeleton={<RowsSkeleton label={t('common.loading')} />}
        empty={<EmptyState illustration={<EmptyOrdersPicture />} {...empty} />}
      >
        <DataTable label={label} columns={columns} rows={rows} idOf={({ id }) => id} hrefOf={pathOf} isBeside />
      </GrowingList>
      {openId && panel(openId, close)}
    </div>
  )
}
