import { ActionButton } from '@trove/ui/actions/action-button'
import { Link } from '@trove/ui/base/link'
import { DownloadIcon, UploadIcon } from '@trove/ui/icons/actions'
import { FileIcon } from '@trove/ui/icons/facts'
import { ImageIcon } from '@trove/ui/icons/things'
import { Price } from '@trove/ui/lists/price'
import { useTranslation } from 'react-i18next'
import { useYearPrice } from '../../../features/storage/network/year-price.ts'
import { paths } from '../../../lib/addresses/paths.ts'
import classes from './landing.module.css'

const MARKET = paths.market()
const SHARE = paths.shareStorage()
/** How many there are of each example, as the specification has it (b-markets 1). */
const RENTAL_TOTAL = 8
/** Placeholder rental cards of the specification (b-markets 1); shown as examples, the cards open the list of what they promise, a lease of one month (decision 40). */
const RENTALS = [
  { key: 'lab', price: '9.90', list: { servePeriod: '30', sort: 'price-asc' } },
  { key: 'training', price: '239.90', list: { servePeriod: '30', cpuAndRAM: '64' } },
  { key: 'burst', price: '239.90', list: { servePeriod: '30', sort: 'speed-desc' } },
] as const
const STORAGE = [
  { key: 'technical', icon: FileIcon },
  { key: 'video', icon: DownloadIcon },
  { key: 'pictures', icon: ImageIcon },
  { key: 'music', icon: UploadIcon },
] as const

/** Keeps the place of a price that is on its way, or that cannot be had. */
const NO_PRICE = '\u00a0'

/** The two ways in: experience and share. */
export function WaysIn() {
  const { t } = useTranslation()
  const ways = [
    { title: t('landing.compute.experience'), text: t('landing.compute.experienceText'), href: MARKET },
    { title: t('landing.compute.share'), text: t('landing.compute.shareText'), href: SHARE },
  ]
  return (
    <div className={classes.ways}>
      {ways.map((way) => (
        <Link key={way.href} href={way.href} className={classes.way}>
          <strong>{way.title}</strong>
          <span>{way.text}</span>
        </Link>
      ))}
    </div>
  )
}

/** Three example rentals; they open the market with a filter. */
export function Rentals() {
  const { t } = useTranslation()
  return (
    <section className={classes.block}>
      <h2 className={classes.sectionTitle}>{t('landing.compute.rentals')}</h2>
      <p className={classes.quiet}>{t('landing.compute.example')}</p>
      <div className={classes.cards}>
        {RENTALS.map(({ key, price, list }) => (
          <article key={key} className={classes.card}>
            <h3>{t(`landing.compute.rentalKinds.${key}`)}</h3>
            <Price amount={price} currency={t('units.yuanSign')} size="xl" />
            <p className={classes.quiet}>
              {t('landing.compute.rentalTotal', { count: RENTAL_TOTAL })} · {t('landing.compute.leaseMonth')}
            </p>
            <ActionButton
              action={{
                label: t('landing.compute.enterNow'),
                href: paths.computeList(list),
              }}
              isFullWidth
            />
          </article>
        ))}
      </div>
    </section>
  )
}

/** Four kinds of files storage is for. */
export function StorageKinds() {
  const { t } = useTranslation()
  const price = useYearPrice()
  return (
    <section className={classes.block}>
      <h2 className={classes.sectionTitle}>{t('landing.compute.storageKinds')}</h2>
      <div className={classes.cards}>
        {STORAGE.map(({ key, icon: Icon }) => (
          <article key={key} className={classes.card}>
            <span className={classes.storageIcon}>
              <Icon size={28} />
            </span>
            <h3>{t(`landing.compute.storage.${key}`)}</h3>
            <p className={classes.quiet}>{price ? t('landing.compute.perYear', { price }) : NO_PRICE}</p>
            <ActionButton
              kind="plain"
              action={{ label: t('landing.compute.uploadNow'), href: paths.market({ tab: 'storage' }) }}
              isFullWidth
            />
          </article>
        ))}
      </div>
    </section>
  )
}

/** Three steps to passive income, and the way there. */
export function EarnSteps() {
  const { t } = useTranslation()
  return (
    <section className={classes.how}>
      <h2 className={classes.sectionTitle}>{t('landing.compute.stepsTitle')}</h2>
      <ol className={classes.steps}>
        {(['add', 'price', 'earn'] as const).map((step) => (
          <li key={step} className={classes.step}>
            {t(`landing.compute.steps.${step}`)}
          </li>
        ))}
      </ol>
      <div className={classes.actions}>
        <ActionButton size="lg" action={{ label: t('landing.compute.makeMoney'), href: SHARE }} />
        <ActionButton size="lg" kind="plain" action={{ label: t('landing.compute.seeMore'), href: SHARE }} />
      </div>
    </section>
  )
}
