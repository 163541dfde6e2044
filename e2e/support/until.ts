import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 150

/**
 * Asks again until the answer passes. Nothing here is timed: the limit only ends what would never come.
 * @throws Error with the last answer or failure at the limit
 */
export async function until<T>(what: string, ask: () => Promise<T>, passes: (value: T) => unknown, limitMs = 90_000) {
  const end = Date.now() + limitMs
  while (true) {
    let last: unknown
    try {
      const value = await ask()
      if (passes(value)) return value
      last = value
    } catch (error) {
      last = error
    }
    if (Date.now() > end) throw new Error(`${what} never came; last: ${told(last)}`, { cause: last })
    await sleep(POLL_MS)
  }
}

function told(value: unknown): string {
  if (value instanceof Error) return `${value.name} ${value.message}`
  return (
    JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item))?.slice(0, 3000) ?? 'nothing'
  )
}
