import { useQuery } from '@tanstack/react-query'
import type { ChainAccountView } from './chain.ts'

/** What the chain's own rules for orders are now; undefined until they are read. */
export function useChainParams({ chain, network }: ChainAccountView) {
  return useQuery({
    queryKey: ['chain', 'params', network?.networkId],
    queryFn: () => chain!.getParams(),
    enabled: chain !== undefined,
  }).data
}
