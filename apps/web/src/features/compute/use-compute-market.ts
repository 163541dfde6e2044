import { useState } from 'react'
import { type FilterField, type FilterValues, useFilterUrl } from './filter-url.ts'
import { useOffers } from './queries.ts'

export type ComputeMarketModel = ReturnType<typeof useComputeMarket>

/** Model of the market list: filter and order from the address, pages of offers, the filter dialog. */
export function useComputeMarket() {
  const url = useFilterUrl()
  const list = useOffers(url.filter, url.sort)
  const [isFiltering, setFiltering] = useState(false)
  const offers = list.data?.pages.flatMap((page) => page.products.content) ?? []
  const apply = (filter: FilterValues) => {
    url.setFilter(filter)
    setFiltering(false)
  }
  const remove = (field: string) => url.setFilter({ ...url.filter, [field as FilterField]: undefined })
  return {
    ...url,
    list,
    offers,
    total: list.data?.pages[0]?.productCount,
    isFiltering,
    setFiltering,
    apply,
    remove,
  }
}
