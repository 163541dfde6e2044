import type { LeaseKeys } from '@trove/contract/compute/ssh-keys'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { LeaseRow, LeaseStore } from '../leases/store.ts'
import type { LeaseKeyStore } from './lease-store.ts'
import { readSshKey } from './read-key.ts'
import type { KeyRow, KeyStore } from './store.ts'

type Deps = { db: Db; leases: LeaseStore; store: LeaseKeyStore; keys: KeyStore; jobs: Pick<Jobs, 'soon'> }
type Found = { publicKey: string; name: string | null }

/** Which keys a running lease has, and which its buyer wants it to have; the machine hears of it by `createKeyChange`. */
export function createLeaseKeys({ db, leases, store, keys, jobs }: Deps) {
  return {
    /** @throws ContractError `orders.not-found`, `compute.lease-over`, `compute.not-provisioned` */
    async get(buyerId: string, orderId: string) {
      const lease = requireRunning(await leases.find(orderId), buyerId)
      return viewOf(lease, await keys.list(buyerId))
    },
    /**
     * Wants exactly these keys. Those already wanted or installed may be chosen again although they are saved no more.
     * @throws ContractError the refusals of `get`, `compute.ssh-key-unknown`
     */
    async put(buyerId: string, orderId: string, fingerprints: readonly string[]) {
      return inTransaction(db, async (tx) => {
        const lease = requireRunning(await store.lock(tx, orderId), buyerId)
        const saved = await keys.list(buyerId, tx)
        const known = keysOf(lease, saved)
        requireThat(
          fingerprints.every((fingerprint) => known.has(fingerprint)),
          'compute.ssh-key-unknown',
        )
        const chosen = [...known].filter(([fingerprint]) => fingerprints.includes(fingerprint))
        const wanted = chosen.map(([, { publicKey }]) => publicKey)
        // Nothing is under way and nothing would change: the machine is left alone.
        if (lease.wanted_keys === null && isSameSet(lease.public_keys, wanted)) return viewOf(lease, saved)
        const changed = await store.want(tx, orderId, wanted)
        requireThat(changed, 'compute.lease-over')
        jobs.soon('compute.due-keys', tx)
        return viewOf(changed, saved)
      })
    },
  }
}

export type LeaseKeysService = ReturnType<typeof createLeaseKeys>

/** Another's lease is as unknown as none. */
function requireRunning(lease: LeaseRow | undefined, buyerId: string): LeaseRow {
  requireThat(lease?.buyer_id === buyerId, 'orders.not-found')
  if (lease.state === 'active') return lease
  throw new ContractError(lease.state === 'provisioning' ? 'compute.not-provisioned' : 'compute.lease-over')
}

/** By fingerprint: the saved keys, and those the lease has or is to have besides. */
function keysOf({ public_keys, wanted_keys }: LeaseRow, saved: KeyRow[]): Map<string, Found> {
  const found = new Map<string, Found>()
  for (const { fingerprint, public_key: publicKey, name } of saved) found.set(fingerprint, { publicKey, name })
  for (const publicKey of [...public_keys, ...(wanted_keys ?? [])]) {
    const { fingerprint } = readSshKey(publicKey)
    if (!found.has(fingerprint)) found.set(fingerprint, { publicKey, name: null })
  }
  return found
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one))
}

function viewOf(lease: LeaseRow, saved: KeyRow[]): z.input<typeof LeaseKeys> {
  const chosen = new Set((lease.wanted_keys ?? lease.public_keys).map((key) => readSshKey(key).fingerprint))
  const keys = [...keysOf(lease, saved)].map(([fingerprint, { name }]) => {
    return { fingerprint, name, isChosen: chosen.has(fingerprint) }
  })
  // The first try has begun and is under way or has failed; with a second one it has.
  const waiting = lease.keys_attempts > 1 ? 'retrying' : 'changing'
  return { orderId: lease.order_id, state: lease.wanted_keys === null ? 'settled' : waiting, keys }
}
