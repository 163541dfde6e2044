import { z } from 'zod'
import { ConfigError } from './error.ts'

/** Where relays listen for the agents of machines without a public address, and where those machines are reached. */

const PORTS = /^(\d{1,5})-(\d{1,5})$/
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

export const relayEnvironment = {
  /** Port of the relay's own listener, in processes of the role `relay`. */
  RELAY_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** The relay as agents reach it. Without it there is none. */
  RELAY_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The relays' public IPv4 address, at which people and Trove reach the machines. */
  RELAY_HOST: z.ipv4().optional(),
  /** Ports of that address, one for each machine: `first-last`. */
  RELAY_PORTS: z
    .string()
    .regex(PORTS)
    .transform((text) => PORTS.exec(text)!.slice(1).map(Number) as [number, number])
    .refine(([first, last]) => first >= 1024 && last >= first && last <= 65_535, 'must be first-last, from 1024')
    .optional(),
  /** Address to listen on for the machines' ports, where it is not RELAY_HOST itself. */
  RELAY_BIND: z.ipv4().optional(),
  /** The agent's program in one file, which the relay gives to whoever asks. */
  RELAY_AGENT_FILE: z.string().optional(),
}

const shape = z.object({ ...relayEnvironment, PUBLIC_URL: z.string().optional() })

export type RelayConfig = {
  port: number | undefined
  url: string
  host: string
  firstPort: number
  lastPort: number
  bind: string
  agentFile: string | undefined
}

/**
 * Undefined while there is no relay.
 * @throws ConfigError for a relay that is described by half, or that agents would reach unsealed
 */
export function readRelay(it: z.output<typeof shape>): RelayConfig | undefined {
  const { RELAY_URL, RELAY_HOST, RELAY_PORTS } = it
  if (!RELAY_URL) {
    if (it.RELAY_PORT !== undefined || RELAY_HOST || RELAY_PORTS || it.RELAY_BIND)
      throw new ConfigError('RELAY_PORT, RELAY_HOST, RELAY_PORTS and RELAY_BIND need RELAY_URL')
    return undefined
  }
  if (!RELAY_HOST || !RELAY_PORTS) throw new ConfigError('RELAY_URL needs RELAY_HOST and RELAY_PORTS')
  const { origin, protocol, hostname } = new URL(RELAY_URL)
  if (protocol === 'http:' && !LOOPBACK.has(hostname)) throw new ConfigError('RELAY_URL: https, but on this machine')
  if (it.PUBLIC_URL && new URL(it.PUBLIC_URL).origin === origin)
    throw new ConfigError('RELAY_URL: an origin of its own, not the site’s')
  const [firstPort, lastPort] = RELAY_PORTS
  return {
    port: it.RELAY_PORT,
    url: origin,
    host: RELAY_HOST,
    firstPort,
    lastPort,
    bind: it.RELAY_BIND ?? RELAY_HOST,
    agentFile: it.RELAY_AGENT_FILE,
  }
}
