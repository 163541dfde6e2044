import { useTranslation } from 'react-i18next'
import { ComputingBanners } from './computing-banners.tsx'
import { EarnSteps, Rentals, StorageKinds, WaysIn } from './computing-power-sections.tsx'
import { FigureRow } from './figure-row.tsx'
import classes from './landing.module.css'
import type { ComputingPowerModel } from './use-computing-power.ts'

/** Desktop landing of computing power. */
export default function ComputingPowerDesktop({ live }: ComputingPowerModel) {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div>
          <h1 className={classes.pageTitle}>{t('landing.compute.title')}</h1>
          <p className={classes.heroLead}>{t('landing.compute.lead')}</p>
          <FigureRow live={live} />
          <WaysIn />
        </div>
        <ComputingBanners />
      </div>
      <StorageKinds />
      <Rentals />
      <EarnSteps />
    </div>
  )
}
