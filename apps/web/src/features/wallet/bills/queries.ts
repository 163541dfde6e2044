import { useInfiniteQuery } from '@tanstack/react-query'
import { type AlipayBillItem, alipayBill, type BILL_TYPES } from '@trove/contract/wallet/routes'
import type { z } from 'zod'
import { pageAfter } from '../../../lib/addresses/pages.ts'
import { api } from '../../../lib/calls/api.ts'
import type { BillFilter } from './bill-filter.ts'

export type BillItem = z.output<typeof AlipayBillItem>

const PAGE_SIZE = 20

/** Movements of yuan, newest first. */
export function useBill(filter: BillFilter<(typeof BILL_TYPES)[number]>) {
  return useInfiniteQuery({
    queryKey: ['wallet', 'bill', filter],
    queryFn: ({ pageParam }) => api(alipayBill, { query: { ...filter, page: pageParam, size: PAGE_SIZE } }),
    initialPageParam: 0,
    getNextPageParam: pageAfter(PAGE_SIZE),
  })
}
