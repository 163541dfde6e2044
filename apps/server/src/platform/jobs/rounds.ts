/** A queue of rows that stay in it until somebody could go on with them. */
export type Queue<Row> = {
  /** The first rows after one of them, or of all; in an order that a row keeps while it waits. */
  list(after: Row | undefined, most: number): Promise<Row[]>
  /** Goes on with one, if that is possible now. Never throws: one that fails would hold up those after it. */
  act(row: Row): Promise<void>
}

/** How many rows are read at once, and how many milliseconds a round takes, up to the end of one row's work. */
export type Bounds = { atOnce: number; forMs: number }

/**
 * Rounds through a queue, each up to its end or as long as time is. The next goes on after the row where this one ended, so
 * that rows which cannot go on never keep others from their turn. A process begins at the first row.
 * @returns one round; two of them must not run at once
 */
export function createRounds<Row>(
  { list, act }: Queue<Row>,
  { atOnce, forMs }: Bounds,
  nowMs: () => number = () => performance.now(),
): () => Promise<void> {
  let last: Row | undefined
  return async () => {
    const endMs = nowMs() + forMs
    do {
      const page = await list(last, atOnce)
      for (const row of page) {
        await act(row)
        last = row
        if (nowMs() >= endMs) return
      }
      if (page.length < atOnce) last = undefined
    } while (last !== undefined)
  }
}
