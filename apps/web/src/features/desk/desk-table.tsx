import { Bone, Busy, keysOf } from '@trove/ui/feedback/skeletons'
import { type DataColumn, DataTable } from '@trove/ui/lists/data-table'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { eachOnce } from '../../lib/addresses/pages.ts'
import { useSearch } from '../../lib/addresses/use-search.ts'
import type { Paged } from '../../lib/lists/growing-list.tsx'
import classes from './desk.module.css'
import { DeskRows } from './desk-list.tsx'

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

/** Rows that are on their way, as high as those that come: so many cells each, of which a phone shows two. */
function RowBones({ columns }: { columns: number }) {
  const { t } = useTranslation()
  return (
    <Busy label={t('common.loading')}>
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

/**
 * Cases of the desk as rows: J and K go down and up, Enter opens the one in focus beside them. The open case stands in the
 * address, so that it can be sent to somebody else of the staff.
 */
export function DeskTable<T extends { id: string }>({ label, pages, empty, columns, panel }: DeskTableProps<T>) {
  const { pathname } = useLocation()
  const [search, change] = useSearch()
  const openId = search.get(CASE)
  const rows = eachOnce(pages.items, ({ id }) => id)
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
    <>
      <DeskRows list={pages.list} count={rows.length} empty={empty} skeleton={<RowBones columns={columns.length} />}>
        <DataTable label={label} columns={columns} rows={rows} idOf={({ id }) => id} hrefOf={pathOf} isBeside />
      </DeskRows>
      {openId && panel(openId, close)}
    </>
  )
}
