import { z } from 'zod'
import { route } from '../kit/route.ts'

/**
 * Live updates: a WebSocket that names what changed for the signed-in person. It carries no data of its own: pages ask the
 * lists again, so a message that was missed costs nothing but time.
 */

export const LIVE_PATH = '/live'

/** Kinds of things that change under an open page. */
export const LIVE_TYPES = ['notice', 'order', 'message'] as const
export type LiveType = (typeof LIVE_TYPES)[number]

/** `id`: of the notice, of the conversation, or the order's own id as in its address. `missed`: something may have been lost, ask everything again. */
export const LiveMessage = z.discriminatedUnion('type', [
  z.object({ type: z.enum(LIVE_TYPES), id: z.string() }),
  z.object({ type: z.literal('missed') }),
])
export type LiveMessage = z.infer<typeof LiveMessage>

/** Why the server closed: the ticket was refused, the session ended, too many pages are open, or the server stops. */
export const LIVE_CLOSE = { denied: 4400, signedOut: 4401, tooMany: 4429, stopping: 1001 } as const

/** Open pages of one person that are served; the oldest gives way. */
export const LIVE_SOCKETS_PER_USER = 10

export const createLiveTicket = route({
  id: 'live.ticket',
  method: 'POST',
  path: '/api/live/ticket',
  summary: 'A ticket for the WebSocket of live updates, good once for 30 seconds',
  auth: 'user',
  ok: z.object({ ticket: z.string(), path: z.literal(LIVE_PATH) }),
  errors: ['request.too-frequent'],
})

export const liveRoutes = [createLiveTicket] as const
