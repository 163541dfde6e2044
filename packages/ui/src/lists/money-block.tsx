import type { ReactNode } from 'react'
import type { Tone } from '../base/tokens.tsx'
import tones from '../base/tone.module.css'
import classes from './money-block.module.css'

/** One line of a sum: fee, refund, payout; `amount` is shown as given (text or a `Price`). */
export type MoneyRow = { label: string; amount: ReactNode; hint?: string; tone?: Tone }

/** How a sum comes about: lines and their total. */
export function MoneyBlock({ rows, total }: { rows: readonly MoneyRow[]; total?: MoneyRow }) {
  const line = (row: MoneyRow, isTotal: boolean) => (
    <div key={row.label} className={`${classes.row} ${isTotal ? classes.total : ''}`}>
      <dt className={classes.label}>
        {row.label}
        {row.hint && <span className={classes.hint}>{row.hint}</span>}
      </dt>
      <dd className={`${classes.amount} ${row.tone ? `${classes.toned} ${tones[row.tone]}` : ''}`}>{row.amount}</dd>
    </div>
  )
  return (
    <dl className={classes.block}>
      {rows.map((row) => line(row, false))}
      {total && line(total, true)}
    </dl>
  )
}
