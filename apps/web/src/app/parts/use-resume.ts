import { useCallback, useEffect, useState } from 'react'
import { resumeSession } from '../../lib/calls/api.ts'

const EVERY_MS = 5_000

/** Asks for the session again while the server is out of reach: by itself, with the network's return, and on request. */
export function useResume(): { retry: () => void; isBusy: boolean } {
  const [isBusy, setBusy] = useState(false)
  const retry = useCallback(() => {
    setBusy(true)
    void resumeSession().finally(() => setBusy(false))
  }, [])
  useEffect(() => {
    const timer = setInterval(() => void resumeSession(), EVERY_MS)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [retry])
  return { retry, isBusy }
}
