import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Milliseconds after a page was gone to until its title is read: by then a page that knows its thing has named it, and a layer
 * that led there is closed.
 */
const SAID_AFTER_MS = 200

/**
 * Gives the focus to a page that was gone to, so that who reads by keyboard begins there, and not at the menu or the top of the
 * document. A field, a tab or a dialog that has it already keeps it, and so does a part that the address names.
 */
function focusPage(): void {
  // A first page that leads on to another by itself is still the first one.
  const isFirst = navigator.userActivation?.hasBeenActive === false
  const isHeld = document.activeElement?.closest('main, [role="dialog"]')
  if (!isFirst && !isHeld && !location.hash) document.querySelector('main')?.focus({ preventScroll: true })
}

/**
 * Says the title of each page that is gone to, for screen readers, and gives it the focus: within the site no document is
 * loaded, which they would say themselves. The first page is one.
 */
export function PageNews() {
  const { pathname } = useLocation()
  const [said, setSaid] = useState('')
  const former = useRef(pathname)
  useEffect(() => {
    if (former.current === pathname) return
    former.current = pathname
    // Empty in between: the same title twice would be no news.
    setSaid('')
    const timer = setTimeout(() => {
      focusPage()
      setSaid(document.title)
    }, SAID_AFTER_MS)
    return () => clearTimeout(timer)
  }, [pathname])
  return <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
}
