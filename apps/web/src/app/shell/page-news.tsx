import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Milliseconds after a page was gone to until its title is read: by then a page that knows its thing has named it. */
const SAID_AFTER_MS = 200

/**
 * Says the title of each page that is gone to, for screen readers: within the site no document is loaded, which they would say
 * themselves. The first page is one.
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
    const timer = setTimeout(() => setSaid(document.title), SAID_AFTER_MS)
    return () => clearTimeout(timer)
  }, [pathname])
  return <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
}
