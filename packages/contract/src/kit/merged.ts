/** What several objects have together, as one type. */
type Merged<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void ? All : never

/**
 * Several objects as one, for lists of markets of which each adds something.
 * @throws Error when two have the same key: the one would take the place of the other
 */
export function merged<T extends object>(all: readonly T[]): Merged<T> {
  const keys = all.flatMap(Object.keys)
  const twice = keys.find((key, at) => keys.indexOf(key) !== at)
  if (twice !== undefined) throw new Error(`two of several have the key ${twice}`)
  return Object.assign({}, ...all) as Merged<T>
}
