import type { FastifyInstance } from 'fastify'
import type { ServedRoute } from '../../platform/http/call/serve.ts'
import { defineAudits } from './audits/rounds.ts'
import { auditRoutes } from './audits/routes.ts'
import { addGatewayRoutes } from './gateway/routes.ts'
import type { StorageNeeds } from './model/needs.ts'
import { createElsewhere } from './nodes/elsewhere.ts'
import { createNodeLines } from './nodes/lines.ts'
import { packRoutes } from './nodes/packs.ts'
import { shareRoutes } from './shares/routes.ts'
import { defineFollow } from './uploads/follow.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { defineSweep } from './uploads/sweep.ts'
import { vaultRoutes } from './vault/routes.ts'

/** Door of the storage market: staging of sealed files, and the gateway that gives them to nodes and owners. */
export type Storage = {
  routes: ServedRoute[]
  /** Adds the gateway's addresses to a listener of its own. @param ownUrl where other processes reach it once it listens */
  addGateway(server: FastifyInstance, ownUrl: () => string): void
}

/** Builds the storage market. */
export function createStorage(needs: StorageNeeds): Storage {
  defineSweep(needs)
  defineFollow(needs)
  defineAudits(needs)
  return {
    routes: [
      ...uploadRoutes(needs),
      ...vaultRoutes(needs),
      ...shareRoutes(needs),
      ...packRoutes(needs),
      ...auditRoutes(needs),
    ],
    addGateway(server, ownUrl) {
      const lines = createNodeLines(needs.log, createElsewhere(needs, ownUrl))
      server.addHook('preClose', () => lines.stop())
      addGatewayRoutes(server, { ...needs, lines })
    },
  }
}
