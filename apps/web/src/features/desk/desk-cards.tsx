import { useRowKeys } from '@trove/ui/lists/use-row-keys'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import classes from './desk.module.css'

/** What the desk shows as cards, with the keys that its tables have. */
export function DeskCards({ children }: { children: ReactNode }) {
  const box = useRef<HTMLUListElement>(null)
  useRowKeys(box)
  return (
    <ul className={classes.cards} ref={box}>
      {children}
    </ul>
  )
}

/** Enter goes on from the card to what can be pressed in it; nothing is decided by that. */
const goIn = (event: KeyboardEvent<HTMLElement>) => {
  const { key, target, currentTarget } = event
  if (key !== 'Enter' || target !== currentTarget) return
  // Else the same press would go on to what has the focus now.
  event.preventDefault()
  currentTarget.querySelector<HTMLElement>('a[href], button:not(:disabled)')?.focus()
}

/** One of them; J and K give it the focus. */
export function DeskCard({ children }: { children: ReactNode }) {
  return (
    <li className={classes.card} tabIndex={-1} data-row onKeyDown={goIn}>
      {children}
    </li>
  )
}
