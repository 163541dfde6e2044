import type { ComputeOffer, ComputeOfferChange } from '@trove/contract/compute/shapes'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import type { z } from 'zod'
import { newId } from '../../../platform/base/id.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Dictionary } from '../../dictionary/module.ts'
import type { Notices } from '../../notices/module.ts'
import type { Checks } from '../checks/service.ts'
import { columnsOf } from '../facts/wire.ts'
import type { LeaseStore } from '../leases/store.ts'
import { isAddressAllowed, type RelayRange } from '../machine/address.ts'
import type { MachineAddress } from '../machine/machine.ts'
import { isClaimable, refusalOf, type SellerAction } from '../model/rules.ts'
import { makeAuthId, type Secrets } from '../offers/secrets.ts'
import type { OfferRow, OfferStore } from '../offers/store.ts'
import type { Agents } from '../relay/agents.ts'

type Offer = z.output<typeof ComputeOffer>
type Change = z.output<typeof ComputeOfferChange>

export type OffersDeps = {
  db: Db
  store: OfferStore
  leases: LeaseStore
  checks: Checks
  secrets: Secrets
  notices: Pick<Notices, 'tell'>
  dictionary: Pick<Dictionary, 'hasOption'>
  /** Whose a relayed address is. */
  agents: Pick<Agents, 'mayPublish'>
  allowList: readonly MachineAddress[]
  relay: RelayRange | undefined
}

type Address = { ipv4: string; port: number }

