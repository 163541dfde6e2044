import { type NamedKey, SSH_KEYS_MAX } from '@trove/contract/compute/ssh-keys'
import { requireThat } from '@trove/contract/errors/codes'
import type { z } from 'zod'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type ReadKey, readSshKey } from './read-key.ts'
import type { KeyRow, KeyStore } from './store.ts'

/** The keys a person has saved. Leases that have begun keep the keys they have. */
export function createSshKeys({ db, store }: { db: Db; store: KeyStore }) {
  /** Changes of one person's keys, one after the other, with the keys as they are. */
  const changing = <T>(userId: string, work: (tx: Tx, keys: KeyRow[]) => Promise<T>): Promise<T> =>
    inTransaction(db, async (tx) => {
      await store.takeTurn(tx, userId)
      return work(tx, await store.list(userId, tx))
    })

  /** The first key becomes this one, also when it was another of the person's keys before: none is there twice. */
  async function replaceFirst(tx: Tx, userId: string, keys: KeyRow[], key: ReadKey): Promise<void> {
    const [first] = keys
    const same = keys.find(({ fingerprint }) => fingerprint === key.fingerprint)
    if (same && same !== first) await store.remove(tx, userId, same.id)
    // A key keeps its name; one that takes the place of another is still that person's first.
    const name = same?.name ?? first?.name ?? typeOf(key)
    if (first) await store.replace(tx, first.id, { ...key, name })
    else await store.insert(tx, userId, { ...key, name })
  }

  async function getFirst(userId: string, handle: Db | Tx = db) {
    const [first] = await store.list(userId, handle)
    return { publicKey: first?.public_key ?? null, fingerprint: first?.fingerprint ?? null }
  }

  return {
    async list(userId: string) {
      return (await store.list(userId)).map(viewOf)
    },
    /**
     * Saves another key.
     * @throws ContractError the refusals of `readSshKey`, `compute.ssh-key-twice`, `compute.ssh-key-limit`
     */
    async add(userId: string, { name, publicKey }: { name: string; publicKey: string }) {
      const key = readSshKey(publicKey)
      return changing(userId, async (tx, keys) => {
        requireThat(!keys.some(({ fingerprint }) => fingerprint === key.fingerprint), 'compute.ssh-key-twice')
        requireThat(keys.length < SSH_KEYS_MAX, 'compute.ssh-key-limit', { most: SSH_KEYS_MAX })
        return viewOf(await store.insert(tx, userId, { ...key, name }))
      })
    },
    /** @throws ContractError `compute.ssh-key-unknown` for what is not a key of this person */
    async remove(userId: string, id: string): Promise<void> {
      const isRemoved = await changing(userId, (tx) => store.remove(tx, userId, id))
      requireThat(isRemoved, 'compute.ssh-key-unknown')
    },
    /** The person's first key, for programs that know of one. */
    getFirst,
    /** Replaces the first key; empty text and null remove it. Returns the first as it is then. */
    async putFirst(userId: string, text: string | null) {
      const key = text ? readSshKey(text) : undefined
      return changing(userId, async (tx, keys) => {
        if (key) await replaceFirst(tx, userId, keys, key)
        else if (keys[0]) await store.remove(tx, userId, keys[0].id)
        return getFirst(userId, tx)
      })
    },
  }
}

export type SshKeys = ReturnType<typeof createSshKeys>

/** What a key without a name is called. */
const typeOf = ({ publicKey }: ReadKey) => publicKey.split(' ')[0]!

function viewOf({ id, name, public_key, fingerprint, created_at }: KeyRow): z.input<typeof NamedKey> {
  return { id, name, publicKey: public_key, fingerprint, createdAt: created_at.toISOString() }
}
