import { getSeller } from '@trove/contract/compute/sellers'
import { requireThat } from '@trove/contract/errors/codes'
import { brieflyKeptEach } from '../../../platform/base/briefly-kept.ts'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { FindPeople } from '../market/people.ts'
import { detailOf } from '../market/wire.ts'
import type { SellerStore } from './seller-store.ts'

const FRESH_MS = 30_000
const KEPT = 500

/** The public page of a seller. Whoever never shared a machine has none. */
export function sellerRoutes(store: SellerStore, findPeople: FindPeople): ServedRoute[] {
  const read = brieflyKeptEach(
    async (id: string) => {
      const [facts, machines, people] = await Promise.all([store.facts(id), store.machines(id), findPeople([id])])
      return { facts, machines, person: people.get(id) }
    },
    { freshMs: FRESH_MS, most: KEPT, keyOf: (id) => id },
  )
  return [
    serve(getSeller, async ({ params }) => {
      const { facts, machines, person } = await read(params.id)
      requireThat(person && facts.since, 'resource.not-found')
      return {
        seller: { id: params.id, nickName: person.nickName, headImgUrl: person.headImgUrl, isDemo: person.isDemo },
        since: facts.since.toISOString(),
        machines: machines.map((row) => detailOf(row, person, undefined)),
        machineCount: facts.machine_count,
        checks: facts.checks,
        reached: facts.reached,
        leases: facts.leases,
        servedMinutes: facts.served_minutes,
        silentMinutes: facts.silent_minutes,
      }
    }),
  ]
}

/** What was measured of leases, by their orders: stands beside the stars that were given for them. */
export function createMeasuredLeases(store: SellerStore) {
  return async function measuredOf(orderIds: readonly string[]) {
    const rows = await store.measured(orderIds)
    return new Map(
      rows.map(({ order_id, served_minutes: servedMinutes, silent_minutes: silentMinutes }) => [
        order_id,
        { servedMinutes, silentMinutes },
      ]),
    )
  }
}
