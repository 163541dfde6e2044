import { MutationCache, QueryClient } from '@tanstack/react-query'
import { CallError } from '@trove/contract/client'
import { notifyError } from './notify.ts'

/** One query client: server answers are kept a short while; only network trouble is tried again, refusals never are. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a call fails at once and says so, with a way to try again: nothing waits unseen, and no action is
    // carried out minutes after its press.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 5_000,
      gcTime: 300_000,
      retry: (failures, error) => error instanceof CallError && failures < 2,
      refetchOnWindowFocus: true,
    },
  },
  // A failed action says so in one place; a screen that words it itself sets `meta.isHandled`.
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.isHandled) notifyError(error)
    },
  }),
})
