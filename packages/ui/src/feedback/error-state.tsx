import type { ReactNode } from 'react'
import { ActionButton } from '../actions/action-button.tsx'
import { RefreshIcon } from '../icons/actions.tsx'
import classes from './empty-state.module.css'

type ErrorStateProps = {
  illustration?: ReactNode
  title: string
  text?: ReactNode
  retry?: { label: string; onClick: () => void; isBusy?: boolean }
  isSmall?: boolean
}

/** Something failed in this place: what, and a way to try again. Announced to screen readers. */
export function ErrorState({ illustration, title, text, retry, isSmall }: ErrorStateProps) {
  return (
    <div className={`${classes.state} ${isSmall ? classes.isSmall : ''}`} role="alert">
      {illustration && <div className={classes.picture}>{illustration}</div>}
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {retry && (
        <div className={classes.actions}>
          <ActionButton action={{ ...retry, icon: <RefreshIcon size={16} /> }} kind="plain" />
        </div>
      )}
    </div>
  )
}
