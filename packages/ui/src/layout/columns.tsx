import type { ReactNode } from 'react'
import classes from './columns.module.css'

/**
 * The one division of a page about one thing: what it is in the wide column, its sum and action in the narrow one.
 * Where the window has no room for both, and on a phone, they follow each other.
 */
export function Columns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{children}</div>
      <div className={classes.aside}>{aside}</div>
    </div>
  )
}
