import { Suspense } from 'react'
import { lazyPart } from '../../lib/shown/later/lazy-part.ts'
import { lazyPanel } from '../../lib/shown/later/lazy-shown.tsx'
import { PanelBones } from '../detail/bones.tsx'
import type { Kind } from './queries.ts'
import { ReviewBones } from './review-bones.tsx'

/** What any market mounts of reviews on the page of an offer; they arrive after the page. */

const Reviews = lazyPanel(() => import('./offer-reviews.tsx'))
const SellerPanel = lazyPanel(() => import('./seller-reviews.tsx'))
const Seller = lazyPart(() => import('./seller-stars.tsx'))

/** The panel of reviews while its code comes: as it stands while they are asked for. */
const Waiting = () => (
  <PanelBones>
    <ReviewBones />
  </PanelBones>
)

/** The panel with what buyers wrote about an offer. `isMine`: the reader sells it. */
export function OfferReviews(props: { kind: Kind; aboutId: string; isMine: boolean }) {
  return (
    <Suspense fallback={<Waiting />}>
      <Reviews {...props} />
    </Suspense>
  )
}

/** The panel with what buyers wrote about a seller. `isMine`: the reader is that seller. */
export function SellerReviews(props: { sellerId: string; isMine: boolean }) {
  return (
    <Suspense fallback={<Waiting />}>
      <SellerPanel {...props} />
    </Suspense>
  )
}

/** The stars of a seller over all they sold, which open what was written. */
export function SellerStars(props: { sellerId: string; name: string }) {
  return (
    <Suspense fallback={null}>
      <Seller {...props} />
    </Suspense>
  )
}
