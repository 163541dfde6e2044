import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useSiteInfo } from '../../../lib/calls/site-info.ts'
import type { OfferFields } from './offer-form.ts'

/** The machine that comes with the embedded world, told by a door that exists nowhere else. */
const Machine = z.object({ host: z.string(), port: z.number(), username: z.string(), password: z.string() })

/** What every computer can honestly declare, so that the check passes wherever the demo runs (13: other Linux). */
const MODEST = { cpuCores: '1', ramSize: '1', diskSize: '1', bandwidth: '1', operationSystem: '13' }

/** Fields for the demo machine, or undefined where there is none. */
export function useDemoMachine(isWanted: boolean): Partial<OfferFields> | undefined {
  const isEmbedded = useSiteInfo()?.isEmbedded ?? false
  const { data } = useQuery({
    queryKey: ['demo-machine'],
    queryFn: async () => {
      const answer = await fetch('/dev/machine.json').catch(() => undefined)
      return answer?.ok ? (Machine.safeParse(await answer.json().catch(() => null)).data ?? null) : null
    },
    enabled: isEmbedded && isWanted,
  })
  if (!data) return undefined
  return {
    ...MODEST,
    serverIPv4: data.host,
    serverPort: String(data.port),
    defaultUsername: data.username,
    defaultPassword: data.password,
  }
}
