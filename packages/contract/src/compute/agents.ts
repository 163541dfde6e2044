import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, personText } from '../kit/shapes.ts'

/**
 * Machines without a public address. An agent on the machine connects to a relay, and the relay gives the machine an
 * address of its own; published at that address it is a machine like any other.
 */

/** Agents of one person. */
export const AGENTS_MAX = 10
/** So long a new agent's token can be used, once. */
export const AGENT_TOKEN_MINUTES = 60
export const AGENT_NAME_MAX = 40

/** `waiting`: its token was not used yet; `expired`: nor can it be any more; `away`: registered, not connected now. */
export const AGENT_STATES = ['waiting', 'expired', 'connected', 'away'] as const

export const ComputeAgent = z.object({
  id: Id,
  name: z.string(),
  /** Where the machine is reached while its agent is connected; it stays the same. */
  host: z.string(),
  port: z.number().int(),
  state: z.enum(AGENT_STATES),
  /** When its connection last began or ended. */
  seenAt: Moment.nullable(),
  /** An offer of this address is on the market or was taken offline: the agent cannot be removed. */
  isPublished: z.boolean(),
})

const AGENTS = '/api/computing/agents'

export const listAgents = route({
  id: 'compute.list-agents',
  method: 'GET',
  path: AGENTS,
  summary: 'One’s machines that are reached through a relay; without a relay here `relayUrl` is null',
  auth: 'user',
  ok: z.object({ relayUrl: z.string().nullable(), agents: z.array(ComputeAgent) }),
})

export const addAgent = route({
  id: 'compute.add-agent',
  method: 'POST',
  path: AGENTS,
  summary: `An address at the relay for a machine, and a token with which its agent registers once (at most ${AGENTS_MAX})`,
  auth: 'wallet-bound',
  body: z.strictObject({ name: personText(1, AGENT_NAME_MAX) }),
  // Whoever has the token can be this machine; it is shown once and kept nowhere.
  keepsNoAnswer: true,
  ok: z.object({ agent: ComputeAgent, token: z.string(), expiresAt: Moment }),
  errors: ['compute.relay-off', 'compute.agent-limit', 'compute.relay-full'],
})

export const removeAgent = route({
  id: 'compute.remove-agent',
  method: 'DELETE',
  path: `${AGENTS}/{id}`,
  summary: 'Remove an agent: its key opens nothing any more, and its address is free',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: Nothing,
  errors: ['compute.agent-unknown', 'compute.agent-published'],
})

export const agentRoutes = [listAgents, addAgent, removeAgent] as const
