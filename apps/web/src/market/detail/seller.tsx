import { LoneLink } from '@trove/ui/actions/lone-link'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import type { ReactNode } from 'react'
import classes from './panel.module.css'

type SellerProps = {
  name: string
  /** Their page, where they have one. */
  href?: string
  /** A word beside the name, such as that they are made up. */
  mark?: string
  avatarSrc: string | null
  /** What is to be known of them, or of what they offer. */
  byline: ReactNode
  /** What can be done about them, at the right. */
  children?: ReactNode
}

/** Who offers it: picture, name, a line about them, and how to reach them. */
export function Seller({ name, href, mark, avatarSrc, byline, children }: SellerProps) {
  const words = mark ? `${name} · ${mark}` : name
  return (
    <div className={classes.seller}>
      <AvatarImage src={avatarSrc} name={name} size={48} />
      <div className={classes.words}>
        <strong>{href ? <LoneLink href={href}>{words}</LoneLink> : words}</strong>
        <span className={classes.quiet}>{byline}</span>
      </div>
      {children}
    </div>
  )
}
