import type { ReactNode } from 'react'
import { Link } from '../base/link.tsx'
import { AvatarImage } from './avatar-image.tsx'
import { FactGrid, type FactItem } from './fact-grid.tsx'
import classes from './offer-card.module.css'
import { VerifiedMark } from './verified-mark.tsx'

type OfferCardProps = {
  /** Address of the detail; the whole card opens it. Without one the card is only shown. */
  href?: string
  onOpen?: () => void
  /** Name of that link where the visible words do not say where it leads; it has to hold them. */
  linkLabel?: string
  /** Who offers it; `icon` stands in the avatar's place where the card is about a thing (one's own machine). */
  who: { name: string; avatarSrc?: string | null; icon?: ReactNode; verifiedLabel?: string; byline?: ReactNode }
  /** Badge at the top right. */
  status?: ReactNode
  /** What can be pressed beside it, in the corner. */
  corner?: ReactNode
  /** What is offered, in one line; it is the text of the link. Without it the name is. */
  title?: string
  description?: string
  facts?: readonly FactItem[]
  /** A `Price`. */
  price?: ReactNode
  /** Words under the price: term, end date. */
  term?: ReactNode
  /** One action at the bottom right (a button); it lies above the card's link. */
  action?: ReactNode
}

type LinkProps = Pick<OfferCardProps, 'href' | 'onOpen' | 'linkLabel'>

function CardLink({ href, onOpen, linkLabel, children }: LinkProps & { children: string }) {
  if (!href) return <span>{children}</span>
  return (
    <Link href={href} className={classes.link} onClick={onOpen} aria-label={linkLabel}>
      {children}
    </Link>
  )
}

type WhoProps = LinkProps & Pick<OfferCardProps, 'who'> & { isLink: boolean }

function Who({ who, href, onOpen, linkLabel, isLink }: WhoProps) {
  return (
    <>
      <span className={classes.face}>
        {who.icon ? (
          <span className={classes.icon}>{who.icon}</span>
        ) : (
          <AvatarImage src={who.avatarSrc} name={who.name} size={32} />
        )}
      </span>
      <div className={classes.name}>
        <CardLink href={isLink ? href : undefined} {...{ onOpen, linkLabel }}>
          {who.name}
        </CardLink>
        {who.verifiedLabel && (
          <span className={classes.above}>
            <VerifiedMark label={who.verifiedLabel} />
          </span>
        )}
      </div>
      {who.byline && <div className={classes.byline}>{who.byline}</div>}
    </>
  )
}

/** Frame of every offer: who on top, facts as 2 x 3, price and term bottom left, one action bottom right. */
export function OfferCard(props: OfferCardProps) {
  const { href, onOpen, linkLabel, who, status, corner, title, description, facts, price, term, action } = props
  return (
    <article className={classes.card}>
      <div className={classes.who}>
        <Who {...{ who, href, onOpen, linkLabel }} isLink={!title} />
        {status && <span className={classes.status}>{status}</span>}
        {corner && <span className={classes.corner}>{corner}</span>}
      </div>
      {description && (
        <p className={classes.description} title={description}>
          {description}
        </p>
      )}
      {title && (
        <h3 className={classes.title}>
          <CardLink {...{ href, onOpen, linkLabel }}>{title}</CardLink>
        </h3>
      )}
      {facts && <FactGrid facts={facts} isDense />}
      {(price || action) && (
        <div className={classes.foot}>
          <div className={classes.cost}>
            {price}
            {term && <span className={classes.term}>{term}</span>}
          </div>
          {action && <div className={classes.action}>{action}</div>}
        </div>
      )}
    </article>
  )
}
