import { useTranslation } from 'react-i18next'
import { CodeBanners } from './code-banners.tsx'
import { FeaturedWorks, Rankings } from './code-shelves.tsx'
import classes from './landing.module.css'
import type { WorkCodeForceModel } from './use-work-code-force.ts'
import { CodeWaysIn, UploadSteps } from './work-code-sections.tsx'

/** Phone landing of the code market. */
export default function WorkCodeForceMobile(_model: WorkCodeForceModel) {
  const { t } = useTranslation()
  return (
    <div className={classes.phone}>
      <CodeBanners />
      <h1 className={classes.pageTitle}>{t('landing.code.title')}</h1>
      <p className={classes.heroLead}>{t('landing.code.lead')}</p>
      <CodeWaysIn />
      <FeaturedWorks />
      <Rankings />
      <UploadSteps />
    </div>
  )
}
