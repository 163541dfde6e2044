import type { ReactNode } from 'react'
import { type Action, ActionButton } from '../actions/action-button.tsx'
import classes from './empty-state.module.css'

type EmptyStateProps = {
  illustration?: ReactNode
  title: string
  text?: ReactNode
  action?: Action
  secondAction?: Action
  /** The title is the page's only heading. */
  isPage?: boolean
  /** Inside a card or a dialog. */
  isSmall?: boolean
}

/** Nothing here yet: a picture, one sentence, the next action. */
export function EmptyState({ illustration, title, text, action, secondAction, isSmall, isPage }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={`${classes.state} ${isSmall ? classes.isSmall : ''}`}>
      {illustration && <div className={classes.picture}>{illustration}</div>}
      <Title className={classes.title} data-heading>
        {title}
      </Title>
      {text && <p className={classes.text}>{text}</p>}
      {(action || secondAction) && (
        <div className={classes.actions}>
          {action && <ActionButton action={action} />}
          {secondAction && <ActionButton action={secondAction} kind="plain" />}
        </div>
      )}
    </div>
  )
}
