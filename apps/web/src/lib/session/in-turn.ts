/** So long a tab waits for the others: one that the system has put to sleep may hold its turn. */
const LONGEST_WAIT_MS = 5_000

/**
 * Does it while no other tab of this browser does the same, where the browser can say so. The tabs share one refresh cookie: of two
 * that show it at once on a slow network the later one shows a used token, which ends the session of all.
 */
export async function inTurn<T>(name: string, act: () => Promise<T>): Promise<T> {
  // Missing on plain http.
  if (!navigator.locks) return act()
  let isOurs = false
  const begin = () => {
    isOurs = true
    return act()
  }
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }, begin)
  } catch (error) {
    if (isOurs) throw error
    return act()
  }
}
