import type { LinkProps } from '@trove/ui/base/link'
import type { MouseEvent } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'
import { useDeviceChoice } from '../lib/session/use-device.tsx'
import { preloadRoute } from './routes/preload-route.ts'

const OUTSIDE = /^(?:[a-z]+:)?\/\//i
/** What the server answers itself: no page of the site. */
const OF_SERVER = /^\/(?:api|\.well-known)\//

/** A page of ours. The router's own `Link` would bring what it prefetches with where a framework draws the pages. */
function PageLink({ href, replace, target, onClick, ...rest }: LinkProps) {
  const goThere = useLinkClickHandler<HTMLAnchorElement>(href, { replace, target })
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented) goThere(event)
  }
  return <a {...rest} href={useHref(href)} target={target} onClick={press} />
}

/** The site's link for all primitives: the router's for our pages, a plain one for files of the server and for other sites, which are told nothing. */
export function SiteLink({ href, replace, ...rest }: LinkProps) {
  const { device } = useDeviceChoice()
  if (OUTSIDE.test(href)) return <a href={href} rel="noopener noreferrer" {...rest} />
  if (OF_SERVER.test(href)) return <a href={href} {...rest} />
  // Whoever points at a link is about to follow it: its screen is on the way before the press.
  const preload = () => void preloadRoute(href.split(/[?#]/)[0] ?? href, device)
  return <PageLink href={href} replace={replace} onPointerEnter={preload} onFocus={preload} {...rest} />
}
