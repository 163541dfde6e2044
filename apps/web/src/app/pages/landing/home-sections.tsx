import { ActionButton } from '@trove/ui/actions/action-button'
import { Link } from '@trove/ui/base/link'
import { ForwardIcon } from '@trove/ui/icons/actions'
import { CodeIcon, ComputeIcon, TalentIcon } from '@trove/ui/icons/places'
import { CodePicture, ComputePicture, TalentPicture } from '@trove/ui/illustrations/markets'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { Figure, FigureRow } from './figure-row.tsx'
import classes from './landing.module.css'
import type { HomeModel } from './use-home.ts'

const sections = {
  compute: {
    Picture: ComputePicture,
    Icon: ComputeIcon,
    href: paths.computingPower(),
    share: paths.publishCompute(),
    field: 'openOffers',
  },
  code: {
    Picture: CodePicture,
    Icon: CodeIcon,
    href: paths.workCodeForce(),
    share: paths.publishCode(),
    field: 'openWorks',
  },
  talent: {
    Picture: TalentPicture,
    Icon: TalentIcon,
    href: paths.talent(),
    share: paths.certification(),
    field: 'openExperts',
  },
} as const
const STEPS = ['one', 'two', 'three', 'four'] as const
const inOrder = (markets: HomeModel['markets']) => markets.map((key) => ({ key, ...sections[key] }))

/** One line of what Trove is, the real figures, one action. */
export function Hero({ isSignedIn, signInPath }: HomeModel) {
  const { t } = useTranslation()
  return (
    <div className={classes.heroWords}>
      <h1 className={classes.heroTitle}>{t('landing.home.title')}</h1>
      <p className={classes.heroLead}>{t('landing.home.lead')}</p>
      <div className={classes.actions} data-account>
        {isSignedIn ? (
          <ActionButton size="md" action={{ label: t('landing.enter'), href: paths.market({ tab: 'computing' }) }} />
        ) : (
          <ActionButton size="md" action={{ label: t('landing.register'), href: signInPath }} />
        )}
        <ActionButton size="md" kind="plain" action={{ label: t('landing.details'), href: paths.computingPower() }} />
      </div>
    </div>
  )
}

/** What the person said they are interested in, each a way to it. */
export function ForYou({ interests }: Pick<HomeModel, 'interests'>) {
  const { t } = useTranslation()
  if (interests.length === 0) return null
  return (
    <nav className={classes.forYou} aria-label={t('landing.home.forYou')}>
      <span className={classes.forYouTitle}>{t('landing.home.forYou')}</span>
      {interests.map(({ id, label, market, href }) => (
        <Link key={id} href={href} className={classes.interest} style={{ '--accent': `var(--${market})` } as never}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

/**
 * Three doors into the three markets, with what is behind each right now. Their order is a person's, so who is signed in
 * sees them once that is known.
 */
export function Doors({ live: { data: figures }, markets }: Pick<HomeModel, 'live' | 'markets'>) {
  const { t } = useTranslation()
  return (
    <nav className={classes.doors} aria-label={t('landing.home.doors')} data-account>
      {inOrder(markets).map(({ key, Icon, href, field }) => (
        <Link key={key} href={href} className={classes.door} style={{ '--accent': `var(--${key})` } as never}>
          <span className={classes.doorIcon}>
            <Icon size={22} />
          </span>
          <span className={classes.doorWords}>
            <strong>{t(`landing.home.${key}.title`)}</strong>
            <span>{t(`landing.home.${key}.short`)}</span>
          </span>
          <span className={classes.doorFigure} data-unless-zero hidden={figures?.[field] === 0}>
            <Figure field={field} figures={figures} />
            <small>{t(`landing.home.${key}.unit`)}</small>
          </span>
          <ForwardIcon size={18} className={classes.doorArrow} />
        </Link>
      ))}
    </nav>
  )
}

/** What the market holds at this moment. */
export function MarketNow({ live }: Pick<HomeModel, 'live'>) {
  const { t } = useTranslation()
  return (
    <section className={classes.now} aria-label={t('landing.home.figures')}>
      <p className={classes.nowTitle}>{t('landing.home.figures')}</p>
      <FigureRow live={live} />
    </section>
  )
}

type MarketSectionsProps = Pick<HomeModel, 'markets'> & { className?: string }

/** The three markets, each with its way on. */
export function MarketSections({ markets, className }: MarketSectionsProps) {
  const { t } = useTranslation()
  return inOrder(markets).map(({ key, Picture, href }) => (
    <section
      key={key}
      className={`${classes.market} ${className ?? ''}`}
      style={{ '--accent': `var(--${key})` } as never}
    >
      <div className={classes.marketWords}>
        <h2 className={classes.marketTitle}>{t(`landing.home.${key}.title`)}</h2>
        <p className={classes.marketText}>{t(`landing.home.${key}.text`)}</p>
        <div className={classes.actions}>
          <ActionButton kind="plain" action={{ label: t('landing.details'), href }} />
        </div>
      </div>
      <Picture className={classes.marketPicture} />
    </section>
  ))
}

/** What a person who shares does on each market, from the first step to the money. */
export function HowItWorks({ markets }: Pick<HomeModel, 'markets'>) {
  const { t } = useTranslation()
  return (
    <section className={classes.how}>
      <h2 className={classes.sectionTitle}>{t('landing.home.how')}</h2>
      <div className={classes.hows}>
        {inOrder(markets).map(({ key, share }) => (
          <section key={key} className={classes.howCard} style={{ '--accent': `var(--${key})` } as never}>
            <h3 className={classes.howTitle}>{t(`landing.home.${key}.share`)}</h3>
            <ol className={classes.howSteps}>
              {STEPS.map((step) => (
                <li key={step}>{t(`landing.home.${key}.steps.${step}`)}</li>
              ))}
            </ol>
            <ActionButton kind="plain" action={{ label: t(`landing.home.${key}.begin`), href: share }} />
          </section>
        ))}
      </div>
    </section>
  )
}
