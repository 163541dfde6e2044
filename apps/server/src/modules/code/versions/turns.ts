import { ContractError } from '@trove/contract/errors/codes'
import type { InTurn } from '../model/needs.ts'

/** Reading a version takes up to some 150 MiB, and most of a core. */
const AT_ONCE = 2
/** Twenty uploads that come in together all have a place. */
const MOST_WAITING = 24
const MOST_OWN_WAITING = 4

/**
 * Keeps a process from reading many versions at once: so many at a time, of one person one, some wait, the surplus is
 * refused with `service.unavailable`.
 */
export function createTurns(atOnce = AT_ONCE, mostWaiting = MOST_WAITING, mostOwn = MOST_OWN_WAITING): InTurn {
  const working = new Set<string>()
  let waiting: { userId: string; begin: () => void }[] = []
  const wait = (userId: string) => {
    const own = waiting.filter((one) => one.userId === userId)
    if (waiting.length >= mostWaiting || own.length >= mostOwn) throw new ContractError('service.unavailable')
    return new Promise<void>((begin) => waiting.push({ userId, begin }))
  }
  const beginNext = () => {
    const next = waiting.find(({ userId }) => !working.has(userId))
    if (!next) return
    waiting = waiting.filter((one) => one !== next)
    working.add(next.userId)
    next.begin()
  }
  return async (userId, work) => {
    if (working.size < atOnce && !working.has(userId)) working.add(userId)
    else await wait(userId)
    try {
      return await work()
    } finally {
      // One place got free, and who waits for it is somebody else or the same person's next.
      working.delete(userId)
      beginNext()
    }
  }
}
