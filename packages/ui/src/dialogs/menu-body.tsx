import { Menu as DropdownMenu } from '@mantine/core'
import { cloneElement, useEffect, useRef, useState } from 'react'
import { useDevice } from '../base/device.tsx'
import { Link } from '../base/link.tsx'
import { Dialog } from './dialog.tsx'
import classes from './menu.module.css'
import type { MenuEntry, MenuProps } from './menu-entries.tsx'

/** What a menu is once it has been asked for; `menu.tsx` fetches this file with the first press. */

const isOff = ({ isDisabled, reason }: MenuEntry) => isDisabled || reason !== undefined

function Words({ entry: { label, reason } }: { entry: MenuEntry }) {
  if (reason === undefined) return label
  return (
    <span className={classes.words}>
      {label}
      <small>{reason}</small>
    </span>
  )
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
      <Words entry={entry} />
    </>
  )
  if (entry.href && !isOff(entry)) {
    return (
      <Link href={entry.href} {...look}>
        {content}
      </Link>
    )
  }
  return (
    <button type="button" disabled={isOff(entry)} {...look}>
      {content}
    </button>
  )
}

type BodyProps = MenuProps & { isOpen: boolean; setOpen: (isOpen: boolean) => void }

function SheetMenu({ trigger, label, closeLabel, entries, isOpen, setOpen }: BodyProps) {
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
    disabled: isOff(entry),
    color: entry.isDangerous ? 'coral' : undefined,
  }
  if (entry.href && !isOff(entry)) {
    return (
      <DropdownMenu.Item component={Link} href={entry.href} className={classes.link} {...shared}>
        {entry.label}
      </DropdownMenu.Item>
    )
  }
  return (
    <DropdownMenu.Item {...shared}>
      <Words entry={entry} />
    </DropdownMenu.Item>
  )
}

/** The dropdown at a desk, the sheet on a phone; opens as soon as it is there, with the focus on its trigger. */
export default function MenuBody(props: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLElement>(null)
  const isPhone = useDevice() === 'mobile'
  useEffect(() => {
    // The trigger was drawn anew: focus goes back to it first, so that closing the menu returns there.
    trigger.current?.focus()
    setOpen(true)
  }, [])
  const body = { ...props, isOpen, setOpen, trigger: cloneElement(props.trigger, { ref: trigger }) }
  if (isPhone) return <SheetMenu {...body} />
  return (
    <DropdownMenu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={208}
      transitionProps={{ duration: 120 }}
    >
      <DropdownMenu.Target>{body.trigger}</DropdownMenu.Target>
      <DropdownMenu.Dropdown className={classes.dropdown} aria-label={props.label}>
        {props.entries.map((entry) => (
          <DropdownEntry key={entry.id} entry={entry} />
        ))}
      </DropdownMenu.Dropdown>
    </DropdownMenu>
  )
}
