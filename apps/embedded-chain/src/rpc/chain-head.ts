import { allHandlers, type Handler, type Handlers } from '@acala-network/chopsticks-core'

type FollowEvent = {
  event: string
  blockHash?: string
  parentBlockHash?: string
  bestBlockHash?: string
  finalizedBlockHashes?: string[]
}

/** Blocks of a follow that are remembered: more than can be told at the same time. */
const REMEMBERED = 64

/**
 * `chainHead_v1_follow` as it is specified: first `initialized`, then each block once and after its parent, and nothing of a
 * block before the block. Chopsticks looks up versions while it tells, so a block built in that moment overtakes, and a client
 * that hears of an unknown block has to give up.
 */
export function chainHeadHandlers(): Handlers {
  const original = allHandlers.chainHead_v1_follow
  if (!original) throw new Error('Chopsticks has no chainHead_v1_follow')
  const follow: Handler = (context, params, subscriptions) =>
    original(context, params, {
      ...subscriptions,
      subscribe(method, id, onCancel) {
        return inOrder(subscriptions.subscribe(method, id, onCancel) as (event: FollowEvent) => void)
      },
    })
  return { chainHead_v1_follow: follow }
}

/** Passes the events of a follow on in the order the specification wants. There are no forks here: blocks make one line. */
export function inOrder(send: (event: FollowEvent) => void): (event: FollowEvent) => void {
  /** Blocks the client knows, by their place in the line; undefined until it was initialised. */
  let known: Map<string, number> | undefined
  let places = 0
  let finalised = -1
  let waiting: FollowEvent[] = []
  const placeOf = (hash: string | undefined) => (hash === undefined ? undefined : known?.get(hash))

  function learn(hash: string): void {
    known?.set(hash, places++)
    const oldest = known?.keys().next().value
    if (known && oldest !== undefined && known.size > REMEMBERED) known.delete(oldest)
  }

  /** Whether the client can make something of it now; `never`: it was told already, or more than it. */
  function readiness({ event, blockHash, parentBlockHash, bestBlockHash, finalizedBlockHashes }: FollowEvent) {
    if (event === 'initialized') return known ? 'never' : 'now'
    if (event === 'newBlock') {
      if (placeOf(blockHash) !== undefined) return 'never'
      return placeOf(parentBlockHash) === undefined ? 'later' : 'now'
    }
    if (event !== 'bestBlockChanged' && event !== 'finalized') return 'now'
    const place = placeOf(bestBlockHash ?? finalizedBlockHashes?.at(-1))
    if (place === undefined) return 'later'
    return place < finalised || (event === 'finalized' && place === finalised) ? 'never' : 'now'
  }

  function pass(event: FollowEvent): void {
    const { finalizedBlockHashes: hashes = [], blockHash } = event
    if (event.event === 'initialized') known = new Map()
    if (event.event === 'initialized') for (const hash of hashes) learn(hash)
    if (event.event === 'newBlock' && blockHash) learn(blockHash)
    if (event.event !== 'finalized') send(event)
    if (event.event !== 'finalized' && event.event !== 'initialized') return
    const place = placeOf(hashes.at(-1)) ?? finalised
    // A block whose own word came late is final with the one after it.
    const line = [...(known ?? [])].filter(([, at]) => at > finalised && at <= place).map(([hash]) => hash)
    if (event.event === 'finalized') send({ ...event, finalizedBlockHashes: line })
    finalised = place
  }

  return (event) => {
    waiting.push(event)
    // Each that is passed may be what another waited for.
    for (let hasPassed = true; hasPassed; ) {
      const judged = waiting.map((one) => [one, readiness(one)] as const)
      const next = judged.find(([, when]) => when === 'now')?.[0]
      waiting = judged.filter(([one, when]) => one !== next && when !== 'never').map(([one]) => one)
      hasPassed = next !== undefined
      if (next) pass(next)
    }
  }
}
