import type { LinkProps } from '@trove/ui/link'
import { Link as RouterLink } from 'react-router'

const OUTSIDE = /^(?:[a-z]+:)?\/\//i

/** The site's link for all primitives: the router's for our own paths, a plain one that tells nothing for others. */
export function SiteLink({ href, ...rest }: LinkProps) {
  if (OUTSIDE.test(href)) return <a href={href} rel="noopener noreferrer" {...rest} />
  return <RouterLink to={href} {...rest} />
}
