import { useEffect, useId, useRef, useSyncExternalStore } from 'react'

/**
 * The layers open over a page, so that the browser's Back closes the topmost instead of leaving the page. Each open layer
 * pushes one history entry of the same address, whose state says how many lie below it. Whatever closes a layer,
 * the entries follow; an entry left behind by a page one went on from is stepped over.
 */

type Layer = { close: () => void; isHeld: () => boolean }

const open: Layer[] = []
let isListening = false
/** On the way back over entries nobody needs any more; the browser arrives there later. */
let isReturning = false

const entries = (): number => (window.history.state as { layers?: number } | null)?.layers ?? 0

function follow(): void {
  if (isReturning) return
  const extra = entries() - open.length
  if (extra > 0) {
    isReturning = true
    window.history.go(-extra)
  }
  for (let layers = entries() + 1; layers <= open.length; layers++)
    window.history.pushState({ ...window.history.state, layers }, '')
}

function wentBack(): void {
  const isOurs = isReturning
  isReturning = false
  const left = entries()
  if (isOurs || left > open.length) follow()
  else closeAbove(left)
}

/** A layer takes itself off the list once it is closed. One that stays for now stays with its entry, and so do those below. */
function closeAbove(left: number): void {
  const leaving = open.slice(left)
  const staying = leaving.findLastIndex((layer) => layer.isHeld()) + 1
  for (const layer of leaving.slice(staying)) layer.close()
  if (staying > 0) window.history.go(staying)
}

function listen(): void {
  if (isListening) return
  isListening = true
  window.addEventListener('popstate', wentBack)
}

/** Lets the browser's Back close what is open; while `isHeld`, Back leaves it and the page as they are. */
export function useBackCloses(isOpen: boolean, onClose: () => void, isHeld = false): void {
  const latest = useRef({ onClose, isHeld })
  latest.current = { onClose, isHeld }
  useEffect(() => {
    if (!isOpen) return
    const layer = { close: () => latest.current.onClose(), isHeld: () => latest.current.isHeld }
    listen()
    open.push(layer)
    // Later, so that a layer that gives way to another one takes over its entry.
    setTimeout(follow)
    return () => {
      open.splice(open.indexOf(layer), 1)
      setTimeout(follow)
    }
  }, [isOpen])
}

let dialogs: readonly string[] = []
const watchers = new Set<() => void>()

function changeDialogs(next: readonly string[]): void {
  dialogs = next
  for (const watch of watchers) watch()
}

function watchDialogs(watch: () => void): () => void {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

/** Whether something covers the page, whose own keys rest meanwhile. */
export const isDialogOpen = (): boolean => dialogs.length > 0

/** Where an open dialog stands among those open at once. One press of Escape closes the topmost and leaves what is below. */
export function useDialogPlace(isOpen: boolean): { isTopmost: boolean; isCovered: boolean; isLowest: boolean } {
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    changeDialogs([...dialogs, id])
    return () => changeDialogs(dialogs.filter((other) => other !== id))
  }, [isOpen, id])
  const now = useSyncExternalStore(watchDialogs, () => dialogs)
  const isTopmost = now.at(-1) === id
  // Before its first effect a dialog is in no list, and comes above all that are.
  return { isTopmost, isCovered: now.includes(id) && !isTopmost, isLowest: now.length === 0 || now[0] === id }
}
