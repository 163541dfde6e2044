import { ContractError } from '@trove/contract/errors/codes'
import { createLiveTicket, LIVE_CLOSE, LIVE_PATH } from '@trove/contract/live/routes'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { openPool } from '../db/pool/pool.ts'
import { type ServedRoute, serve } from '../http/call/serve.ts'
import { requireOwnPage } from '../http/site/own-page.ts'
import type { Figure } from '../metrics.ts'
import type { Platform } from '../platform.ts'
import { createTickets } from '../tickets.ts'
import { openAnnouncer } from './announce.ts'
import { createLiveListener } from './listen.ts'
import { createLiveSockets } from './sockets.ts'

type Ticket = { ticket?: string }

/** Each is a row: enough for as many pages as are served, all of them reconnecting again and again. */
const TICKETS = { limit: 120, windowSeconds: 60 }

/** Live updates of this process: the ticket's route, the WebSocket, and what connects them to the other processes. */
export function createLive(platform: Platform, needs: { isSessionOpen(sessionId: string): Promise<boolean> }) {
  const { config, db, limiter } = platform
  const log = platform.log.child({ module: 'live' })
  const tickets = createTickets(db, 'live', z.strictObject({}))
  const sockets = createLiveSockets({ ...needs, log })
  const announcer = openAnnouncer(db, log)
  const pool = openPool({ url: config.databaseUrl, size: 1, log, name: 'live' })
  const listener = createLiveListener(pool, log, {
    event: ({ userId, message }) => sockets.tell(userId, message),
    missed: () => sockets.tellAll({ type: 'missed' }),
  })
  const figures: Figure[] = [
    { name: 'trove_live_sockets', help: 'Open pages with live updates, of this process', read: sockets.count },
  ]
  const routes: ServedRoute[] = [
    serve(createLiveTicket, async (_input, { caller: { userId, sessionId } }) => {
      await limiter.require('live.ticket', userId, TICKETS)
      return { ticket: await tickets.issue({ userId, sessionId, subject: {} }), path: LIVE_PATH as typeof LIVE_PATH }
    }),
  ]
  return {
    routes,
    figures,
    start: listener.start,
    /** Adds the WebSocket to a server that has the WebSocket plugin; call before it listens. */
    add(server: FastifyInstance, siteOrigin: string | undefined): void {
      server.route<{ Querystring: Ticket }>({
        method: 'GET',
        url: LIVE_PATH,
        exposeHeadRoute: false,
        preValidation: async (request) => requireOwnPage(request, siteOrigin),
        handler: async () => {
          throw new ContractError('resource.not-found')
        },
        wsHandler: async (socket, { query }) => {
          const right = await tickets.redeem(String(query.ticket ?? '')).catch(() => undefined)
          // The session may have ended between the ticket and the opening.
          const isOpen = right && (await needs.isSessionOpen(right.sessionId).catch(() => false))
          if (!isOpen) return socket.close(LIVE_CLOSE.denied)
          if (socket.readyState === socket.OPEN) sockets.add(socket, right)
        },
      })
    },
    /** Says goodbye to all pages. */
    closeSockets: sockets.stop,
    /** Sends what was announced last, and lets go of the database. */
    async stop(): Promise<void> {
      await announcer.written()
      listener.stop()
      await pool.end()
    },
  }
}
