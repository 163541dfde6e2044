import { ComputeFilter } from '@trove/contract/compute/shapes'
import type { SearchKind } from '../../searches/module.ts'
import { readFilter } from '../facts/filter.ts'
import type { MarketStore } from './store.ts'

/** How saved searches find machines that are new to them. */
export function createComputeSearch(store: Pick<MarketStore, 'findNew'>): SearchKind {
  return {
    kind: 'superPoints',
    schema: ComputeFilter,
    async findNew({ filter, ...ask }) {
      const read = readFilter(ComputeFilter.parse(filter))
      return read === 'matches-none' ? [] : store.findNew({ ...ask, filter: read })
    },
  }
}
