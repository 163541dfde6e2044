/** What was used last, up to so many bytes. */
export type Held<K, V> = { get(key: K): V | undefined; put(key: K, value: V): void }

/** Keeps what was used last, up to so many bytes. */
export function holding<K, V>(mostBytes: number, bytesOf: (value: V) => number): Held<K, V> {
  const values = new Map<K, V>()
  let bytes = 0
  return {
    get: (key) => {
      const value = values.get(key)
      if (value) {
        values.delete(key)
        values.set(key, value)
      }
      return value
    },
    put: (key, value) => {
      const before = values.get(key)
      bytes += bytesOf(value) - (before ? bytesOf(before) : 0)
      values.delete(key)
      values.set(key, value)
      for (const [oldest, dropped] of values) {
        if (bytes <= mostBytes || oldest === key) break
        values.delete(oldest)
        bytes -= bytesOf(dropped)
      }
    },
  }
}
