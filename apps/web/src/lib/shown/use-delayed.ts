import { useEffect, useState } from 'react'

/** Milliseconds a search waits for the next key. */
export const SEARCH_DELAY_MS = 300

/** The value as it was when it last stood still for so many milliseconds. */
export function useDelayed<T>(value: T, delayMs: number): T {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return delayed
}
