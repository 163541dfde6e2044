import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  type AlipayBillItem,
  alipayBill,
  type BILL_TYPES,
  getPurse,
  type Purse as PurseShape,
} from '@trove/contract/wallet'
import type { z } from 'zod'
import { api } from '../../lib/api.ts'
import { pageAfter } from '../../lib/pages.ts'
import type { BillFilter } from './bills/bill-filter.ts'

export type Purse = z.output<typeof PurseShape>
export type BillItem = z.output<typeof AlipayBillItem>

const PAGE_SIZE = 20
const MOVING_POLL_MS = 5_000
const CALM_POLL_MS = 60_000

/** The receiving account and the amounts around it; looked at again sooner while a payout is on its way. */
export function usePurse() {
  return useQuery({
    queryKey: ['wallet', 'purse'],
    queryFn: () => api(getPurse, {}),
    refetchInterval: ({ state }) =>
      state.data && state.data.inFlightAmount !== '0.00' ? MOVING_POLL_MS : CALM_POLL_MS,
  })
}

/** Movements of yuan, newest first. */
export function useBill(filter: BillFilter<(typeof BILL_TYPES)[number]>) {
  return useInfiniteQuery({
    queryKey: ['wallet', 'bill', filter],
    queryFn: ({ pageParam }) => api(alipayBill, { query: { ...filter, page: pageParam, size: PAGE_SIZE } }),
    initialPageParam: 0,
    getNextPageParam: pageAfter(PAGE_SIZE),
  })
}
