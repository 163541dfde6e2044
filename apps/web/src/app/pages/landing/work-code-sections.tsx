import { ActionButton } from '@trove/ui/actions/action-button'
import { Link } from '@trove/ui/base/link'
import { Tabs } from '@trove/ui/layout/tabs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import classes from './landing.module.css'

const RANKINGS = ['popular', 'comments', 'mvp'] as const

/** The two ways in of the code landing. */
export function CodeWaysIn() {
  const { t } = useTranslation()
  const ways = [
    { title: t('landing.code.experience'), text: t('landing.code.experienceText'), href: paths.codeList() },
    { title: t('landing.code.share'), text: t('landing.code.shareText'), href: paths.publishCode() },
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

/** Featured works and rankings: empty until the market opens, and said so. */
export function CodeShelves() {
  const { t } = useTranslation()
  const [ranking, setRanking] = useState<(typeof RANKINGS)[number]>('popular')
  return (
    <>
      <section className={classes.block}>
        <h2 className={classes.sectionTitle}>
          {t('landing.code.featured')}
          <span className={classes.soon}>{t('landing.soon')}</span>
        </h2>
        <p className={classes.shelf}>{t('landing.code.featuredEmpty')}</p>
        <ActionButton kind="plain" action={{ label: t('landing.code.viewMore'), href: paths.codeList() }} />
      </section>
      <section className={classes.block}>
        <h2 className={classes.sectionTitle}>{t('landing.code.rankings')}</h2>
        <Tabs
          label={t('landing.code.rankings')}
          value={ranking}
          onChange={setRanking}
          items={RANKINGS.map((value) => ({ value, label: t(`landing.code.ranking.${value}`) }))}
        >
          <p className={classes.shelf}>{t('landing.code.rankingEmpty')}</p>
        </Tabs>
      </section>
    </>
  )
}

/** Four steps from development to trading. */
export function UploadSteps() {
  const { t } = useTranslation()
  return (
    <section className={classes.how}>
      <h2 className={classes.sectionTitle}>{t('landing.code.stepsTitle')}</h2>
      <ol className={classes.steps}>
        {(['development', 'upload', 'rights', 'trading'] as const).map((step) => (
          <li key={step} className={classes.step}>
            {t(`landing.code.steps.${step}`)}
          </li>
        ))}
      </ol>
      <div className={classes.actions}>
        <ActionButton size="lg" action={{ label: t('landing.code.uploadWork'), href: paths.publishCode() }} />
      </div>
    </section>
  )
}
