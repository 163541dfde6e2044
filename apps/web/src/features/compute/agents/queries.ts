import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addAgent, type ComputeAgent, listAgents, removeAgent } from '@trove/contract/compute/agents'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'

export type Agent = z.output<typeof ComputeAgent>

const AGENTS = ['compute', 'agents']
/** How often the state of the machines is looked at while their dialog is open. */
const POLL_MS = 2_000

/** One's machines without a public address; `relayUrl` is null where there is no relay. */
export function useAgents({ isWatched }: { isWatched: boolean }) {
  return useQuery({
    queryKey: AGENTS,
    queryFn: () => api(listAgents, {}),
    retry: false,
    refetchInterval: isWatched ? POLL_MS : false,
  })
}

/** Adds a machine; its token is in the answer alone. */
export function useAddAgent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => api(addAgent, { body: { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: AGENTS }),
  })
}

export function useRemoveAgent({ onSettled }: { onSettled: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api(removeAgent, { params: { id } }),
    onSuccess: () => notify('success', t('agents.removed')),
    onSettled: () => {
      onSettled()
      return client.invalidateQueries({ queryKey: AGENTS })
    },
  })
}
