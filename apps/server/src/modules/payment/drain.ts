import type { Log } from '../../platform/log.ts'
import type { PaymentProvider } from './provider.ts'

const BATCH = 64
const AT_ONCE = 8
/** A sweep ends after this long even if more is due: the next one goes on. */
const LONGEST_MS = 20_000

/** Takes what is due in batches and works on it, several at a time, while the provider answers. */
export async function drain<T>(
  by: { provider: PaymentProvider; log: Log },
  take: (limit: number) => Promise<T[]>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const end = performance.now() + LONGEST_MS
  while (by.provider.isUp() && performance.now() < end) {
    const items = await take(BATCH)
    await eachAtOnce(items, AT_ONCE, (item) =>
      work(item).catch((error: unknown) => by.log.error({ err: error }, 'a sweep item failed and stays due')),
    )
    if (items.length < BATCH) return
  }
}

/** Runs the work for all items, at most so many at a time. */
async function eachAtOnce<T>(items: T[], limit: number, work: (item: T) => Promise<unknown>): Promise<void> {
  const rest = items.values()
  const lane = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane))
}
