import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { MachineTarget, PasswordLogin } from '../machine/machine.ts'
import { makePassword, type Secrets } from './secrets.ts'
import type { OfferRow, OfferStore } from './store.ts'

/**
 * The sealed login of an offer and its rotation: the next password is stored before the machine hears of it, so that
 * one of the two always works.
 */
export function createMachineLogins(deps: { db: Db; store: OfferStore; secrets: Secrets }) {
  const { db, store, secrets } = deps

  async function open(offer: OfferRow, column: 'password_sealed' | 'next_password_sealed'): Promise<PasswordLogin> {
    const sealed = offer[column]
    if (!sealed) throw new Error('the offer has no login')
    return { username: offer.username, password: await secrets.open(`compute_offers.${column}`, offer.id, sealed) }
  }

  /** In a transaction that holds the row: the next password becomes the password. */
  async function settle(tx: Tx, offer: OfferRow, password: string): Promise<void> {
    await store.update(tx, offer.id, {
      password_sealed: await secrets.seal('compute_offers.password_sealed', offer.id, password),
      next_password_sealed: null,
    })
  }

  return {
    target: (offer: OfferRow): MachineTarget => ({
      address: { host: offer.ipv4, port: offer.port },
      hostKey: offer.host_key,
    }),
    current: (offer: OfferRow) => open(offer, 'password_sealed'),
    settle,
    /** Stores a fresh next password, or answers the one a former try stored. */
    async prepareNext(offerId: string): Promise<string> {
      return inTransaction(db, async (tx) => {
        const offer = await store.lock(tx, offerId)
        if (!offer?.password_sealed) throw new Error('the offer has no login')
        if (offer.next_password_sealed) return (await open(offer, 'next_password_sealed')).password
        const password = makePassword()
        const sealed = await secrets.seal('compute_offers.next_password_sealed', offerId, password)
        await store.update(tx, offerId, { next_password_sealed: sealed })
        return password
      })
    },
    /** The password a rotation left half done, if one did: the machine may know only this one. */
    async findNext(offer: OfferRow): Promise<PasswordLogin | undefined> {
      return offer.next_password_sealed ? open(offer, 'next_password_sealed') : undefined
    },
    /** The next password has proved to be the machine's: takes it for the password and answers the row as it is now. */
    async settleNext(offer: OfferRow, { password }: PasswordLogin): Promise<OfferRow> {
      await inTransaction(db, async (tx) => {
        const now = await store.lock(tx, offer.id)
        if (now?.next_password_sealed?.equals(offer.next_password_sealed!)) await settle(tx, now, password)
      })
      return (await store.find(offer.id)) ?? offer
    },
  }
}

export type MachineLogins = ReturnType<typeof createMachineLogins>
