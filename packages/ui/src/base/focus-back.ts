import { useEffect, useState } from 'react'
import { giveToList } from './kept-focus.tsx'

/** The library's dialogs give the focus back this long after they closed. */
const AFTER_MS = 10

/**
 * Gives the focus back to what had it before a layer opened, when the layer closes and the focus is nowhere else. The library
 * does so only for a layer that was drawn closed before it opened, which none is whose code comes with its first opening.
 */
export function useFocusBack(isOpen: boolean): void {
  const [wasOpen, setWasOpen] = useState(false)
  const [opener, setOpener] = useState<Element | null>(null)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpener(document.activeElement)
  }
  useEffect(() => {
    // Later here as well: an opener in a dialog below comes back into sight only after this one is gone.
    if (isOpen) return () => queueMicrotask(() => giveBack(opener, null))
    // What has the focus while the layer fades away is in it.
    const atClose = document.activeElement
    const timer = setTimeout(() => giveBack(opener, atClose), AFTER_MS)
    return () => clearTimeout(timer)
  }, [isOpen, opener])
}

function giveBack(opener: Element | null, leaving: Element | null): void {
  const isNowhere = [null, document.body, leaving].includes(document.activeElement)
  if (!isNowhere) return
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
    opener.focus({ preventScroll: true })
  // Its row was taken away by what the layer asked about.
  else giveToList()
}
