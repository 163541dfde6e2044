import { Bone, Busy, keysOf } from '@trove/ui/feedback/skeletons'
import { type DataColumn, DataTable } from '@trove/ui/lists/data-table'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { eachOnce } from '../addresses/pages.ts'
import { useSearch } from '../addresses/use-search.ts'
import { GrowingList, type Paged } from './growing-list.tsx'
import classes from './panel-table.module.css'

/** The row that is open stands in the address under this name. */
const OPEN = 'case'

type TableRows<T> = {
  label: string
  /** `first`: the newest first page, which says how many there are. */
  pages: { list: Paged; items: T[]; first?: { totalElements: number } | undefined }
  /** How many there are, above the rows; its place is kept while they are on their way. */
  countText?: (count: number) => string
  empty: ReactNode
  columns: readonly DataColumn<T>[]
}

export type PanelTableProps<T> = TableRows<T> & {
  /** The open row, beside the table; `onClose` takes it out of the address. */
  panel: (id: string, onClose: () => void) => ReactNode
}

type RowTableProps<T> = TableRows<T> & {
  hrefOf: (row: T) => string
  /** A row opens beside the table, which stays. */
  isBeside?: boolean
}

/** Rows that are on their way, as high as those that come: so many cells each, of which a phone shows two. */
function RowBones({ columns, hasCount }: { columns: number; hasCount: boolean }) {
  const { t } = useTranslation()
  return (
    <Busy label={t('common.loading')}>
      {hasCount && (
        <p className={classes.count}>
          <Bone width={72} height={14} />
        </p>
      )}
      <div className={classes.bones}>
        {keysOf(8).map((row) => (
          <div key={row} className={classes.boneRow} data-bones>
            {keysOf(columns).map((cell, index) => (
              <Bone key={cell} width={index === 0 ? '24%' : '10%'} height={14} />
            ))}
          </div>
        ))}
      </div>
    </Busy>
  )
}

/** A growing list as dense rows: J and K go down and up, Enter goes where the one in focus leads. */
export function RowTable<T extends { id: string }>(props: RowTableProps<T>) {
  const { label, pages, countText, empty, columns, hrefOf, isBeside } = props
  const rows = eachOnce(pages.items, ({ id }) => id)
  return (
    <GrowingList
      list={pages.list}
      count={rows.length}
      empty={empty}
      skeleton={<RowBones columns={columns.length} hasCount={countText !== undefined} />}
    >
      {countText && pages.first && <p className={classes.count}>{countText(pages.first.totalElements)}</p>}
      <DataTable label={label} columns={columns} rows={rows} idOf={({ id }) => id} {...{ hrefOf, isBeside }} />
    </GrowingList>
  )
}

/** Such rows, each of which opens beside them. The open one stands in the address, so that it can be sent to somebody else who may see it. */
export function PanelTable<T extends { id: string }>({ panel, ...rows }: PanelTableProps<T>) {
  const { pathname } = useLocation()
  const [search, change] = useSearch()
  const openId = search.get(OPEN)
  const pathOf = ({ id }: T) => {
    const of = new URLSearchParams(search)
    of.set(OPEN, id)
    return `${pathname}?${of}`
  }
  const close = () =>
    change((now) => {
      now.delete(OPEN)
      return now
    }, true)
  return (
    <>
      <RowTable {...rows} hrefOf={pathOf} isBeside />
      {openId && panel(openId, close)}
    </>
  )
}
