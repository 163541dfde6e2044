import { type Downtime, downtimeFen, isPaidBack, type SILENCE_STATES } from '@trove/contract/compute/downtime'
import { requireThat } from '@trove/contract/errors/codes'
import { formatYuan } from '@trove/units/money'
import type { z } from 'zod'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Notices } from '../../notices/module.ts'
import type { Orders } from '../../orders/module.ts'
import type { LeaseStore } from '../leases/store.ts'
import type { DowntimeStore, Silence } from './store.ts'

type Deps = {
  db: Db
  store: DowntimeStore
  leases: Pick<LeaseStore, 'find'>
  orders: Pick<Orders, 'find' | 'lock' | 'refund'>
  notices: Pick<Notices, 'tell'>
  log: Log
}

/** Leases that are read at once. */
const PAGE = 100

/**
 * Silences that are over go back to the buyer by themselves, each once, as refunds of a part of the order. One that its seller
 * contests is left out, here and at the end of the lease, until the staff has ruled.
 */
export function createDowntimePaying({ db, store, leases, orders, notices, log }: Deps, pageSize = PAGE) {
  /** Settles what is over; the caller's transaction may end the lease after it. Locks the order and its lease. */
  async function settle(tx: Tx, orderId: string): Promise<void> {
    const order = await orders.lock(tx, orderId)
    const lease = await store.lockLease(tx, orderId)
    if (!order || !lease) return
    let { settled: minutes, fen: paidFen } = await store.sums(tx, orderId)
    let openFen = order.amountFen - order.clearedFen - order.refundedFen
    const isRefundable = order.state === 'serving' || order.state === 'ended'
    for (const silence of await store.listOver(tx, orderId)) {
      minutes += silence.minutes
      const owedFen = downtimeFen(order.amountFen, order, minutes) - paidFen
      // All that is left would end the lease: it waits for that end.
      if (order.state === 'serving' && owedFen >= openFen) return
      const fen = !isRefundable ? 0n : owedFen < openFen ? owedFen : openFen
      if (fen > 0n) await giveBack(tx, orderId, silence, fen, lease)
      await store.settle(tx, orderId, silence.first_minute, fen)
      paidFen += fen
      openFen -= fen
    }
  }

  async function giveBack(
    tx: Tx,
    orderId: string,
    { first_minute: first, minutes }: Silence,
    amountFen: bigint,
    lease: { seller_id: string; auth_id: string },
  ): Promise<void> {
    const key = `downtime:${first.toISOString()}`
    crashPoint('compute.downtime.before')
    const reason = `the machine could not be reached for ${minutes} minutes`
    if (!(await orders.refund(tx, orderId, { key, amountFen, reason }))) return
    await notices.tell(tx, {
      userId: lease.seller_id,
      kind: 'compute.downtime-returned',
      params: { authId: lease.auth_id, minutes: String(minutes), amount: formatYuan(amountFen) },
      link: { to: 'order', id: orderId, kind: 'superPoints' },
      key: `${key}:${orderId}`,
    })
    crashPoint('compute.downtime.before-commit')
  }

  async function payOne(orderId: string): Promise<void> {
    try {
      await inTransaction(db, (tx) => settle(tx, orderId))
      crashPoint('compute.downtime.after-commit')
    } catch (error) {
      log.error({ err: error, orderId }, 'downtime could not be paid back and will be tried again')
    }
  }

  return {
    async payDue(): Promise<void> {
      // Page after page: those that wait for the end of their lease stay in the list, and would keep others out of the first.
      for (let after: string | undefined = ''; after !== undefined; ) {
        const page: string[] = await store.listDue(after, pageSize)
        for (const orderId of page) await payOne(orderId)
        after = page.length === pageSize ? page.at(-1) : undefined
      }
    },
    /** The lease ends in this transaction: a silence that lasts is over, and all of them are settled first. */
    async close(tx: Tx, orderId: string): Promise<void> {
      if (!(await store.lockLease(tx, orderId))) return
      await store.close(tx, [orderId])
      await settle(tx, orderId)
    },
    /** The lease is over already, all of its price went back: nothing is silent any more. The caller holds the lease. */
    endSilences: (tx: Tx, orderId: string): Promise<void> => store.close(tx, [orderId]),
    /**
     * What the staff ruled of a silence takes effect; its case is over by now. One that goes back is paid as any other: now,
     * or when the machine is back. Locks the order and its lease, in which no round adds to the silence.
     */
    async rule(tx: Tx, orderId: string, firstMinute: Date, goesBack: boolean): Promise<void> {
      if (goesBack) return await settle(tx, orderId)
      await orders.lock(tx, orderId)
      await store.lockLease(tx, orderId)
      await store.keep(tx, orderId, firstMinute)
    },
    /** What silent minutes cost, returned or not yet: they were not earned, and no part of them can be cleared. */
    async unearnedFen(tx: Tx, orderId: string): Promise<bigint> {
      const order = await orders.lock(tx, orderId)
      const { settled, pending } = await store.sums(tx, orderId)
      return order ? downtimeFen(order.amountFen, order, settled + pending) : 0n
    },
    /** @throws ContractError `orders.not-found` to anyone but its buyer and seller */
    async read(userId: string, orderId: string): Promise<z.input<typeof Downtime>> {
      const lease = await leases.find(orderId)
      requireThat(lease && [lease.buyer_id, lease.seller_id].includes(userId), 'orders.not-found')
      const [counts, silences, outages, { fen }] = await Promise.all([
        store.countMinutes(orderId),
        store.list(orderId),
        store.listOutages(orderId),
        store.sums(db, orderId),
      ])
      return {
        orderId,
        answeredMinutes: Math.max(0, counts.judged - counts.silent - counts.relayOut),
        silentMinutes: counts.silent,
        unknownMinutes: counts.unknown + counts.relayOut,
        refundAmount: formatYuan(fen),
        silences: silences.map((silence) => ({
          from: silence.first_minute.toISOString(),
          minutes: silence.minutes,
          state: stateOf(silence),
          refundAmount: formatYuan(silence.refund_fen),
        })),
        relayOutages: outages.map(({ first_minute: from, minutes }) => ({ from: from.toISOString(), minutes })),
      }
    },
  }
}

export type DowntimePaying = ReturnType<typeof createDowntimePaying>

function stateOf({ state, minutes, is_contested }: Silence): (typeof SILENCE_STATES)[number] {
  if (is_contested) return 'contested'
  if (state === 'kept') return 'kept'
  if (state === 'open') return 'silent'
  if (!isPaidBack(minutes)) return 'restart'
  return state === 'over' ? 'returning' : 'returned'
}
