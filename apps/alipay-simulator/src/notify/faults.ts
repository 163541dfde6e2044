import { seededRandom } from '../base/random.ts'

/** What can go wrong with a call of a method. `...-after` means the effect has happened. */
export const METHOD_FAULTS = [
  'latency',
  'hang',
  'hang-after',
  'cut-before',
  'cut-after',
  'http-500',
  'http-500-after',
  'unknown',
  'unknown-after',
  'system-error',
  'system-error-after',
  'unsigned',
  'wrong-signature',
  'wrong-key',
  'truncated-json',
  'refund-pending',
  'transfer-pending',
  'transfer-fails',
  'transfer-returned',
] as const

/** What can go wrong with a notification. */
export const NOTIFY_FAULTS = [
  'duplicate',
  'reorder',
  'before-return',
  'never',
  'late',
  'wrong-amount',
  'wrong-app',
  'wrong-seller',
  'wrong-signature',
  'wrong-type',
  're-split',
] as const

export type MethodFault = (typeof METHOD_FAULTS)[number]
export type NotifyFault = (typeof NOTIFY_FAULTS)[number]

export interface FaultOrder {
  /** A method name, `*` for every method, or `notify`. */
  on: string
  kind: MethodFault | NotifyFault
  times: number
  seed: number
  /** Share of calls that are hit, 0 to 1, drawn from the seed. */
  rate: number
  delayMs: number
  /** `duplicate`: how many posts in all. */
  copies: number
  /** `wrong-amount` and `re-split`: the amount claimed, in yuan. */
  amount: string
}

/** One fault as it strikes one call: the order and a random number of its own. */
export interface Fault extends FaultOrder {
  draw: number
}

interface Planned {
  order: FaultOrder
  left: number
  random: () => number
}

/** The fault script: orders are used up first come, first served; the same seed strikes the same calls again. */
export class Faults {
  #planned: Planned[] = []

  add(order: FaultOrder): void {
    this.#planned.push({ order, left: order.times, random: seededRandom(order.seed) })
  }

  clear(): void {
    this.#planned = []
  }

  list(): Array<FaultOrder & { left: number }> {
    return this.#planned.map(({ order, left }) => ({ ...order, left }))
  }

  /** The fault that strikes this call, if any; it counts as used. */
  take(on: string, fits: (kind: string) => boolean = () => true): Fault | undefined {
    for (const planned of this.#planned) {
      const { order } = planned
      const isMeant = order.on === on || (order.on === '*' && on !== 'notify')
      if (!isMeant || !fits(order.kind)) continue
      if (planned.random() >= order.rate) continue
      planned.left -= 1
      if (planned.left === 0) this.#planned = this.#planned.filter((other) => other !== planned)
      return { ...order, draw: planned.random() }
    }
    return undefined
  }
}
