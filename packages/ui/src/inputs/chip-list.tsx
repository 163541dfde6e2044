import type { ReactNode } from 'react'
import { Link } from '../base/link.tsx'
import { CloseIcon } from '../icons/actions.tsx'
import classes from './chip-list.module.css'

/** One removable chip: a name (what), its value, and the words for taking it away. */
export type ChipItem = {
  id: string
  name?: string
  value: string
  removeLabel: string
  /** Where its value leads to, and whether that is what is shown now. */
  href?: string
  isCurrent?: boolean
}

type ChipListProps = {
  items: readonly ChipItem[]
  onRemove: (id: string) => void
  label: string
  after?: ReactNode
  clear?: { label: string; onClick: () => void }
}

/** What is chosen at the moment, each with a cross: active filters, labels. Draws nothing when nothing is chosen. */
export function ChipList({ items, onRemove, label, after, clear }: ChipListProps) {
  if (items.length === 0) return null
  return (
    <ul className={classes.list} aria-label={label}>
      {items.map((item) => (
        <li key={item.id} className={classes.chip}>
          {item.name && <span className={classes.name}>{item.name}</span>}
          {item.href ? (
            <Link href={item.href} className={classes.value} aria-current={item.isCurrent || undefined}>
              {item.value}
            </Link>
          ) : (
            item.value
          )}
          <button
            type="button"
            className={classes.remove}
            aria-label={item.removeLabel}
            onClick={() => onRemove(item.id)}
          >
            <CloseIcon size={14} />
          </button>
        </li>
      ))}
      {clear && (
        <li>
          <button type="button" className={classes.clear} onClick={clear.onClick}>
            {clear.label}
          </button>
        </li>
      )}
      {after && <li>{after}</li>}
    </ul>
  )
}
