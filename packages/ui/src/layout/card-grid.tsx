import { Children, type ReactNode } from 'react'
import classes from './card-grid.module.css'

/** A list of cards: 1, 2 or 4 in a row by the width of the window, 1 on a phone. Children need keys of their own. */
export function CardGrid({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ul className={classes.grid} aria-label={label}>
      {Children.map(children, (child) => (
        <li>{child}</li>
      ))}
    </ul>
  )
}
