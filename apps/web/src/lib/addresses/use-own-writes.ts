import { useState } from 'react'

/**
 * What somebody chooses is written into the address and comes back from there a while later, when more may have been chosen.
 * This tells what comes back from what came from elsewhere. `first` is what stands in the address at the beginning and needs no
 * taking over.
 */
export function useOwnWrites(first?: string) {
  return useState(() => createOwnWrites(first))[0]
}

function createOwnWrites(first: string | undefined) {
  let seen = first
  /** Written here and not come back yet, the oldest first. */
  let sent: string[] = []
  return {
    /** What is about to be written. */
    wrote(text: string): void {
      if (text !== (sent.at(-1) ?? seen)) sent.push(text)
    },
    /** Whether what the address says now came from elsewhere. The same anew is no news. */
    isNews(text: string): boolean {
      if (text === seen) return false
      seen = text
      const own = sent.indexOf(text)
      sent = own < 0 ? [] : sent.slice(own + 1)
      return own < 0
    },
  }
}
