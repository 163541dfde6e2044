import type { Log } from '../../../platform/base/log.ts'
import type { PaymentProvider } from '../model/provider.ts'

/**
 * So many questions are under way at a time: nearly all of it is waiting for the provider, and at 200 ms an answer this
 * many bring 600 a second.
 */
const AT_ONCE = 128
/** More is taken when so many could be. */
const ROOM = 32
/** What falls due meanwhile waits this long at most for those under way. */
const LOOK_AGAIN_MS = 200
/** A sweep ends after this long even if more is due: the next one goes on. */
const LONGEST_MS = 20_000

/**
 * Takes what is due and works on it, many at a time, while the provider answers; one that takes long holds up no other.
 * @param take at most so many that are due, without those under way
 */
export async function drain<T>(
  by: { provider: PaymentProvider; log: Log },
  take: (limit: number, underWay: readonly T[]) => Promise<T[]>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const end = performance.now() + LONGEST_MS
  const going = new Map<T, Promise<void>>()
  let hasEnded = () => {}
  const begin = (item: T) => {
    const done = work(item)
      .catch((error: unknown) => by.log.error({ err: error }, 'a sweep item failed and stays due'))
      .then(() => {
        going.delete(item)
        hasEnded()
      })
    going.set(item, done)
  }
  const untilLeft = (most: number) =>
    new Promise<void>((resolve) => {
      const late = setTimeout(resolve, LOOK_AGAIN_MS)
      hasEnded = () => {
        if (going.size > most) return
        clearTimeout(late)
        resolve()
      }
    })
  while (by.provider.isUp() && performance.now() < end) {
    // More would only be told that nobody answers, and be put off.
    const most = by.provider.isHalfOpen() ? 1 : AT_ONCE
    const items = going.size < most ? await take(most - going.size, [...going.keys()]) : []
    items.forEach(begin)
    if (going.size === 0) return
    await untilLeft(items.length === 0 ? Math.floor(going.size / 2) : AT_ONCE - ROOM)
  }
  await Promise.all(going.values())
}
