import { formatCalendarDay } from '../../lib/shown/format.ts'
import classes from './charts.module.css'

type Cell = string | number

type UnseenTableProps = {
  label: string
  /** What the days are called, and then the columns. */
  day: string
  heads: readonly string[]
  rows: readonly { day: string; cells: readonly Cell[] }[]
  /** What a row is called, where it is not of a day. */
  writeDay?: (day: string) => string
}

/** The figures of a chart by the day, for who cannot see it. */
export function UnseenTable({ label, day, heads, rows, writeDay = formatCalendarDay }: UnseenTableProps) {
  return (
    <div className={classes.unseen}>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {[day, ...heads].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.day}>
              <th scope="row">{writeDay(row.day)}</th>
              {row.cells.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells stand under their headings
                <td key={place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
