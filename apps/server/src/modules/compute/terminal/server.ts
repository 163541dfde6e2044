import type { WebSocket } from '@fastify/websocket'
import { ContractError } from '@trove/contract/errors/codes'
import type { FastifyInstance } from 'fastify'
import { requireOwnPage } from '../../../platform/http/site/own-page.ts'

/** One socket of a kind, as far as the process has to know it. */
type Session = { close(reason: 'stopping'): void }

/** The sockets of one kind at `path` in this process; `begin` takes one that was just opened. */
export function createLeaseSockets(path: string, begin: (socket: WebSocket) => Session) {
  const sessions = new Set<Session>()
  let isStopping = false
  return {
    /** Adds the WebSocket to a server that has the WebSocket plugin; call before it listens. */
    add(server: FastifyInstance, siteOrigin: string | undefined): void {
      server.route({
        method: 'GET',
        url: path,
        exposeHeadRoute: false,
        preValidation: async (request) => requireOwnPage(request, siteOrigin),
        handler: async () => {
          throw new ContractError('resource.not-found')
        },
        wsHandler: (socket) => {
          const session = begin(socket)
          sessions.add(session)
          socket.on('close', () => sessions.delete(session))
          if (isStopping) session.close('stopping')
        },
      })
    },
    /** Tells every one of them that the server stops. */
    stop(): void {
      isStopping = true
      for (const session of sessions) session.close('stopping')
    },
  }
}
