import { TERMINALS_PER_LEASE } from '@trove/contract/compute/terminal'
import { useReducer } from 'react'

/** One terminal of the page; `number` counts from 1 and is free again once its tab is closed. */
export type Tab = { id: string; number: number; name?: string }
/** `made` counts those there ever were: a new one is never taken for one that was closed. */
export type Tabs = { list: readonly Tab[]; activeId: string; made: number }

const NAME_MAX = 24

type Act =
  | { type: 'add' }
  | { type: 'show'; id: string }
  | { type: 'step'; by: 1 | -1 }
  | { type: 'close'; id: string }
  | { type: 'rename'; id: string; name: string }

const tabOf = (made: number, number: number): Tab => ({ id: `terminal-${made}`, number })

function add(tabs: Tabs): Tabs {
  if (tabs.list.length >= TERMINALS_PER_LEASE) return tabs
  const taken = tabs.list.map(({ number }) => number)
  const number = [...taken.keys(), taken.length].map((at) => at + 1).find((each) => !taken.includes(each))!
  const made = tabs.made + 1
  const tab = tabOf(made, number)
  return { list: [...tabs.list, tab], activeId: tab.id, made }
}

const firstTabs = (made: number): Tabs => {
  const tab = tabOf(made, 1)
  return { list: [tab], activeId: tab.id, made }
}

/** The last one that is closed makes way for a new one. */
function close(tabs: Tabs, id: string): Tabs {
  const { list, activeId, made } = tabs
  const at = list.findIndex((tab) => tab.id === id)
  if (at < 0) return tabs
  const left = list.filter((tab) => tab.id !== id)
  if (left.length === 0) return firstTabs(made + 1)
  return { list: left, made, activeId: activeId === id ? left[Math.min(at, left.length - 1)]!.id : activeId }
}

/** What becomes of the tabs; there is always one at least. */
export function tabsAfter(tabs: Tabs, act: Act): Tabs {
  switch (act.type) {
    case 'add':
      return add(tabs)
    case 'show':
      return { ...tabs, activeId: act.id }
    case 'step': {
      const at = tabs.list.findIndex(({ id }) => id === tabs.activeId)
      return { ...tabs, activeId: tabs.list.at((at + act.by) % tabs.list.length)!.id }
    }
    case 'close':
      return close(tabs, act.id)
    case 'rename': {
      const name = act.name.trim().slice(0, NAME_MAX) || undefined
      return { ...tabs, list: tabs.list.map((tab) => (tab.id === act.id ? { ...tab, name } : tab)) }
    }
  }
}

/** The tabs of the terminal page. They last as long as the page does. */
export function useTabs() {
  const [tabs, act] = useReducer(tabsAfter, 1, firstTabs)
  return { ...tabs, act, isFull: tabs.list.length >= TERMINALS_PER_LEASE }
}
