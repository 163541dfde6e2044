import { LRUCache } from 'lru-cache'

/**
 * Asks at most every so often; who asks meanwhile shares the answer, and one that is on its way. A failure is not kept. For
 * sums over a large table that may be a little old.
 */
export function brieflyKept<T>(ask: () => Promise<T>, freshMs: number, clockMs: () => number = Date.now) {
  let kept: { untilMs: number; answer: Promise<T> } | undefined

  return function read(): Promise<T> {
    if (kept && kept.untilMs > clockMs()) return kept.answer
    const answer = ask()
    kept = { untilMs: clockMs() + freshMs, answer }
    answer.catch(() => {
      // A newer answer stays.
      if (kept?.answer === answer) kept = undefined
    })
    return answer
  }
}

/** The same for many questions, each kept under its key; the most recent ones. */
export function brieflyKeptEach<Ask, T>(
  ask: (one: Ask) => Promise<T>,
  { freshMs, most, keyOf }: { freshMs: number; most: number; keyOf: (one: Ask) => string },
) {
  const kept = new LRUCache<string, { read: () => Promise<T> }>({ max: most })

  return function read(one: Ask): Promise<T> {
    const key = keyOf(one)
    const known = kept.get(key) ?? { read: brieflyKept(() => ask(one), freshMs) }
    kept.set(key, known)
    return known.read()
  }
}

export type Bar = { from: number; count: number }

/** Bars out of the rows of SQL's `width_bucket`, whose first step is 1; one without a row is empty. */
export function barsOf(steps: readonly number[], rows: readonly { step: number; n: number }[]): Bar[] {
  const counts = new Map(rows.map(({ step, n }) => [step, n]))
  return steps.map((from, index) => ({ from, count: counts.get(index + 1) ?? 0 }))
}
