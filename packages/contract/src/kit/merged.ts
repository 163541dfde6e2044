/** What several objects have together, as one type. */
type Merged<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void ? All : never

/** Several objects as one, for lists of markets of which each adds something; no two may have the same key. */
export function merged<T extends object>(all: readonly T[]): Merged<T> {
  return Object.assign({}, ...all) as Merged<T>
}
