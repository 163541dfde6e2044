import type { Chain } from '@trove/chain-client/chain'
import type { Fate, Outcome } from '@trove/chain-client/reading/outcome'
import { useEffect, useRef } from 'react'
import { endCall, type KeptCall, noteTold, stopFollowing } from '../lib/wallet/signed-calls.ts'

const ASK_AGAIN_MS = 6_000
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Tell = (outcome: Outcome | Fate) => void
/** Hears of a call that was done, once its block is final. */
type HearDone = () => void

/** Asks finalised blocks until they can answer, or nobody wants to know any more. */
async function findFate(chain: Chain, call: KeptCall, { signal }: AbortController): Promise<Fate | undefined> {
  while (!signal.aborted) {
    const fate = await chain.askFate(call).catch((): Fate => ({ kind: 'open' }))
    if (fate.kind !== 'open') return fate
    await sleep(ASK_AGAIN_MS)
  }
  return undefined
}

/** What the tab that sent it has seen. A newest block may still be replaced: what it said is told, and asked again. */
async function tellFollowed(
  call: KeptCall,
  following: Promise<Outcome>,
  aborter: AbortController,
  tell: Tell,
  hearDone: HearDone,
) {
  const outcome = await following
  if (aborter.signal.aborted) return
  if (outcome.kind === 'lost') return stopFollowing(call.hash)
  tell(outcome)
  if (outcome.kind === 'in-block') noteTold(call.hash, 'done')
  else if (outcome.kind === 'refused' && outcome.inclusion) noteTold(call.hash, 'refused')
  else endCall(call.hash)
  if (outcome.kind === 'finalised') hearDone()
}

async function tellFate(call: KeptCall, chain: Chain, aborter: AbortController, tell: Tell, hearDone: HearDone) {
  const fate = await findFate(chain, call, aborter)
  if (!fate || aborter.signal.aborted) return
  // Of what was told already only the contrary is news.
  if (fate.kind !== call.told && !(call.told && fate.kind === 'gone')) tell(fate)
  endCall(call.hash)
  // Of a call whose block was seen, and that is too old to be asked about, nothing says the contrary.
  if (fate.kind === 'done' || (fate.kind === 'gone' && call.told === 'done')) hearDone()
}

/**
 * Finds out what became of kept calls, tells it, and forgets them once it is final. Whoever leaves the page before is told
 * when they come back.
 * @param chain absent while it cannot be asked
 */
export function useOutcomes(
  calls: KeptCall[],
  chain: Chain | undefined,
  tell: Tell,
  hearDone: HearDone = () => {},
): void {
  const latest = useRef({ tell, hearDone })
  latest.current = { tell, hearDone }
  useEffect(() => {
    const aborter = new AbortController()
    const say: Tell = (outcome) => latest.current.tell(outcome)
    const done = () => latest.current.hearDone()
    for (const call of calls) {
      if (call.following) void tellFollowed(call, call.following, aborter, say, done)
      else if (chain) void tellFate(call, chain, aborter, say, done)
    }
    return () => aborter.abort()
  }, [calls, chain])
}
