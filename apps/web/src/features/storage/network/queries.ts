import { useQuery } from '@tanstack/react-query'
import {
  BLOCKS_PER_DAY,
  getOrderPrice,
  PRICED_BYTES,
  storageDays,
  storageStatistics,
} from '@trove/contract/chain/routes'
import { api } from '../../../lib/calls/api.ts'

/** What the server knows of the storage network. The figures change with the blocks, so a page that stays looks again. */

const AGAIN_MS = 30_000
const live = { staleTime: AGAIN_MS, refetchInterval: AGAIN_MS }

/** Nodes, files and space as of the newest block. */
export function useStorageFigures() {
  return useQuery({ queryKey: ['storage', 'figures'], queryFn: () => api(storageStatistics, {}), ...live })
}

/** The same at the end of each of the last days, oldest first; the last one is today. */
export function useStorageDays() {
  return useQuery({ queryKey: ['storage', 'days'], queryFn: () => api(storageDays, {}), ...live })
}

/** What the chain asks now for 1 GB, over so many days on so many nodes; three nodes unless told. */
export function useGigabytePrice(days: number, copies?: number) {
  const query = {
    file_size: PRICED_BYTES,
    duration: days * BLOCKS_PER_DAY,
    ...(copies === undefined ? {} : { copies }),
  }
  return useQuery({
    queryKey: ['storage', 'gigabyte-price', days, copies],
    queryFn: () => api(getOrderPrice, { query }),
    ...live,
  })
}
