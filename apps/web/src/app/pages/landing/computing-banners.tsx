import { CodePicture, ComputePicture, StoragePicture } from '@trove/ui/illustrations/markets'
import { useTranslation } from 'react-i18next'
import { LandingCarousel } from './landing-carousel.tsx'

/** Banners of the computing landing. */
export function ComputingBanners() {
  const { t } = useTranslation()
  return (
    <LandingCarousel
      label={t('landing.compute.carousel')}
      slides={[
        { key: 'rent', title: t('landing.compute.banners.rent'), picture: <ComputePicture /> },
        { key: 'share', title: t('landing.compute.banners.share'), picture: <CodePicture /> },
        { key: 'store', title: t('landing.compute.banners.store'), picture: <StoragePicture /> },
      ]}
    />
  )
}
