import { keepFocus } from '@trove/ui/base/kept-focus'
import type { ReactNode } from 'react'
import classes from './panel.module.css'

/** A part of a page about one thing: a title where it needs one, and what belongs to it. Without a title, `label` names it. */
export function Panel({ title, label = title, children }: { title?: string; label?: string; children: ReactNode }) {
  return (
    <section className={classes.panel} aria-label={label} ref={keepFocus}>
      {title && <h2 className={classes.title}>{title}</h2>}
      {children}
    </section>
  )
}

/** A sentence that explains, in the colour of what is said aside. */
export function Quiet({ children }: { children: ReactNode }) {
  return <p className={classes.quiet}>{children}</p>
}
