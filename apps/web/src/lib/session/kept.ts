/** Small choices kept in this browser. Reading and keeping never fail: storage may be forbidden or full. */

/** What storage answers; undefined where it is forbidden or full, or what it holds cannot be read: it is then kept as long as the page. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** What is kept under a key, or null. */
export const readKept = (key: string): string | null => attempt(() => localStorage.getItem(key)) ?? null

/** Keeps a value; null forgets it. */
export function keep(key: string, value: string | null): void {
  attempt(() => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)))
}
