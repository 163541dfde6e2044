import { listOffers } from '@trove/contract/compute/routes'
import i18next from 'i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { FINDS_MOST, type FindSource } from '../../../market/palette/face.ts'

/** Machines by a few words of their description. */
export const computeFinds: FindSource = {
  title: 'computingList',
  async find(words) {
    const { products } = await api(listOffers, { query: { keyword: words, size: FINDS_MOST, page: 0 } })
    return products.content.map(({ id, authId, cpuCores, ramSize, price }) => ({
      path: paths.computeOffer({ id }),
      label: authId,
      hint: `${cpuCores} ${i18next.t('units.core', { count: cpuCores })} · ${ramSize} ${i18next.t('units.gb')} · ${moneyText(price)}`,
    }))
  },
}
