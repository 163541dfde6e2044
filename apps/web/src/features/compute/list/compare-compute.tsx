import { ActionButton } from '@trove/ui/actions/action-button'
import { EmptyMachinesPicture } from '@trove/ui/feedback/pictures'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { Compare } from '../../../market/compare/compare.tsx'
import { readPicks } from '../../../market/list/list-url.ts'
import { useCompareRows } from '../facts/compare-rows.tsx'
import type { OfferDetail } from '../facts/queries.ts'
import { useComparedOffers } from '../offer/queries.ts'
import { useOfferAction } from '../offer/use-offer-action.ts'

/** Renting it from here, or why not. */
function Rent({ offer }: { offer: OfferDetail }) {
  return <ActionButton size="sm" action={useOfferAction(offer, offer)} />
}

/** Up to four machines side by side. */
export default function CompareCompute() {
  const { t } = useTranslation()
  const asked = useComparedOffers(readPicks(useParams().ids))
  return (
    <Compare
      asked={asked}
      rows={useCompareRows(asked.offers)}
      nameOf={({ authId }) => authId}
      bylineOf={({ uploader }) => uploader.nickName}
      offerPath={(id) => paths.computeOffer({ id })}
      Act={Rent}
      illustration={<EmptyMachinesPicture />}
      market={{ label: t('compute.others'), href: paths.market({ tab: 'computing' }) }}
    />
  )
}
