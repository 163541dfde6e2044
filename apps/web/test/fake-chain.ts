import type { Chain } from '@trove/chain-client/chain'
import type { ChainStatus } from '@trove/chain-client/reading/connection'
import type { Fate, Outcome, Progress, SignedCall } from '@trove/chain-client/reading/outcome'
import type { Balance } from '@trove/chain-client/reading/views'

/** Stands in for a connection to the chain in screen tests: tells what it is told to. */

type Told = {
  tell: (freePlanck: bigint, incomePlanck: bigint) => void
  /** A block in which nothing of the account changes. */
  addBlock: () => void
  become: (status: ChainStatus) => void
  /** Once somebody watches an account. */
  watched: Promise<void>
  feePlanck: bigint
  submitted: unknown[]
  signed: SignedCall
  progress: (progress: Progress) => void
  end: (outcome: Outcome) => void
  fate: () => Promise<Fate>
}
export type FakeChain = Pick<
  Chain,
  | 'onStatus'
  | 'watchBalance'
  | 'watchIncome'
  | 'watchHeads'
  | 'disconnect'
  | 'describe'
  | 'calls'
  | 'estimateFee'
  | 'submitAndWatch'
  | 'askFate'
> &
  Told

/** Each signs another call. */
let made = 0

export function createFakeChain(address = ''): FakeChain {
  let status: ChainStatus = 'connected'
  const statusListeners = new Set<(status: ChainStatus) => void>()
  const balanceListeners = new Set<(balance: Balance) => void>()
  const incomeListeners = new Set<(planck: bigint) => void>()
  const headListeners = new Set<Parameters<Chain['watchHeads']>[0]>()
  const { promise: watched, resolve: tellWatched } = Promise.withResolvers<void>()
  let onProgress: ((progress: Progress) => void) | undefined
  let resolveOutcome: ((outcome: Outcome) => void) | undefined
  const fake: FakeChain = {
    onStatus(listener) {
      statusListeners.add(listener)
      listener(status)
      return () => statusListeners.delete(listener)
    },
    watchBalance(_address, tell) {
      balanceListeners.add(tell)
      return () => balanceListeners.delete(tell)
    },
    watchIncome(_address, tell) {
      incomeListeners.add(tell)
      tellWatched()
      return () => incomeListeners.delete(tell)
    },
    watchHeads(tell) {
      headListeners.add(tell)
      return () => headListeners.delete(tell)
    },
    disconnect() {},
    describe: () => ({ pallet: 'Market', name: 'withdrawal', args: [] }),
    calls: { withdrawal: () => ({}) } as unknown as Chain['calls'],
    estimateFee: async () => fake.feePlanck,
    submitAndWatch(call, _signer, options) {
      fake.submitted.push(call)
      onProgress = options?.onProgress
      return new Promise((resolve) => {
        resolveOutcome = resolve
      })
    },
    askFate: () => fake.fate(),
    tell(freePlanck, incomePlanck) {
      for (const tell of balanceListeners) tell({ freePlanck, heldPlanck: 0n, transferablePlanck: freePlanck })
      for (const tell of incomeListeners) tell(incomePlanck)
    },
    addBlock() {
      for (const tell of headListeners) tell({ best: 1, finalised: 1 })
    },
    become(next) {
      status = next
      for (const listener of statusListeners) listener(next)
    },
    watched,
    feePlanck: 500_000_000n,
    submitted: [],
    signed: { bytes: '0x00', hash: `0x${++made}`, address, nonce: 0, firstBlock: 1, lastBlock: 64 },
    progress: (progress) => onProgress?.(progress),
    end: (outcome) => resolveOutcome?.(outcome),
    fate: async () => ({ kind: 'open' }),
  }
  return fake
}
