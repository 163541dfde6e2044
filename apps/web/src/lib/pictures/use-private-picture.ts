import { useEffect, useRef, useState } from 'react'

/**
 * A private picture as an address of this page: it is fetched once by a ticket, and forgotten with the component. Undefined
 * while it is on its way, or when it cannot be had; `onFailed` hears of the latter.
 */
export function usePrivatePicture(
  name: string | undefined,
  ticketOf: (name: string) => Promise<{ url: string }>,
  onFailed?: (error: unknown) => void,
): string | undefined {
  const [url, setUrl] = useState<string>()
  const failed = useRef(onFailed)
  failed.current = onFailed
  useEffect(() => {
    if (name === undefined) return
    let isGone = false
    let made: string | undefined
    async function load(wanted: string): Promise<void> {
      const answer = await fetch((await ticketOf(wanted)).url)
      const picture = await answer.blob()
      if (!answer.ok) throw new Error(`picture answered ${answer.status}`)
      if (isGone) return
      made = URL.createObjectURL(picture)
      setUrl(made)
    }
    // Where nobody listens, what cannot be shown stays an empty frame; the list beside it still names it.
    load(name).catch((error: unknown) => {
      if (!isGone) failed.current?.(error)
    })
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [name, ticketOf])
  return url
}
