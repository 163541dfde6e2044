import { Menu as DropdownMenu } from '@mantine/core'
import { cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import { useDevice } from './device.tsx'
import { Dialog } from './dialog.tsx'
import { Link } from './link.tsx'
import classes from './menu.module.css'

/** One line of a menu: a place to go or something to run. */
export type MenuEntry = {
  id: string
  label: string
  icon?: ReactNode
  href?: string
  onSelect?: () => void
  isDangerous?: boolean
  isDisabled?: boolean
}

type MenuProps = {
  /** The button that opens the menu; it must pass on `onClick` and its ref (any Mantine button or a native one does). */
  trigger: ReactElement<Record<string, unknown>>
  /** Title of the sheet on a phone and name of the menu for a screen reader. */
  label: string
  closeLabel: string
  entries: readonly MenuEntry[]
}

function SheetEntry({ entry, onDone }: { entry: MenuEntry; onDone: () => void }) {
  const select = () => {
    onDone()
    entry.onSelect?.()
  }
  const look = { className: classes.item, 'data-dangerous': entry.isDangerous || undefined, onClick: select }
  const content = (
    <>
      {entry.icon}
      {entry.label}
    </>
  )
  if (entry.href && !entry.isDisabled) {
    return (
      <Link href={entry.href} {...look}>
        {content}
      </Link>
    )
  }
  return (
    <button type="button" disabled={entry.isDisabled} {...look}>
      {content}
    </button>
  )
}

function SheetMenu({ trigger, label, closeLabel, entries }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      {cloneElement(trigger, { onClick: () => setOpen(true), 'aria-haspopup': 'dialog', 'aria-expanded': isOpen })}
      <Dialog isOpen={isOpen} onClose={close} title={label} closeLabel={closeLabel}>
        <ul className={classes.list}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <SheetEntry entry={entry} onDone={close} />
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

function DropdownEntry({ entry }: { entry: MenuEntry }) {
  const shared = {
    leftSection: entry.icon,
    onClick: entry.onSelect,
    disabled: entry.isDisabled,
    color: entry.isDangerous ? 'coral' : undefined,
  }
  if (entry.href && !entry.isDisabled) {
    return (
      <DropdownMenu.Item component={Link} href={entry.href} className={classes.link} {...shared}>
        {entry.label}
      </DropdownMenu.Item>
    )
  }
  return <DropdownMenu.Item {...shared}>{entry.label}</DropdownMenu.Item>
}

/** A menu behind a button: a dropdown with arrow keys at a desk, a list in a sheet on a phone. */
export function Menu(props: MenuProps) {
  if (useDevice() === 'mobile') return <SheetMenu {...props} />
  return (
    <DropdownMenu position="bottom-end" width={208} transitionProps={{ duration: 120 }}>
      <DropdownMenu.Target>{props.trigger}</DropdownMenu.Target>
      <DropdownMenu.Dropdown className={classes.dropdown} aria-label={props.label}>
        {props.entries.map((entry) => (
          <DropdownEntry key={entry.id} entry={entry} />
        ))}
      </DropdownMenu.Dropdown>
    </DropdownMenu>
  )
}
