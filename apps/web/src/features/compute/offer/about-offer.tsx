import { FactGrid } from '@trove/ui/lists/fact-grid'
import { useTranslation } from 'react-i18next'
import { Quiet } from '../../../market/detail/panel.tsx'
import { Seller } from '../../../market/detail/seller.tsx'
import { DowntimePromise } from '../downtime/downtime-panel.tsx'
import type { Term } from '../facts/lease-term.ts'
import type { Offer } from '../facts/queries.ts'
import { useFacts } from '../facts/use-facts.ts'
import { VerificationBadge } from '../facts/verification.tsx'

/** Which machine is paid for, of whom, and for how long: not what the offer says of it, but what is chosen. */
export function AboutOffer({ offer, term }: { offer: Offer; term: Term }) {
  const { t } = useTranslation()
  const facts = useFacts()
  return (
    <>
      <Seller
        name={offer.uploaderNickName}
        avatarSrc={offer.uploaderHeadImgUrl}
        byline={
          <>
            {t('compute.facts.id')} <code>{offer.authId}</code>
          </>
        }
      />
      <VerificationBadge verification={offer.verification} hasDate />
      <FactGrid facts={facts({ ...offer, servePeriod: term.servePeriod, serveHours: term.serveHours })} />
      <Quiet>
        <DowntimePromise reader="buyer" />
      </Quiet>
    </>
  )
}
