import type { ComputeAccess } from '@trove/contract/compute/shapes'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import type { z } from 'zod'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Limiter } from '../../../platform/rate-limit.ts'
import type { Notices } from '../../notices/module.ts'
import type { Orders } from '../../orders/module.ts'
import type { LeaseRow, LeaseStore } from '../leases/store.ts'
import type { AccessVia } from '../model/tables.ts'
import type { MachineLogins } from '../offers/logins.ts'
import type { OfferRow, OfferStore } from '../offers/store.ts'
import type { RenewalStore } from '../renewals/store.ts'
import type { AccessStore } from './store.ts'

/** Readings by one buyer; more is a program, not a person. */
const READS = { limit: 60, windowSeconds: 3600 }

export type AccessDeps = {
  db: Db
  store: AccessStore
  leases: LeaseStore
  renewals: Pick<RenewalStore, 'findCurrent'>
  offers: OfferStore
  logins: MachineLogins
  orders: Pick<Orders, 'findServing' | 'findProvisioning'>
  notices: Notices
  limiter: Limiter
}

/** The login of a leased machine: for its buyer, while the service window is open, never after. */
export function createAccess(deps: AccessDeps) {
  const { db } = deps

  /** The buyer's serving order of the offer, or why there is none. */
  async function requireServing(offerId: string, userId: string): Promise<{ orderId: string }> {
    const serving = await deps.orders.findServing(offerId, userId)
    if (serving) return serving
    const isComing = await deps.orders.findProvisioning(offerId, userId)
    throw new ContractError(isComing ? 'compute.not-provisioned' : 'compute.access-denied')
  }

  /** Lease and offer, held against the end of the lease while the transaction runs. */
  async function holdOpen(tx: Tx, orderId: string, userId: string): Promise<{ lease: LeaseRow; offer: OfferRow }> {
    const lease = await deps.leases.findOpen(tx, orderId)
    requireThat(lease?.buyer_id === userId, 'compute.access-denied')
    const offer = await deps.offers.find(lease.offer_id)
    requireThat(offer, 'compute.access-denied')
    return { lease, offer }
  }

  /**
   * Each reading and use is logged. The seller is told of those of an hour by one notice: who looks at the login, opens
   * two terminals and a folder does one thing. Its key is the hour, so those of the same moment make one as well.
   */
  async function noteRead(tx: Tx, lease: LeaseRow, offer: OfferRow, via: AccessVia): Promise<void> {
    const hours = await deps.store.hoursOfUse(tx, lease)
    await deps.store.insertRead(tx, { offer_id: offer.id, order_id: lease.order_id, reader_id: lease.buyer_id, via })
    await deps.notices.tell(tx, {
      userId: offer.seller_id,
      kind: 'compute.access-read',
      params: { authId: offer.auth_id, via },
      link: { to: 'shared-machines' },
      key: `access-read:${lease.order_id}:${hours}`,
    })
  }

  return {
    requireServing,
    /** The login in the clear; the reading is logged, and the seller notified, in the same transaction. */
    async read(offerId: string, userId: string): Promise<z.input<typeof ComputeAccess>> {
      await deps.limiter.require('compute.access', userId, READS)
      const { orderId } = await requireServing(offerId, userId)
      return inTransaction(db, async (tx) => {
        const { lease, offer } = await holdOpen(tx, orderId, userId)
        await noteRead(tx, lease, offer, 'credentials')
        const { username, password } = await deps.logins.current(offer)
        const shown = isEnteredByKey(lease) ? null : password
        return {
          username,
          password: shown,
          IPv4: offer.ipv4,
          port: offer.port,
          defaultUsername: username,
          defaultPassword: shown,
          serverIPv4: offer.ipv4,
          serverPort: offer.port,
          hostKey: offer.host_key,
          serveEndTime: lease.serve_end_at!.toISOString(),
        }
      })
    },
    /** For the terminal: the same right, the same log, and the login stays in the server. */
    async useForTerminal(orderId: string, userId: string) {
      return inTransaction(db, async (tx) => {
        const { lease, offer } = await holdOpen(tx, orderId, userId)
        await noteRead(tx, lease, offer, 'terminal')
        return { target: deps.logins.target(offer), login: await deps.logins.current(offer), offerId: offer.id }
      })
    },
    /** For files: as the terminal's, and noted once an hour, as each folder that is opened is a use of its own. */
    async useForFiles(orderId: string, userId: string) {
      return inTransaction(db, async (tx) => {
        const { lease, offer } = await holdOpen(tx, orderId, userId)
        if (!(await deps.store.isNoted(tx, orderId, 'files'))) await noteRead(tx, lease, offer, 'files')
        return { target: deps.logins.target(offer), login: await deps.logins.current(offer) }
      })
    },
    /** For a look at what the machine does: the same right. Nobody is told, as nothing of the login is shown or used freely. */
    async useForCockpit(orderId: string, userId: string) {
      return inTransaction(db, async (tx) => {
        const { offer } = await holdOpen(tx, orderId, userId)
        return { target: deps.logins.target(offer), login: await deps.logins.current(offer) }
      })
    },
    async isOpen(orderId: string): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        // A terminal stays open over the moment in which a renewal goes on with the lease.
        const current = await deps.renewals.findCurrent(tx, orderId)
        return (await deps.leases.findOpen(tx, current)) !== undefined
      })
    },
  }
}

/**
 * Who brought SSH keys comes in by them: that password is nobody's. While keys are changed, both those from before and
 * those wanted must be some, or the buyer may have no way in.
 */
function isEnteredByKey({ public_keys, wanted_keys }: LeaseRow): boolean {
  return public_keys.length > 0 && wanted_keys?.length !== 0
}

export type Access = ReturnType<typeof createAccess>
