import type { ReactNode } from 'react'
import classes from './page-part.module.css'

/** A part of a page that a button elsewhere on it leads to by its id. */
export function PagePart({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} tabIndex={-1} className={classes.part}>
      {children}
    </div>
  )
}

/** Brings a part of the page into sight and gives it the focus, so that the next key goes on from there. */
export function goToPart(id: string): void {
  const part = document.getElementById(id)
  part?.focus({ preventScroll: true })
  // How it moves is the style sheet's to say, which knows who wants nothing to move.
  part?.scrollIntoView?.({ block: 'start' })
}
