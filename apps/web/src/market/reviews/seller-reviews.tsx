import { useTranslation } from 'react-i18next'
import { Panel } from '../detail/panel.tsx'
import { ReviewList } from './review-list.tsx'

/** The panel of a seller's page with what buyers wrote over all they sold. */
export default function SellerReviews({ sellerId, isMine }: { sellerId: string; isMine: boolean }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('reviews.title')}>
      <ReviewList what={{ sellerId }} isMine={isMine} />
    </Panel>
  )
}
