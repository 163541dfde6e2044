import type { Action } from '@trove/ui/actions/action-button'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** A part of a page that a button leads to, on the page or elsewhere: its heading takes the focus when the address asks for it. */
export function PagePart({ id, children }: { id: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()
  const asked = hash === `#${id}` ? key : undefined
  useEffect(() => {
    const heading = asked === undefined ? null : frame.current?.querySelector('h2')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    // Where it was in sight at the foot of a phone, what belongs to it was not.
    heading.scrollIntoView?.({ block: 'start' })
  }, [asked])
  return <div ref={frame}>{children}</div>
}

/** Leads to a part of the page at `path`, from that page or another one. */
export function useWayToPart(path: string, id: string): Pick<Action, 'href' | 'onClick'> {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  // On the page itself the way back stays one step.
  if (pathname === path.split('?')[0])
    return { onClick: () => void navigate({ pathname, search, hash: id }, { replace: true }) }
  return { href: `${path}#${id}` }
}
