import {
  agreeOutsideRefund,
  declineOutsideRefund,
  listParkedRefunds,
  openParkedRefund,
  proposeOutsideRefund,
  retryParkedRefund,
} from '@trove/contract/payment/parked-refunds'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { createOutside } from './outside.ts'
import type { createParkedRefunds } from './parked-refunds.ts'

/** The staff's routes of refunds the provider refuses. */
export function outsideRoutes(
  refunds: ReturnType<typeof createParkedRefunds>,
  outside: ReturnType<typeof createOutside>,
): ServedRoute[] {
  return [
    serve(listParkedRefunds, ({ query }, { caller }) => refunds.list(query, caller.userId)),
    serve(openParkedRefund, ({ params }, { caller }) => refunds.open(params.number, caller.userId)),
    serve(retryParkedRefund, ({ params }, { caller }) => refunds.retry(params.number, caller.userId)),
    serve(proposeOutsideRefund, async ({ params, body }, { caller }) => {
      const { amount, reference, reason } = body
      await outside.propose(params.number, { amountFen: amount, reference, reason }, caller.userId)
      return refunds.get(params.number, caller.userId)
    }),
    serve(agreeOutsideRefund, async ({ params, body }, { caller }) =>
      refunds.get(await outside.agree(params.id, caller.userId, body.evidence), caller.userId),
    ),
    serve(declineOutsideRefund, async ({ params, body }, { caller }) => ({
      outcome: await outside.decline(params.id, caller.userId, body.reason),
    })),
  ]
}
