import { Loader } from '@mantine/core'
import classes from './waiting-note.module.css'

/** What is being waited for, in a line with a small spinner. Announced to screen readers. */
export function WaitingNote({ text, isSmall = false }: { text: string; isSmall?: boolean }) {
  return (
    <p className={classes.note} data-small={isSmall || undefined} role="status">
      <Loader size={16} aria-hidden />
      {text}
    </p>
  )
}
