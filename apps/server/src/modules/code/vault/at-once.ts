import type { EventEmitter } from 'node:events'

/** How many of something one person and all together may have under way. */
export type AtOnce = { own: number; all: number }

/**
 * Counts what is under way until its answer is closed, whether it was read to the end or not: nobody ties up the process
 * with answers that they open and do not read.
 */
export function createAtOnce({ own, all }: AtOnce) {
  const underWay = new Map<string, number>()
  let total = 0
  return {
    /** @returns false when there are too many */
    begin(userId: string, answer: EventEmitter): boolean {
      const before = underWay.get(userId) ?? 0
      if (total >= all || before >= own) return false
      underWay.set(userId, before + 1)
      total++
      answer.once('close', () => {
        total--
        const left = underWay.get(userId)! - 1
        if (left > 0) underWay.set(userId, left)
        else underWay.delete(userId)
      })
      return true
    },
  }
}
