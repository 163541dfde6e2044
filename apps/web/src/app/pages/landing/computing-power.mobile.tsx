import { useTranslation } from 'react-i18next'
import { ComputingBanners } from './computing-banners.tsx'
import { EarnSteps, Rentals, StorageKinds, WaysIn } from './computing-power-sections.tsx'
import { FigureRow } from './figure-row.tsx'
import classes from './landing.module.css'
import type { ComputingPowerModel } from './use-computing-power.ts'

/** Phone landing of computing power. */
export default function ComputingPowerMobile({ live }: ComputingPowerModel) {
  const { t } = useTranslation()
  return (
    <div className={classes.phone}>
      <ComputingBanners />
      <h1 className={classes.pageTitle}>{t('landing.compute.title')}</h1>
      <p className={classes.heroLead}>{t('landing.compute.lead')}</p>
      <WaysIn />
      <FigureRow live={live} />
      <StorageKinds />
      <Rentals />
      <EarnSteps />
    </div>
  )
}
