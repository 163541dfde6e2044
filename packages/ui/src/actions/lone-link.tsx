import { Link, type LinkProps } from '../base/link.tsx'
import classes from './lone-link.module.css'

/** A link of words that stands by itself, not within a sentence: as high as a finger needs, and no line is moved by it. */
export function LoneLink(props: Omit<LinkProps, 'className'>) {
  return <Link {...props} className={classes.lone} />
}
