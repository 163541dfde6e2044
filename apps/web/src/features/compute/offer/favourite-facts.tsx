import { useTranslation } from 'react-i18next'
import { formatPeriod } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { useGpuWords } from '../facts/gpu-words.ts'
import { sizeText } from '../facts/size-text.ts'
import { useOffer } from './queries.ts'

/** What a machine kept as a favourite has and costs now, and whether it can be rented: by its number alone nobody knows it. */
export default function FavouriteFacts({ id }: { id: string }) {
  const { t } = useTranslation()
  const words = useGpuWords()
  const { data: offer } = useOffer(id)
  if (!offer) return null
  const { gpu, price, servePeriod, unavailableReason } = offer
  const facts = [
    gpu && words.declared(gpu),
    sizeText(offer),
    `${moneyText(price)} / ${formatPeriod(servePeriod)}`,
    unavailableReason ? t(`compute.unavailable.${unavailableReason}`) : t('compute.available'),
  ]
  return <span>{facts.filter(Boolean).join(' · ')}</span>
}
