/** What became of one piece of work done together with others. */
export type Outcome<R> = { value: R } | { error: unknown }

type Waiting<T, R> = { item: T; resolve: (value: R) => void; reject: (error: unknown) => void }

/**
 * Does work of one kind together: what comes while `atOnce` groups are under way waits and makes the next group, at most
 * `most` of it. Nothing waits while there is room, so a single piece of work is done at once and by itself.
 * @param work does a whole group; says of each piece, in the same order, what became of it
 */
export function createGroups<T, R>(
  { most, atOnce }: { most: number; atOnce: number },
  work: (items: T[]) => Promise<Outcome<R>[]>,
): (item: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = []
  let going = 0

  async function run(): Promise<void> {
    going += 1
    for (let group = waiting.splice(0, most); group.length > 0; group = waiting.splice(0, most)) {
      const outcomes = await work(group.map(({ item }) => item)).catch((error: unknown) => group.map(() => ({ error })))
      group.forEach(({ resolve, reject }, i) => {
        const outcome = outcomes[i]!
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.value)
      })
    }
    going -= 1
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (going < atOnce) void run()
    })
}

/** The group's work in one go; if that fails each piece by itself, so that one bad piece harms no other. */
export async function togetherOrAlone<T, R>(items: T[], together: (items: T[]) => Promise<R[]>): Promise<Outcome<R>[]> {
  const outcomes = (some: T[]) => together(some).then((values) => values.map((value): Outcome<R> => ({ value })))
  try {
    return await outcomes(items)
  } catch (error) {
    if (items.length === 1) return [{ error }]
    return (await Promise.all(items.map((item) => togetherOrAlone([item], together)))).flat()
  }
}
