import { TERMINAL_PATH } from '@trove/contract/compute/terminal'
import { ContractError } from '@trove/contract/errors/codes'
import type { FastifyInstance } from 'fastify'
import { requireOwnPage } from '../../../platform/http/site/own-page.ts'
import { type TerminalDeps, TerminalSession } from './session.ts'

/** Terminals of this process. */
export function createTerminals(deps: TerminalDeps) {
  const sessions = new Set<TerminalSession>()
  let isStopping = false
  return {
    /** Adds the WebSocket to a server that has the WebSocket plugin; call before it listens. */
    add(server: FastifyInstance, siteOrigin: string | undefined): void {
      server.route({
        method: 'GET',
        url: TERMINAL_PATH,
        exposeHeadRoute: false,
        preValidation: async (request) => requireOwnPage(request, siteOrigin),
        handler: async () => {
          throw new ContractError('resource.not-found')
        },
        wsHandler: (socket) => {
          const session = new TerminalSession(socket, deps)
          sessions.add(session)
          socket.on('close', () => sessions.delete(session))
          if (isStopping) session.close('stopping')
        },
      })
    },
    /** Notifies every terminal that the server stops. */
    stop(): void {
      isStopping = true
      for (const session of sessions) session.close('stopping')
    },
  }
}
