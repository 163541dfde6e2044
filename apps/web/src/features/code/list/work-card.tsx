import { Link } from '@trove/ui/base/link'
import { DownloadIcon, EyeIcon } from '@trove/ui/icons/actions'
import { CodeIcon, MessagesIcon } from '@trove/ui/icons/places'
import { StarIcon } from '@trove/ui/icons/things'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { formatCount } from '../../../lib/shown/format.ts'
import classes from '../code.module.css'
import type { Card } from '../queries.ts'
import { useOpenWork } from '../use-open-work.ts'
import { useWorkWords } from '../use-words.ts'

/** How often a work was got, seen and talked about, and its stars; each with its word for readers. */
export function WorkCounts({
  work,
}: {
  work: Pick<Card, 'countDownloads' | 'countBrowses' | 'countComments' | 'rating'>
}) {
  const { t } = useTranslation()
  const counts = [
    { key: 'gets', Icon: DownloadIcon, value: formatCount(work.countDownloads) },
    { key: 'browses', Icon: EyeIcon, value: formatCount(work.countBrowses) },
    { key: 'comments', Icon: MessagesIcon, value: formatCount(work.countComments) },
    { key: 'rating', Icon: StarIcon, value: work.rating?.toFixed(1) ?? '–' },
  ] as const
  return (
    <dl className={classes.counts}>
      {counts.map(({ key, Icon, value }) => (
        <div key={key} title={t(`works.counts.${key}`)}>
          <dt>
            <Icon size={15} label={t(`works.counts.${key}`)} />
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Who made a work. */
export function Author({ author }: { author: Card['author'] }) {
  const { t } = useTranslation()
  return (
    <span className={classes.who}>
      <AvatarImage src={author.headImgUrl} name={author.nickName} size={20} />
      <span>{author.nickName}</span>
      {author.isDemo && <span>{t('common.demo')}</span>}
    </span>
  )
}

/** A work on the market: its picture, what it is, who made it, how it goes, and its price, on the code home as a button. */
export function WorkCard({
  offer,
  heart,
  hasPriceButton = false,
}: {
  offer: Card
  heart?: ReactNode
  hasPriceButton?: boolean
}) {
  const { priceOf, languageOf } = useWorkWords()
  const open = useOpenWork(offer.id)
  return (
    <article className={classes.card}>
      <div className={classes.cover}>
        {offer.productUrl ? <img src={offer.productUrl} alt="" loading="lazy" /> : <CodeIcon size={40} />}
        <span className={classes.tag}>{languageOf(offer.language)}</span>
        {heart && <span className={classes.heart}>{heart}</span>}
      </div>
      <div className={classes.body}>
        <h3 className={classes.name}>
          <Link href={paths.codeDetail({ id: offer.id })} className={classes.link} onClick={open}>
            {offer.productName}
          </Link>
        </h3>
        <p className={classes.blurb}>{offer.blurb}</p>
        <Author author={offer.author} />
        <div className={classes.foot}>
          {hasPriceButton ? (
            <Link href={paths.codeDetail({ id: offer.id })} className={classes.priceButton} onClick={open}>
              {priceOf(offer.price)}
            </Link>
          ) : (
            <strong className={classes.price}>{priceOf(offer.price)}</strong>
          )}
          <WorkCounts work={offer} />
        </div>
      </div>
    </article>
  )
}
