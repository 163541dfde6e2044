import type { ReactNode } from 'react'
import classes from './identity.module.css'

/** One row of the account page: what it is, how it stands, what can be done. */
export function AccountPart({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return (
    <div className={`${classes.row} ${classes.own}`} data-list-row>
      <div className={classes.words}>
        <strong>{title}</strong>
        <span className={classes.quiet}>{text}</span>
      </div>
      {action}
    </div>
  )
}
