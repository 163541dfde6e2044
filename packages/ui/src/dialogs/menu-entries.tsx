import type { ReactElement, ReactNode } from 'react'

/** One line of a menu: a place to go or something to run. */
export type MenuEntry = {
  id: string
  label: string
  icon?: ReactNode
  href?: string
  onSelect?: () => void
  isDangerous?: boolean
  isDisabled?: boolean
  /** Why it cannot be chosen now, in small under its label. */
  reason?: string
}

export type MenuProps = {
  /** The button that opens the menu; it must pass on `onClick` and its ref (any Mantine button or a native one does). */
  trigger: ReactElement<Record<string, unknown>>
  /** Title of the sheet on a phone and name of the menu for a screen reader. */
  label: string
  closeLabel: string
  entries: readonly MenuEntry[]
}
