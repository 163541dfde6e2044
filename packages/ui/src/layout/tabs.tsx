import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import classes from './tabs.module.css'

/** One tab; `count` stands small beside its words. */
export type TabItem<Value extends string = string> = { value: Value; label: string; count?: string; icon?: ReactNode }

type TabsProps<Value extends string> = {
  items: readonly TabItem<Value>[]
  /** The chosen one; none while it is not known. */
  value: Value | undefined
  onChange: (value: Value) => void
  label: string
  /** Content of the chosen tab. */
  children?: ReactNode
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Brings the chosen tab to the middle of its row, where not all fit in; nothing but the row is scrolled. */
function showTab(tab: HTMLElement | null): void {
  const row = tab?.parentElement
  if (!row) return
  const [at, of] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += at.left + at.width / 2 - (of.left + of.width / 2)
}

/** Tabs with arrow keys: a line at a desk, a segmented control on a phone. */
export function Tabs<Value extends string>({ items, value, onChange, label, children }: TabsProps<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const at = items.findIndex((item) => item.value === value)
    if (!step || at < 0) return
    event.preventDefault()
    const target = step(at, items.length - 1)
    const next = items[target]
    if (!next) return
    onChange(next.value)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[target]?.focus()
  }
  return (
    <>
      <div ref={list} className={classes.list} role="tablist" aria-label={label} onKeyDown={move}>
        {items.map((item) => (
          <button
            key={item.value}
            ref={item.value === value ? showTab : undefined}
            type="button"
            role="tab"
            id={`${id}-${item.value}`}
            className={classes.tab}
            aria-selected={item.value === value}
            aria-controls={children ? `${id}-panel` : undefined}
            tabIndex={item.value === (value ?? items[0]?.value) ? 0 : -1}
            onClick={() => onChange(item.value)}
          >
            {item.icon}
            {item.label}
            {item.count && <span className={classes.count}>{item.count}</span>}
          </button>
        ))}
      </div>
      {children && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={value && `${id}-${value}`}>
          {children}
        </div>
      )}
    </>
  )
}
