import type { ReactNode } from 'react'
import classes from './figure-list.module.css'

/** Figures beside each other, as many in a row as there is room for. */
export function FigureList({ children }: { children: ReactNode }) {
  return <dl className={classes.list}>{children}</dl>
}

type FigureProps = {
  label: string
  /** Said below the figure, in small letters. */
  note?: string | undefined
  children: ReactNode
}

/** One figure under its name. Stands inside a `FigureList`. */
export function Figure({ label, note, children }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  )
}
