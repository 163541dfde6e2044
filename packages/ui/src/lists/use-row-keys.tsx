import { useHotkeys } from '@mantine/hooks'
import type { RefObject } from 'react'
import { isDialogOpen } from '../base/open-layers.tsx'

/**
 * J and K go down and up through the rows of a list (`data-row`): the focus goes to the link that opens the row
 * (`data-row-link`), or to the row where it opens nothing.
 */
export function useRowKeys(box: RefObject<HTMLElement | null>): void {
  const step = (by: 1 | -1) => {
    // What lies below a dialog keeps still.
    if (isDialogOpen()) return
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const now = rows.findIndex((row) => row.contains(document.activeElement))
    const next = rows[now < 0 ? 0 : Math.min(Math.max(now + by, 0), rows.length - 1)]
    ;(next?.querySelector<HTMLElement>('[data-row-link]') ?? next)?.focus()
  }
  useHotkeys([
    ['j', () => step(1)],
    ['k', () => step(-1)],
  ])
}
