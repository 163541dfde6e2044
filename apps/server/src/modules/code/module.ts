import type { FastifyInstance } from 'fastify'
import type { ServedRoute } from '../../platform/http/call/serve.ts'
import type { Sellable } from '../orders/model/sellable.ts'
import { commentRoutes } from './comments/routes.ts'
import { licenceFileRoutes } from './licences/files.ts'
import { marketRoutes } from './market/routes.ts'
import type { CodeNeeds } from './model/needs.ts'
import { previewRoutes } from './preview/routes.ts'
import { defineHandOver } from './selling/hand-over.ts'
import { codeOrderServedRoutes } from './selling/order-routes.ts'
import { createCodeSellable } from './selling/sellable.ts'
import { archiveRoutes } from './vault/archives.ts'
import { addGitRoutes } from './vault/git.ts'
import { vaultRoutes } from './vault/routes.ts'
import { sweepScratch } from './versions/scratch.ts'
import { sweepWritings } from './versions/store.ts'
import { defineTellVersions } from './versions/tell.ts'
import { createTurns } from './versions/turns.ts'
import { WORK_PICTURES } from './works/pictures.ts'
import { workRoutes } from './works/routes.ts'

/** Door of the code market: works, their versions, and the vault that git clones from. */
export type Code = {
  routes: ServedRoute[]
  sellable: Sellable
  /** Adds the addresses of git, which are outside of the contract. */
  addGit(server: FastifyInstance): Promise<void>
}

const SWEEP_SECONDS = 3600

/** Builds the code market. */
export function createCode(needs: CodeNeeds): Code {
  const parts = { ...needs, inTurn: createTurns() }
  needs.files.registerKind(WORK_PICTURES)
  needs.jobs.every('code.sweep-writings', SWEEP_SECONDS, async () => {
    await sweepWritings(needs)
    await sweepScratch(needs.scratchDir)
  })
  defineHandOver(needs)
  defineTellVersions(needs)
  return {
    sellable: createCodeSellable(needs),
    routes: [
      ...workRoutes(parts),
      ...marketRoutes(needs),
      ...previewRoutes(parts),
      ...vaultRoutes(needs),
      ...archiveRoutes(parts),
      ...codeOrderServedRoutes(needs),
      ...licenceFileRoutes(needs),
      ...commentRoutes(needs),
    ],
    addGit: (server) => addGitRoutes(server, parts),
  }
}
