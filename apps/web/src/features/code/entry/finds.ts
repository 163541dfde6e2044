import { listWorks } from '@trove/contract/code/market'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { FINDS_MOST, type FindSource } from '../../../market/palette/face.ts'
import { languageOf, priceOf } from '../use-words.ts'

/** Works by a few words of their title, labels or description. */
export const codeFinds: FindSource = {
  title: 'workCodeForce',
  async find(words) {
    const { content } = await api(listWorks, { query: { keyword: words, size: FINDS_MOST, page: 0 } })
    return content.map(({ id, productName, language, price }) => ({
      path: paths.codeDetail({ id }),
      label: productName,
      hint: `${languageOf(language)} · ${priceOf(price)}`,
    }))
  },
}
