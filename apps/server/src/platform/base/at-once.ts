import type { EventEmitter } from 'node:events'

/** How many of something one person and all together may have under way in one process. */
export type AtOnce = { own: number; all?: number }

/** Counts what is under way of each person, in this process. */
export function createAtOnce({ own, all = Number.POSITIVE_INFINITY }: AtOnce) {
  const underWay = new Map<string, number>()
  let total = 0

  /** @returns what ends it, to be called once; undefined when there are too many */
  function take(userId: string): (() => void) | undefined {
    const before = underWay.get(userId) ?? 0
    if (total >= all || before >= own) return undefined
    underWay.set(userId, before + 1)
    total++
    return () => {
      total--
      const left = underWay.get(userId)! - 1
      if (left > 0) underWay.set(userId, left)
      else underWay.delete(userId)
    }
  }

  /**
   * Counts it until its answer is closed, whether that was read to the end or not: nobody ties up the process with answers
   * that they open and do not read.
   * @returns false when there are too many
   */
  function begin(userId: string, answer: EventEmitter): boolean {
    const end = take(userId)
    if (end) answer.once('close', end)
    return end !== undefined
  }

  return { take, begin }
}
