import { useEffect, useState } from 'react'

/**
 * A private picture as an address of this page: it is fetched once by a ticket, and forgotten with the component. Undefined
 * while it is on its way, or when it cannot be had.
 */
export function usePrivatePicture(
  name: string | undefined,
  ticketOf: (name: string) => Promise<{ url: string }>,
): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (name === undefined) return
    let isGone = false
    let made: string | undefined
    async function load(wanted: string): Promise<void> {
      const answer = await fetch((await ticketOf(wanted)).url)
      const picture = await answer.blob()
      if (isGone || !answer.ok) return
      made = URL.createObjectURL(picture)
      setUrl(made)
    }
    // What cannot be shown stays an empty frame; the list beside it still names it.
    load(name).catch(() => undefined)
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [name, ticketOf])
  return url
}
