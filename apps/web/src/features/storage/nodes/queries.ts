import { useQuery } from '@tanstack/react-query'
import { getMiner } from '@trove/contract/chain/routes'
import { getNodeScore, listOwnNodes } from '@trove/contract/storage/audits'
import { api } from '../../../lib/calls/api.ts'

/** A node has a sample every ten minutes at most, so a page that stays looks again now and then. */
const AGAIN_MS = 60_000
const live = { staleTime: AGAIN_MS, refetchInterval: AGAIN_MS }

/** What samples and proofs say of a storage node. */
export function useNodeScore(account: string) {
  return useQuery({
    queryKey: ['storage', 'node-score', account],
    queryFn: () => api(getNodeScore, { params: { account } }),
    ...live,
  })
}

/** The same of the nodes whose account one filled from the faucet. */
export function useOwnNodes() {
  return useQuery({ queryKey: ['storage', 'own-nodes'], queryFn: () => api(listOwnNodes, {}), ...live })
}

/** The space that an account shares as a storage node. */
export function useShared(account: string) {
  return useQuery({
    queryKey: ['storage', 'shared', account],
    queryFn: () => api(getMiner, { query: { account } }),
    enabled: account !== '',
    ...live,
  })
}