/** What sellers do with their offers. */
export function createOffers(deps: OffersDeps) {
  const { db, store, checks, secrets } = deps

  async function requireOptions(form: Change): Promise<void> {
    const asked = [
      ['operationSystem', 'OS', form.operationSystem],
      ['servePeriod', 'servePeriod', form.servePeriod],
      ['gpu.model', 'GPU', form.gpu?.model],
    ] as const
    for (const [path, group, value] of asked) {
      if (value === undefined || (await deps.dictionary.hasOption(group, String(value)))) continue
      throw new ContractError('compute.option-unknown', {}, [{ path, error: 'option', message: path }])
    }
  }

  /** In the transaction that publishes, a relayed address stays its seller's until the offer is there. */
  async function requireAddress(sellerId: string, { ipv4: host, port }: Address, handle: Db | Tx = db): Promise<void> {
    const isAllowed = isAddressAllowed({ host, port }, deps.allowList, deps.relay)
    if (isAllowed && (await deps.agents.mayPublish(handle, sellerId, { host, port }))) return
    const field = { path: 'serverIPv4', error: 'compute.address-not-allowed', message: 'serverIPv4' }
    throw new ContractError('compute.address-not-allowed', {}, [field])
  }

  /**
   * Asked before the target's checks of the day are counted: whoever is refused here must not use up those of the
   * machine's own seller. The unique index decides. An address that its seller could never log in to is nobody's.
   */
  async function requireFree(sellerId: string, at: Address, own?: string): Promise<void> {
    const there = await store.findAtAddress(db, at)
    if (!there || (own === undefined && there.seller_id === sellerId) || there.id === own) return
    if (there.seller_id === sellerId || !isClaimable(there)) throw new ContractError('compute.address-taken')
  }

  /** The seller's own offer, locked; another's is as unknown as none. */
  async function lockOwn(tx: Tx, id: string, sellerId: string, action?: SellerAction): Promise<OfferRow> {
    const offer = await store.lock(tx, id)
    requireThat(offer && !offer.deleted_at && offer.seller_id === sellerId, 'compute.not-found')
    const refusal = action && refusalOf(action, offer)
    if (refusal) throw new ContractError(refusal)
    return offer
  }

  async function forget(tx: Tx, id: string): Promise<void> {
    await store.update(tx, id, {
      listing: 'offline',
      deleted_at: await deps.leases.now(tx),
      password_sealed: null,
      next_password_sealed: null,
    })
    await deps.leases.giveUpCleaning(tx, id)
  }

  /** One machine is one offer: publishing one's own address anew takes the former offer's place, unless it is in use. */
  async function takeOwnPlace(tx: Tx, sellerId: string, at: Address): Promise<void> {
    const former = await store.findAtAddress(tx, at)
    if (former?.seller_id !== sellerId) return
    const { cleaning } = await lockOwn(tx, former.id, sellerId, 'delete')
    // What a renter left there is known by the former offer alone: the next renter would find it as if it were the seller's.
    requireThat(cleaning === 'none', 'compute.not-cleaned')
    await forget(tx, former.id)
  }

  /** Whoever published a machine that is not theirs must not keep its owner from doing so. */
  async function claimAddress(tx: Tx, sellerId: string, at: Address): Promise<void> {
    const former = await store.findAtAddress(tx, at)
    if (!former || former.seller_id === sellerId) return
    const offer = await store.lock(tx, former.id)
    if (!offer || offer.deleted_at || !isClaimable(offer)) return
    await forget(tx, offer.id)
    await deps.notices.tell(tx, {
      userId: offer.seller_id,
      kind: 'compute.address-claimed',
      params: { authId: offer.auth_id },
      link: { to: 'shared-machines' },
      key: `claimed:${offer.id}`,
    })
  }

  /** What a former offer of the seller's left uncleaned at the address is cleaned before anybody rents it again. */
  async function resumeCleaning(tx: Tx, id: string, sellerId: string, at: Address): Promise<void> {
    if (await deps.leases.resumeCleaning(tx, id, sellerId, at)) await store.update(tx, id, { cleaning: 'failed' })
  }

  /** Moves the locked offer, which may have been moved meanwhile, to where it shall be; answers whether that is elsewhere. */
  async function move(tx: Tx, before: OfferRow, columns: ReturnType<typeof columnsOf>) {
    const { at, hasMoved } = placeOf(columns, before)
    // The mark of the last lease is of this account of this machine: the cleaning would overwrite the files of another one.
    const isOtherAccount = hasMoved || (columns.username !== undefined && columns.username !== before.username)
    requireThat(!isOtherAccount || before.cleaning === 'none', 'compute.not-cleaned')
    if (hasMoved) {
      await requireAddress(before.seller_id, at, tx)
      await claimAddress(tx, before.seller_id, at)
    }
    return { hasMoved, at }
  }

  /** For reads of one's own offer. */
  async function requireOwn(sellerId: string, id: string): Promise<OfferRow> {
    const offer = await store.find(id)
    requireThat(offer && offer.seller_id === sellerId, 'compute.not-found')
    return offer
  }

  return {
    async publish(sellerId: string, form: Offer): Promise<{ id: string }> {
      const address = { ipv4: form.serverIPv4, port: form.serverPort }
      await requireAddress(sellerId, address)
      await requireOptions(form)
      await requireFree(sellerId, address)
      const id = newId()
      const password_sealed = await secrets.seal('compute_offers.password_sealed', id, form.defaultPassword)
      const { isAllowed } = await checks.takeTarget(address)
      await taking(() =>
        inTransaction(db, async (tx) => {
          await requireAddress(sellerId, address, tx)
          await takeOwnPlace(tx, sellerId, address)
          await claimAddress(tx, sellerId, address)
          await store.insert(tx, {
            id,
            seller_id: sellerId,
            auth_id: makeAuthId(),
            ...columnsOfNew(form),
            password_sealed,
          })
          await resumeCleaning(tx, id, sellerId, address)
          await checks.queueNew(tx, id, isAllowed)
        }),
      )
      return { id }
    },
    /** A new address, login or fact makes the last check void; a failed cleaning is tried again with the new login. */
    async change(sellerId: string, id: string, form: Change): Promise<{ id: string }> {
      await requireOptions(form)
      const known = await requireOwn(sellerId, id)
      const columns = columnsOf(form)
      const asked = placeOf(columns, known)
      if (asked.hasMoved) {
        await requireAddress(sellerId, asked.at)
        await requireFree(sellerId, asked.at, id)
      }
      const password = form.defaultPassword
      const sealed = password && (await secrets.seal('compute_offers.password_sealed', id, password))
      const voids = (row: OfferRow) =>
        Boolean(sealed) || VOIDING.some((c) => columns[c] !== undefined && columns[c] !== row[c])
      const isAllowed = voids(known) && (await checks.takeTarget(asked.at)).isAllowed
      await taking(() =>
        inTransaction(db, async (tx) => {
          const before = await lockOwn(tx, id, sellerId, 'change')
          const isVoid = voids(before)
          const { hasMoved, at } = await move(tx, before, columns)
          await store.update(tx, id, {
            ...columns,
            ...(sealed ? { password_sealed: sealed, next_password_sealed: null } : {}),
            // A machine set up anew has another host key: who gives its new login vouches for it as at publishing.
            ...(hasMoved || sealed ? { host_key: null } : {}),
            ...(hasMoved ? { is_entered: false } : {}),
            ...(isVoid ? UNCHECKED : {}),
          })
          if (before.cleaning === 'failed') await deps.leases.cleanAgain(tx, id)
          if (hasMoved) await resumeCleaning(tx, id, sellerId, at)
          if (isVoid) await checks.queueNew(tx, id, isAllowed)
        }),
      )
      return { id }
    },
    /** Forgets the login; the row stays for the orders that name it. */
    async delete(sellerId: string, id: string): Promise<void> {
      await inTransaction(db, async (tx) => {
        await lockOwn(tx, id, sellerId, 'delete')
        await forget(tx, id)
      })
    },
    async takeOffline(sellerId: string, id: string): Promise<void> {
      await inTransaction(db, async (tx) => {
        await lockOwn(tx, id, sellerId, 'take-offline')
        await store.update(tx, id, { listing: 'offline' })
      })
    },
    async bringOnline(sellerId: string, id: string): Promise<void> {
      await inTransaction(db, async (tx) => {
        await lockOwn(tx, id, sellerId, 'bring-online')
        await store.update(tx, id, { listing: 'online', slot: 'free' })
      })
    },
    /** Also while it is rented: it counts at the end of the lease. */
    async setRelisting(sellerId: string, id: string, isOn: boolean): Promise<void> {
      await inTransaction(db, async (tx) => {
        await lockOwn(tx, id, sellerId)
        await store.update(tx, id, { is_relisted: isOn })
      })
    },
    /** Also while it is rented: it says what another period costs whoever rents it. @param priceFen null: the price of the offer */
    async setRenewal(
      sellerId: string,
      id: string,
      wish: { isOffered: boolean; priceFen: bigint | null },
    ): Promise<void> {
      await inTransaction(db, async (tx) => {
        await lockOwn(tx, id, sellerId)
        await store.update(tx, id, { is_renewable: wish.isOffered, renewal_price_fen: wish.priceFen })
      })
    },
    requireOwn,
    /** For a login before publishing: the address may be published by this seller, and no buyer is on the machine. */
    async requireReadable(sellerId: string, at: Address): Promise<void> {
      await requireAddress(sellerId, at)
      await requireFree(sellerId, at)
      const own = await store.findAtAddress(db, at)
      const refusal = own?.seller_id === sellerId ? refusalOf('check', own) : undefined
      if (refusal) throw new ContractError(refusal)
    },
    async checkNow(sellerId: string, id: string) {
      return checks.onDemand(await requireOwn(sellerId, id), (tx) => lockOwn(tx, id, sellerId, 'check'))
    },
  }
}

