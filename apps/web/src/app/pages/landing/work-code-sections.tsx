import { ActionButton } from '@trove/ui/actions/action-button'
import { Link } from '@trove/ui/base/link'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import classes from './landing.module.css'

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
