import type { Call } from '@trove/chain-client/calls'
import type { MinerChain } from '@trove/chain-client/miner/chain'
import type { CallTrace, Outcome } from '@trove/chain-client/reading/outcome'
import type { ServerAccount } from '@trove/chain-client/server-keys'
import type { ChainRefusal } from '@trove/contract/chain/refusals'
import { type CallBook, NO_ORDER, type Purpose } from '../journal/calls.ts'
import type { Log } from '../log/log.ts'

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

/** Signed, and not to be sent: an earlier call of the same purpose may have been taken. */
class NotNow extends Error {}

/**
 * Signs and sends calls, each written down before it leaves. A call whose end is not known is asked about by its trace
 * before another of the same purpose is made. While it is open, another is sent only under the same number of the
 * account, of which a chain takes one: so a killed agent neither pays nor proves twice, and never misses a window either.
 */
export function createSender(
  chain: Pick<MinerChain, 'submitAndWatch' | 'askFate'>,
  account: ServerAccount,
  book: CallBook,
  log: Log,
): Sender {
  /** The earlier calls that may still be taken, or how one of them ended by now. */
  async function settleOpen(traces: CallTrace[]): Promise<{ open: CallTrace[]; end?: Sent }> {
    const open: CallTrace[] = []
    let end: Sent | undefined
    for (const trace of traces) {
      const fate = await chain.askFate(trace)
      if (fate.kind === 'open') {
        open.push(trace)
        continue
      }
      book.ended(trace.hash, fate.kind, fate.kind === 'refused' ? fate.refusal : '')
      if (fate.kind === 'done') end = { kind: 'done' }
      else if (fate.kind === 'refused') end ??= { kind: 'refused', refusal: fate.refusal }
    }
    return { open, end }
  }

  async function submit(purpose: Purpose, call: Call, orderId: number, open: CallTrace[]): Promise<Sent> {
    let hash: string | undefined
    const outcome = await chain.submitAndWatch(call, account.signer, {
      onProgress(progress) {
        if (progress.step !== 'signed') return
        if (open.some(({ nonce }) => nonce !== progress.signed.nonce)) throw new NotNow()
        hash = progress.signed.hash
        book.sent(purpose, orderId, progress.signed)
      },
    })
    const sent = sentOf(outcome)
    if (hash && sent.kind === 'done') book.ended(hash, 'done')
    // What the pool would not take is in no block, and cost nothing.
    if (hash && outcome.kind === 'refused')
      book.ended(hash, outcome.inclusion ? 'refused' : 'impossible', outcome.refusal)
    log(sent.kind === 'done' ? 'info' : 'warn', `call.${purpose}`, {
      order: orderId === NO_ORDER ? undefined : orderId,
      end: outcome.kind,
      refusal: sent.kind === 'refused' ? sent.refusal : undefined,
    })
    return sent
  }

  return {
    async send(purpose, call, orderId = NO_ORDER) {
      const { open, end } = await settleOpen(book.listOpen(purpose, orderId))
      if (end) return end
      try {
        return await submit(purpose, call, orderId, open)
      } catch (error) {
        if (error instanceof NotNow) return { kind: 'waiting' }
        throw error
      }
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
