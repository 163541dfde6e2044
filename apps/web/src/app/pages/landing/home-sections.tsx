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

const sections = [
  {
    key: 'compute',
    Picture: ComputePicture,
    Icon: ComputeIcon,
    href: paths.computingPower(),
    share: paths.publishCompute(),
    field: 'openOffers',
  },
  {
    key: 'code',
    Picture: CodePicture,
    Icon: CodeIcon,
    href: paths.workCodeForce(),
    share: paths.publishCode(),
    field: 'openWorks',
  },
  {
    key: 'talent',
    Picture: TalentPicture,
    Icon: TalentIcon,
    href: paths.talent(),
    share: paths.certification(),
    field: 'openExperts',
  },
] as const
const STEPS = ['one', 'two', 'three', 'four'] as const

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

/** Three doors into the three markets, with what is behind each right now. */
export function Doors({ figures }: Pick<HomeModel, 'figures'>) {
  const { t } = useTranslation()
  return (
    <nav className={classes.doors} aria-label={t('landing.home.doors')}>
      {sections.map(({ key, Icon, href, field }) => (
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
export function MarketNow({ figures }: Pick<HomeModel, 'figures'>) {
  const { t } = useTranslation()
  return (
    <section className={classes.now} aria-label={t('landing.home.figures')}>
      <p className={classes.nowTitle}>{t('landing.home.figures')}</p>
      <FigureRow figures={figures} />
    </section>
  )
}

/** The three markets, each with its way on. */
export function MarketSections({ className }: { className?: string }) {
  const { t } = useTranslation()
  return sections.map(({ key, Picture, href }) => (
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
export function HowItWorks() {
  const { t } = useTranslation()
  return (
    <section className={classes.how}>
      <h2 className={classes.sectionTitle}>{t('landing.home.how')}</h2>
      <div className={classes.hows}>
        {sections.map(({ key, share }) => (
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
