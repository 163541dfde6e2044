import { ContractError } from '@trove/contract/errors/codes'

const WINDOW_MS = 60_000
const MAX_KEYS = 50_000

/**
 * A coarse guard in this process only: calls per minute of one caller. It keeps one client from taking the whole server;
 * limits that protect money, phones or machines count over all processes (platform/rate-limit.ts).
 * `perMinute` 0 turns it off.
 */
export function createThrottle(perMinute: number) {
  const counts = new Map<string, number>()
  let windowStart = 0
  return function requireCalm(key: string): void {
    if (perMinute === 0) return
    const now = performance.now()
    if (now - windowStart > WINDOW_MS || counts.size > MAX_KEYS) {
      counts.clear()
      windowStart = now
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count > perMinute) {
      const seconds = Math.ceil((WINDOW_MS - (now - windowStart)) / 1000)
      throw new ContractError('request.too-frequent', { seconds: Math.max(1, seconds) })
    }
  }
}
