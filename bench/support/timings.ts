/** Times of calls, in milliseconds, and how they are told. */

/** The middle one; of an even number the higher of the two. */
export const median = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)]!

/** Makes `calls` calls, so many at once; how long each took. */
export async function timeCalls(
  calls: number,
  clients: number,
  call: (index: number) => Promise<void>,
): Promise<number[]> {
  const times: number[] = []
  let next = 0
  async function client(): Promise<void> {
    while (next < calls) {
      const start = performance.now()
      await call(next++)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return times
}

/** `p50 1.2 p95 3.4 p99 5.6 ms` */
export function percentiles(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1)
  return `p50 ${at(0.5)} p95 ${at(0.95)} p99 ${at(0.99)} ms`
}
