import { useTranslation } from 'react-i18next'
import { CodeBanners } from './code-banners.tsx'
import { FeaturedWorks, Rankings } from './code-shelves.tsx'
import classes from './landing.module.css'
import type { WorkCodeForceModel } from './use-work-code-force.ts'
import { CodeWaysIn, UploadSteps } from './work-code-sections.tsx'

/** Desktop landing of the code market. */
export default function WorkCodeForceDesktop(_model: WorkCodeForceModel) {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div>
          <h1 className={classes.pageTitle}>{t('landing.code.title')}</h1>
          <p className={classes.heroLead}>{t('landing.code.lead')}</p>
          <CodeWaysIn />
        </div>
        <CodeBanners />
      </div>
      <FeaturedWorks />
      <Rankings />
      <UploadSteps />
    </div>
  )
}
