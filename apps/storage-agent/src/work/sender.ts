import type { Call } from '@trove/chain-client/calls'
import type { MinerChain } from '@trove/chain-client/miner/chain'
import type { CallTrace, Outcome } from '@trove/chain-client/outcome'
import type { ServerAccount } from '@trove/chain-client/server-keys'
import type { ChainRefusal } from '@trove/contract/chain/refusals'
import { type CallBook, NO_ORDER, type Purpose } from '../journal/calls.ts'
import type { Log } from '../log.ts'

/** How a call ended. `waiting`: nobody knows yet, and it must not be signed anew before that is known. */
export type Sent =
  | { kind: 'done' }
  | { kind: 'waiting' }
  | { kind: 'refused'; refusal: ChainRefusal }
  | { kind: 'poor' }

export type Sender = {
  /** @throws ChainUnreachable */
  send(purpose: Purpose, call: Call, orderId?: number): Promise<Sent>
}

/**
 * Signs and sends calls, each written down before it leaves. A call whose end is not known is asked about by its trace
 * before another of the same purpose is made: so a killed agent neither pays nor proves twice.
 */
export function createSender(
  chain: Pick<MinerChain, 'submitAndWatch' | 'askFate'>,
  account: ServerAccount,
  book: CallBook,
  log: Log,
): Sender {
  /** Undefined when a new call may be made. */
  async function settleOpen(trace: CallTrace): Promise<Sent | undefined> {
    const fate = await chain.askFate(trace)
    if (fate.kind === 'open') return { kind: 'waiting' }
    book.ended(trace.hash, fate.kind, fate.kind === 'refused' ? fate.refusal : '')
    if (fate.kind === 'done') return { kind: 'done' }
    return fate.kind === 'refused' ? { kind: 'refused', refusal: fate.refusal } : undefined
  }

  return {
    async send(purpose, call, orderId = NO_ORDER) {
      const open = book.findOpen(purpose, orderId)
      const earlier = open && (await settleOpen(open))
      if (earlier) return earlier
      let hash: string | undefined
      const outcome = await chain.submitAndWatch(call, account.signer, {
        onProgress(progress) {
          if (progress.step !== 'signed') return
          hash = progress.signed.hash
          book.sent(purpose, orderId, progress.signed)
        },
      })
      const sent = sentOf(outcome)
      if (hash && sent.kind !== 'waiting')
        book.ended(hash, sent.kind === 'done' ? 'done' : 'refused', sent.kind === 'refused' ? sent.refusal : '')
      log(sent.kind === 'done' ? 'info' : 'warn', `call.${purpose}`, {
        order: orderId === NO_ORDER ? undefined : orderId,
        end: outcome.kind,
        refusal: sent.kind === 'refused' ? sent.refusal : undefined,
      })
      return sent
    },
  }
}

function sentOf(outcome: Outcome): Sent {
  switch (outcome.kind) {
    case 'in-block':
    case 'finalised':
      return { kind: 'done' }
    case 'refused':
      return { kind: 'refused', refusal: outcome.refusal }
    case 'balance-too-low':
      return { kind: 'poor' }
    default:
      return { kind: 'waiting' }
  }
}
