import { LRUCache } from 'lru-cache'
import type { Identity, Person } from '../../identity/module.ts'

/** A card may show a nickname that was changed up to this long ago. */
const FRESH_MS = 10_000
const MAX_PEOPLE = 20_000

/** People behind cards, remembered for some seconds: a busy market shows the same sellers again and again. */
export function createPeople(identity: Pick<Identity, 'findPeople'>) {
  const known = new LRUCache<string, { person: Person | undefined }>({
    max: MAX_PEOPLE,
    ttl: FRESH_MS,
    ttlResolution: 0,
  })
  return async function findPeople(ids: string[]): Promise<Map<string, Person>> {
    const found = new Map<string, Person>()
    const missing = new Set<string>()
    for (const id of ids) {
      const kept = known.get(id)
      if (!kept) missing.add(id)
      else if (kept.person) found.set(id, kept.person)
    }
    if (missing.size === 0) return found
    const fresh = await identity.findPeople([...missing])
    for (const id of missing) {
      const person = fresh.get(id)
      known.set(id, { person })
      if (person) found.set(id, person)
    }
    return found
  }
}

export type FindPeople = ReturnType<typeof createPeople>
