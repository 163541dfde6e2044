import { useTranslation } from 'react-i18next'
import { Panel } from '../detail/panel.tsx'
import type { Kind } from './queries.ts'
import { ReviewList } from './review-list.tsx'

/** The panel of any market's offer with what its buyers wrote. */
export default function OfferReviews({ kind, aboutId, isMine }: { kind: Kind; aboutId: string; isMine: boolean }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('reviews.title')}>
      <ReviewList what={{ kind, aboutId }} isMine={isMine} />
    </Panel>
  )
}
