import { ContractError } from '@trove/contract/errors'
import { TERMINAL_PATH } from '@trove/contract/terminal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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
    /** Tells every terminal that the server stops. */
    stop(): void {
      isStopping = true
      for (const session of sessions) session.close('stopping')
    },
  }
}

/**
 * A page of another site may not open a terminal: the origin is the configured one or the host that was asked. Programs
 * send no Origin; the ticket is what lets anybody in.
 */
function requireOwnPage(request: FastifyRequest, siteOrigin: string | undefined): void {
  const { origin } = request.headers
  if (origin === undefined || origin === siteOrigin) return
  if (origin !== `${request.protocol}://${request.host}`) throw new ContractError('session.forbidden')
}
