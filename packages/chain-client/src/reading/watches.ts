import type { Connection } from './connection.ts'
import { toBalance } from './reads.ts'
import type { Balance } from './views.ts'

type Subscription = { unsubscribe(): void }

/** Ends a watch. */
export type Stop = () => void

/** Watches go on over lost connections: while one is lost nothing is told, and the status says so. */
export type Watches = {
  /** Tells the balance of the newest block, at once and whenever it changes. */
  watchBalance(address: string, tell: (balance: Balance) => void): Stop
  /** Tells the unclaimed income of the newest block, at once and whenever it changes. */
  watchIncome(address: string, tell: (incomePlanck: bigint) => void): Stop
  /** Tells every new block. */
  watchHeads(tell: (heads: { best: number; finalised: number }) => void): Stop
}

const AGAIN_MS = 2000

export function createWatches({ api, client }: Connection): Watches {
  return {
    watchBalance(address, tell) {
      const tellChange = onChange(tell, ({ freePlanck, heldPlanck, transferablePlanck }) =>
        [freePlanck, heldPlanck, transferablePlanck].join(),
      )
      return persistently(async (again) => {
        const minimumPlanck = await api.constants.Balances.ExistentialDeposit()
        return api.query.System.Account.watchValue(address, { at: 'best' }).subscribe({
          next: ({ value }) => tellChange(toBalance(value.data, minimumPlanck)),
          error: again,
          complete: again,
        })
      })
    },
    watchIncome(address, tell) {
      const tellChange = onChange(tell, String)
      return persistently(async (again) =>
        api.query.Market.Income.watchValue(address, { at: 'best' }).subscribe({
          next: ({ value }) => tellChange(value),
          error: again,
          complete: again,
        }),
      )
    },
    watchHeads: (tell) =>
      persistently(async (again) =>
        client.bestBlocks$.subscribe({
          next: (blocks) => tell({ best: blocks[0]?.number ?? 0, finalised: blocks.at(-1)?.number ?? 0 }),
          error: again,
          complete: again,
        }),
      ),
  }
}

/** Tells a value only when it is another than the one before; also over a lost connection. */
function onChange<T>(tell: (value: T) => void, keyOf: (value: T) => string): (value: T) => void {
  let last: string | undefined
  return (value) => {
    const key = keyOf(value)
    if (key === last) return
    last = key
    tell(value)
  }
}

/** Subscribes, and again a little later whenever the subscription ends by itself, until it is stopped. */
function persistently(subscribe: (again: () => void) => Promise<Subscription>): Stop {
  let subscription: Subscription | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const begin = () => {
    subscribe(again).then((made) => {
      if (isStopped) made.unsubscribe()
      else subscription = made
    }, again)
  }
  const again = () => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(begin, AGAIN_MS)
  }
  begin()
  return () => {
    isStopped = true
    clearTimeout(timer)
    subscription?.unsubscribe()
  }
}
