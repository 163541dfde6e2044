import { Children, type ReactNode } from 'react'
import classes from './card-grid.module.css'

type CardGridProps = {
  children: ReactNode
  label: string
  /** Four in a row on a usual desk already, where no menu stands beside it. */
  isDense?: boolean
}

/** A list of cards: 1, 2 or 4 in a row by the width of the window, 1 on a phone. Children need keys of their own. */
export function CardGrid({ children, label, isDense = false }: CardGridProps) {
  return (
    <ul className={classes.grid} aria-label={label} data-dense={isDense || undefined}>
      {Children.map(children, (child) => (
        <li>{child}</li>
      ))}
    </ul>
  )
}
