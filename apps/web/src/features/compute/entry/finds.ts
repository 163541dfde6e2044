import { listOffers } from '@trove/contract/compute/routes'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { formatPeriod } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { FINDS_MOST, type FindSource } from '../../../market/palette/face.ts'
import type { Offer } from '../facts/queries.ts'
import { sizeText } from '../facts/size-text.ts'

/** Its GPUs, called as they are chosen: a list of finds waits for no dictionary. */
const gpuOf = ({ gpu }: Offer) => gpu && `${gpu.count} × ${gpu.model.toUpperCase().replace('-', ' ')}`

/** Machines by a few words: of their description, their GPU, their system. */
export const computeFinds: FindSource = {
  title: 'computingList',
  async find(words) {
    const { products } = await api(listOffers, { query: { keyword: words, size: FINDS_MOST, page: 0 } })
    return products.content.map((offer) => ({
      path: paths.computeOffer({ id: offer.id }),
      label: offer.authId,
      hint: [gpuOf(offer), sizeText(offer), `${moneyText(offer.price)} / ${formatPeriod(offer.servePeriod)}`]
        .filter(Boolean)
        .join(' · '),
    }))
  },
}
