import { useQuery } from '@tanstack/react-query'
import { siteInfo } from '@trove/contract/platform/routes'
import { useEffect, useState } from 'react'
import { api } from './api.ts'

/** Business time as the server tells it: days left, countdowns and income are shown by it, not by the reader's own clock. */

/** Less than this is the way of the answer, not a wrong clock. */
const TOLERATED_MS = 3_000

async function askOffsetMs(): Promise<number> {
  const asked = Date.now()
  const { now } = await api(siteInfo, {})
  const offsetMs = new Date(now).getTime() - (asked + Date.now()) / 2
  return Math.abs(offsetMs) < TOLERATED_MS ? 0 : offsetMs
}

/** The business time of this moment, drawn again every so many milliseconds. */
export function useNow(everyMs: number): Date {
  const { data: offsetMs = 0 } = useQuery({ queryKey: ['site-info', 'clock'], queryFn: askOffsetMs, staleTime: 30_000 })
  const [at, setAt] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return new Date(at + offsetMs)
}