export type Offers = ReturnType<typeof createOffers>

/** Nothing is known of the machine. */
const UNCHECKED = {
  check_state: 'pending',
  checked_at: null,
  differing: [] as string[],
  measured: null,
  speed_score: 0,
} as const

const LOGIN_COLUMNS = ['ipv4', 'port', 'username'] as const
const GPU_COLUMNS = ['gpu_model', 'gpu_count', 'gpu_vram_gb'] as const
const FACT_COLUMNS = ['cpu_cores', 'ram_gb', 'disk_gb', 'bandwidth_mbps', 'os', ...GPU_COLUMNS] as const
const VOIDING = [...LOGIN_COLUMNS, ...FACT_COLUMNS] as const

/** Where an offer shall be, and whether that is elsewhere. */
function placeOf(columns: Partial<Address>, row: Address) {
  const at = { ipv4: columns.ipv4 ?? row.ipv4, port: columns.port ?? row.port }
  return { at, hasMoved: at.ipv4 !== row.ipv4 || at.port !== row.port }
}

/** A second live offer of one address is refused by the database itself. */
async function taking(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isUniqueViolation(error, 'compute_offers_address')) throw error
    throw new ContractError('compute.address-taken')
  }
}

function columnsOfNew(form: Offer) {
  const columns = columnsOf(form)
  return { ...columns, description: columns.description ?? null } as {
    [K in keyof typeof columns]-?: Exclude<(typeof columns)[K], undefined>
  }
}
