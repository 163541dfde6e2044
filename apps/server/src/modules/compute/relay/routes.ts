import * as contract from '@trove/contract/compute/agents'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { Agents } from './agents.ts'

/** The routes of a seller's machines without a public address. */
export function agentRoutes({ agents }: { agents: Agents }): ServedRoute[] {
  return [
    serve(contract.listAgents, (_, { caller }) => agents.list(caller.userId)),
    serve(contract.addAgent, ({ body }, { caller }) => agents.add(caller.userId, body.name)),
    serve(contract.removeAgent, async ({ params }, { caller }) => {
      await agents.remove(caller.userId, params.id)
      return null
    }),
  ]
}
