import { ContractError } from '@trove/contract/errors'
import type { InTurn } from '../model/needs.ts'

/** Reading a version takes up to some 150 MiB, and most of a core. */
const AT_ONCE = 2
const MOST_WAITING = 16

/**
 * Keeps a process from reading many versions at once: so many at a time, some wait, the surplus is refused with
 * `service.unavailable`.
 */
export function createTurns(atOnce = AT_ONCE, mostWaiting = MOST_WAITING): InTurn {
  let underWay = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (underWay < atOnce) underWay++
    else {
      if (waiting.length >= mostWaiting) throw new ContractError('service.unavailable')
      // Who ends hands its place on.
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else underWay--
    }
  }
}
