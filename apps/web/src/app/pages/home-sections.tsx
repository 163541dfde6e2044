import { ActionButton } from '@trove/ui/action-button'
import { CodePicture, ComputePicture, TalentPicture } from '@trove/ui/illustrations/markets'
import { useTranslation } from 'react-i18next'
import { FigureRow } from './figure-row.tsx'
import classes from './landing.module.css'
import type { HomeModel } from './use-home.ts'

const sections = [
  { key: 'compute', Picture: ComputePicture, href: '/computingPower', isLater: false },
  { key: 'code', Picture: CodePicture, href: '/workCodeForce', isLater: true },
  { key: 'talent', Picture: TalentPicture, href: '/manpower', isLater: true },
] as const

/** One line of what Trove is, the real figures, one action. */
export function Hero({ figures, isSignedIn, askSignIn }: HomeModel) {
  const { t } = useTranslation()
  return (
    <div className={classes.heroWords}>
      <h1 className={classes.heroTitle}>{t('landing.home.title')}</h1>
      <p className={classes.heroLead}>{t('landing.home.lead')}</p>
      <div className={classes.actions}>
        {isSignedIn ? (
          <ActionButton
            size="lg"
            action={{ label: t('landing.enter'), href: '/computingPowerMarket/storage-resources?tab=computing' }}
          />
        ) : (
          <ActionButton size="lg" action={{ label: t('landing.register'), onClick: askSignIn }} />
        )}
        <ActionButton size="lg" kind="plain" action={{ label: t('landing.details'), href: '/computingPower' }} />
      </div>
      <FigureRow figures={figures} />
    </div>
  )
}

/** The three markets, each with its way on. */
export function MarketSections({ className }: { className?: string }) {
  const { t } = useTranslation()
  return sections.map(({ key, Picture, href, isLater }) => (
    <section
      key={key}
      className={`${classes.market} ${className ?? ''}`}
      style={{ '--accent': `var(--${key})` } as never}
    >
      <div className={classes.marketWords}>
        <h2 className={classes.marketTitle}>
          {t(`landing.home.${key}.title`)}
          {isLater && <span className={classes.soon}>{t('landing.soon')}</span>}
        </h2>
        <p className={classes.marketText}>{t(`landing.home.${key}.text`)}</p>
        <div className={classes.actions}>
          <ActionButton kind="plain" action={{ label: t('landing.details'), href }} />
        </div>
      </div>
      <Picture className={classes.marketPicture} />
    </section>
  ))
}

/** Four steps from a machine to money. */
export function HowItWorks() {
  const { t } = useTranslation()
  return (
    <section className={classes.how}>
      <h2 className={classes.sectionTitle}>{t('landing.home.how')}</h2>
      <ol className={classes.steps}>
        {(['one', 'two', 'three', 'four'] as const).map((step) => (
          <li key={step} className={classes.step}>
            {t(`landing.home.steps.${step}`)}
          </li>
        ))}
      </ol>
    </section>
  )
}
