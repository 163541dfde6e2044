import { alipayNotify } from '@trove/contract/payment/routes'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import type { Inbox } from './settling/notify.ts'

/** The provider's callback. Results and cashier addresses are asked of orders, which know whose they are. */
export function paymentRoutes(inbox: Inbox | undefined): ServedRoute[] {
  return [
    serve(alipayNotify, async (_, { rawBody, request, reply }) => {
      const answer = inbox ? await inbox.receive(rawBody, request.headers['content-type']) : 'failure'
      return reply.type('text/plain').send(answer)
    }),
  ]
}
