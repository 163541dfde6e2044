import { listExperts } from '@trove/contract/talent/experts'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { FINDS_MOST, type FindSource } from '../../../market/palette/face.ts'

/** Experts by name, identity, skills and cases. */
export const talentFinds: FindSource = {
  title: 'manpower',
  async find(words) {
    const { content } = await api(listExperts, { query: { name: words, size: FINDS_MOST, page: 0 } })
    return content.map(({ productId, realName, identity, skills }) => ({
      path: paths.talent({ productId }),
      label: realName,
      hint: [identity, ...skills].join(' · '),
    }))
  },
}
