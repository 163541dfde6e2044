import { useQueries } from '@tanstack/react-query'
import { FAVOURITES_ASKED_MAX, favouritesAmong } from '@trove/contract/favourites/routes'
import { useState } from 'react'
import { api } from '../../lib/calls/api.ts'
import { useSession } from '../../lib/session/session.ts'
import { MARKS, type Subject } from './queries.ts'

/**
 * Which of the cards in view are favourites of who is signed in. A page of cards that comes in is asked about once, as a
 * whole; those before it are not asked about again.
 */
export function useMarks(kind: Subject['kind'], ids: readonly string[]): ReadonlySet<string> {
  const [batches, setBatches] = useState<readonly (readonly string[])[]>([])
  const asked = new Set(batches.flat())
  const fresh = ids.filter((id) => !asked.has(id))
  if (fresh.length > 0) {
    const shown = new Set(ids)
    const kept = batches.filter((batch) => batch.some((id) => shown.has(id)))
    setBatches([...kept, ...chunksOf(fresh)])
  }
  const isSignedIn = useSession().state === 'signed-in'
  return useQueries({
    queries: batches.map((batch) => ({
      queryKey: [...MARKS, kind, batch.join(',')],
      queryFn: () => api(favouritesAmong, { query: { kind, ids: batch.join(',') } }),
      enabled: isSignedIn,
    })),
    combine: unite,
  })
}

const unite = (answers: readonly { data?: string[] }[]): ReadonlySet<string> =>
  new Set(answers.flatMap(({ data }) => data ?? []))

function chunksOf(ids: readonly string[]): string[][] {
  const chunks: string[][] = []
  for (let i = 0; i < ids.length; i += FAVOURITES_ASKED_MAX) chunks.push(ids.slice(i, i + FAVOURITES_ASKED_MAX))
  return chunks
}
