import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/** The row that had the focus last, and its place among the others. */
type Row = { row: Element; at: number }

/**
 * Keeps the focus in a list whose rows leave it: when the row that had the focus is gone, the one in its place gets it, and
 * the frame when there is none. Otherwise a reader at the keyboard would begin at the top of the page after each decision.
 */
export function useKeptFocus() {
  const frame = useRef<HTMLDivElement>(null)
  const last = useRef<Row>(undefined)
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest('li')
    // Focus events of a dialog that a row opened come here too, from elsewhere in the document.
    if (row?.parentElement && frame.current?.contains(row))
      last.current = { row, at: [...row.parentElement.children].indexOf(row) }
  }
  useLayoutEffect(() => {
    if (!last.current || last.current.row.isConnected || document.activeElement !== document.body) return
    const rows = [...(frame.current?.querySelectorAll('ul > li') ?? [])]
    const next = rows[Math.min(last.current.at, rows.length - 1)]?.querySelector<HTMLElement>('a[href], button')
    last.current = undefined
    ;(next ?? frame.current)?.focus()
  })
  return { ref: frame, tabIndex: -1, onFocus }
}
