import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { useDevice } from '../base/device.tsx'
import { Link } from '../base/link.tsx'
import { ChevronDownIcon, ChevronUpIcon } from '../icons/actions.tsx'
import classes from './data-table.module.css'
import { useRowKeys } from './use-row-keys.tsx'

/** How a column sorts: the direction it sorts in now, and what a press on its heading does. */
export type ColumnSort = { direction?: 'asc' | 'desc'; onSort: () => void }

export type DataColumn<Row> = {
  id: string
  label: string
  /** Stands in the heading, so that the cells are figures alone. */
  unit?: string
  /** Undefined where there is nothing to say: a dash in the table, and no word on a phone. */
  cell: (row: Row) => ReactNode
  /** Figures stand at the right. */
  isNumber?: boolean
  /** Its words may take a second line, within the height of a row; so many em of width are kept for them. */
  twoLinesEm?: number
  sort?: ColumnSort
  /** Its place on a phone: at the end of the first line, or a word of the second one (`named` with its label), or nowhere. */
  phone?: 'end' | 'line' | 'named'
}

/** Rows that can be ticked, at most so many at once. */
export type DataPick<Row> = {
  picked: ReadonlySet<string>
  most: number
  onPick: (id: string) => void
  label: (row: Row) => string
}

type DataTableProps<Row> = {
  label: string
  /** The first column is what leads to the row's page. */
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  hrefOf: (row: Row) => string
  /** A row opens beside the table, which stays: its address takes the place of the page's. */
  isBeside?: boolean
  pick?: DataPick<Row>
}

function Tick<Row>({ pick, id, row }: { pick: DataPick<Row>; id: string; row: Row }) {
  const isPicked = pick.picked.has(id)
  return (
    <label className={classes.tick}>
      <input
        type="checkbox"
        aria-label={pick.label(row)}
        checked={isPicked}
        disabled={!isPicked && pick.picked.size >= pick.most}
        onChange={() => pick.onPick(id)}
      />
    </label>
  )
}

function Heading<Row>({ column: { label, unit, isNumber, sort } }: { column: DataColumn<Row> }) {
  const words = (
    <>
      {label}
      {unit && <small className={classes.unit}>{unit}</small>}
    </>
  )
  const ariaSort = sort && (sort.direction ? `${sort.direction}ending` : 'none')
  return (
    <th
      scope="col"
      data-number={isNumber || undefined}
      aria-sort={ariaSort as 'ascending' | 'descending' | 'none' | undefined}
    >
      {sort ? (
        <button type="button" className={classes.sort} onClick={sort.onSort} data-sorted={sort.direction}>
          {words}
          {sort.direction === 'asc' ? <ChevronUpIcon size={14} /> : <ChevronDownIcon size={14} />}
        </button>
      ) : (
        words
      )}
    </th>
  )
}

function Cell<Row>({ column, children }: { column: DataColumn<Row>; children: ReactNode }) {
  const { isNumber, twoLinesEm } = column
  const minWidth = twoLinesEm === undefined ? undefined : `${twoLinesEm}em`
  return (
    <td data-number={isNumber || undefined} data-long={minWidth && true} style={{ minWidth }}>
      {children}
    </td>
  )
}

function Table<Row>({ label, columns, rows, idOf, hrefOf, isBeside, pick }: DataTableProps<Row>) {
  const [first, ...others] = columns
  return (
    <table className={classes.table} data-beside={isBeside || undefined}>
      <caption className={classes.caption}>{label}</caption>
      <thead>
        <tr>
          {pick && <td />}
          {columns.map((column) => (
            <Heading key={column.id} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const id = idOf(row)
          return (
            <tr key={id} data-row={id} data-picked={pick?.picked.has(id) || undefined}>
              {pick && (
                <td className={classes.above}>
                  <Tick pick={pick} id={id} row={row} />
                </td>
              )}
              <th scope="row">
                <Link href={hrefOf(row)} replace={isBeside} className={classes.link} data-row-link>
                  {first?.cell(row)}
                </Link>
              </th>
              {others.map((column) => (
                <Cell key={column.id} column={column}>
                  {column.cell(row) ?? '–'}
                </Cell>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Word<Row>({ column, cell }: { column: DataColumn<Row>; cell: ReactNode }) {
  if (cell === undefined) return null
  return (
    <span>
      <span className={column.phone === 'named' ? undefined : classes.caption}>{column.label}</span> {cell}
      {column.unit && ` ${column.unit}`}
    </span>
  )
}

function Rows<Row>({ label, columns, rows, idOf, hrefOf, isBeside, pick }: DataTableProps<Row>) {
  const [first] = columns
  const ends = columns.filter(({ phone }) => phone === 'end')
  const lines = columns.filter(({ phone }) => phone === 'line' || phone === 'named')
  return (
    <ul className={classes.rows} aria-label={label}>
      {rows.map((row) => {
        const id = idOf(row)
        return (
          <li key={id} data-row={id} className={classes.row} data-picked={pick?.picked.has(id) || undefined}>
            {pick && <Tick pick={pick} id={id} row={row} />}
            <div className={classes.words}>
              <div className={classes.head}>
                <Link href={hrefOf(row)} replace={isBeside} className={classes.link} data-row-link>
                  {first?.cell(row)}
                </Link>
                {ends.map((column) => (
                  <span key={column.id}>{column.cell(row)}</span>
                ))}
              </div>
              <div className={classes.line}>
                {lines.map((column) => (
                  <Word key={column.id} column={column} cell={column.cell(row)} />
                ))}
              </div>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/**
 * Many things as dense rows: a table at a desk, two lines each on a phone. J and K go down and up, Enter opens the row in
 * focus, X ticks it.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isPhone = useDevice() === 'mobile'
  const box = useRef<HTMLDivElement>(null)
  useRowKeys(box)
  const tick = () => document.activeElement?.closest('[data-row]')?.querySelector('input')?.click()
  useHotkeys([['x', tick]])
  return (
    <div ref={box} className={classes.box}>
      {isPhone ? <Rows {...props} /> : <Table {...props} />}
    </div>
  )
}
