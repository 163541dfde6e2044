import type { LeaseTerm } from '@trove/contract/compute/lease-terms'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { later } from '../../../platform/db/transaction.ts'
import {
  EXPIRY_WARNING_DAYS,
  type LeaseState,
  pauseSeconds,
  SHORT_LEASE_HOURS,
  SHORT_WARNING,
  TURN_PAUSE_SECONDS,
} from '../model/rules.ts'
import type { ComputeTables, LeaseTable } from '../model/tables.ts'

export type LeaseRow = Selectable<LeaseTable>

/** How long a lease is. */
export function termOf(lease: Pick<LeaseRow, 'period_days' | 'period_hours'>): LeaseTerm {
  return { periodDays: lease.period_days, periodHours: lease.period_hours }
}

/** Leases claimed at a time. */
export const DUE_BATCH = 50
/** Until a claimed lease is due again, should its job be lost; a try sets the time of the next itself. */
const CLAIM_SECONDS = 30
const now = sql<Date>`business_now()`

const HOURS = sql<number>`coalesce(l.period_hours, 24 * l.period_days)`
/** `dueWarning` as a condition, so that leases with nothing due keep no others waiting. */
const IS_WARNING_DUE = sql<boolean>`(
  ${HOURS} <= ${SHORT_LEASE_HOURS} and l.warned_days is null and l.serve_end_at <= business_now()
    + least(${HOURS}::float8 / ${SHORT_WARNING.part}, ${SHORT_WARNING.mostHours}) * interval '1 hour'
  or ${HOURS} > ${SHORT_LEASE_HOURS} and exists (select from unnest(${[...EXPIRY_WARNING_DAYS]}::int[]) as d (days)
    where l.serve_end_at <= business_now() + d.days * interval '1 day' and ${HOURS} > 24 * d.days
      and (l.warned_days is null or l.warned_days > d.days)))`

/** Leases as rows. Every change of state is guarded by the state it starts from. */
export function createLeaseStore(db: Db) {
  const on = (handle: Db | Tx) => handle.withTables<ComputeTables>()
  const inState = (handle: Db | Tx, orderId: string, state: LeaseState) =>
    on(handle).updateTable('compute_leases').where('order_id', '=', orderId).where('state', '=', state)

  return {
    async now(handle: Db | Tx): Promise<Date> {
      return (await sql<{ now: Date }>`select business_now() as now`.execute(handle)).rows[0]!.now
    },
    /** Business time in whole milliseconds, as orders keep it. */
    async nowInMs(tx: Tx): Promise<Date> {
      return (await sql<{ now: Date }>`select date_trunc('milliseconds', business_now()) as now`.execute(tx)).rows[0]!
        .now
    },
    /**
     * Says nothing when the order has its lease already. Written with the next statement or the commit.
     * @param chosenKeys fingerprints of the buyer's keys that the machine gets; undefined: all that are saved
     */
    async insert(
      tx: Tx,
      lease: Pick<LeaseRow, 'order_id' | 'offer_id' | 'buyer_id' | 'seller_id' | 'period_days' | 'period_hours'>,
      { sshKeys: chosenKeys, renewalMostFen }: { sshKeys?: readonly string[]; renewalMostFen: bigint | null },
    ): Promise<void> {
      const { order_id, offer_id, buyer_id, seller_id, period_days, period_hours } = lease
      const chosen = sql`${chosenKeys ?? null}::text[]`
      await later(
        tx,
        sql`insert into compute_leases (order_id, offer_id, buyer_id, seller_id, period_days, period_hours, renewal_most_fen, public_keys, next_attempt_at)
          values (${order_id}, ${offer_id}, ${buyer_id}, ${seller_id}, ${period_days}, ${period_hours}, ${renewalMostFen},
            (select coalesce(array_agg(public_key order by seq), '{}') from compute_keys
              where user_id = ${buyer_id} and (${chosen} is null or fingerprint = any(${chosen}))), business_now())
          on conflict (order_id) do nothing`,
      )
    },
    /** Those of these orders whose renewal is to be prepared, or was for this end. */
    async listAutoRenewed(orderIds: readonly string[]): Promise<Set<string>> {
      if (orderIds.length === 0) return new Set()
      const found = await on(db)
        .selectFrom('compute_leases')
        .select('order_id')
        .where('order_id', 'in', orderIds)
        .where('state', 'in', ['provisioning', 'active'])
        .where('renewal_most_fen', 'is not', null)
        .execute()
      return new Set(found.map(({ order_id }) => order_id))
    },
    async find(orderId: string, handle: Db | Tx = db): Promise<LeaseRow | undefined> {
      return on(handle).selectFrom('compute_leases').selectAll().where('order_id', '=', orderId).executeTakeFirst()
    },
    /** The active lease of an order with its window open now, held against its end until the transaction is over. */
    async findOpen(tx: Tx, orderId: string): Promise<LeaseRow | undefined> {
      return on(tx)
        .selectFrom('compute_leases')
        .selectAll()
        .where('order_id', '=', orderId)
        .where('state', '=', 'active')
        .where('serve_end_at', '>', now)
        .forShare()
        .executeTakeFirst()
    },
    /** Notes one more try and when the next is due; undefined when the lease has left the state. */
    async beginAttempt(orderId: string, state: 'provisioning' | 'cleaning', attempts: number) {
      const pause = pauseSeconds(attempts + 1, state)
      return inState(db, orderId, state)
        .set({ attempts: attempts + 1, next_attempt_at: sql`business_now() + ${pause} * interval '1 second'` })
        .returningAll()
        .executeTakeFirst()
    },
    async markChecked(tx: Tx, orderId: string): Promise<void> {
      await inState(tx, orderId, 'provisioning').set({ is_checked: true }).execute()
    },
    /** Keeps what the account looked like before the lease, for as long as the lease is in provisioning; else false. */
    async keepMark(orderId: string, mark: Buffer): Promise<boolean> {
      const { numUpdatedRows } = await inState(db, orderId, 'provisioning')
        .set({ mark_sealed: mark })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** No turn on the machine: another soon, behind those who wait already. */
    async waitForTurn(orderId: string, state: 'provisioning' | 'cleaning'): Promise<void> {
      await inState(db, orderId, state)
        .set({ next_attempt_at: sql<Date>`business_now() + ${TURN_PAUSE_SECONDS} * interval '1 second'` })
        .execute()
    },
    /** False when the lease was not in provisioning any more. */
    async activate(tx: Tx, orderId: string, window: { serveStartAt: Date; serveEndAt: Date }) {
      const { numUpdatedRows } = await inState(tx, orderId, 'provisioning')
        .set({
          state: 'active',
          serve_start_at: window.serveStartAt,
          serve_end_at: window.serveEndAt,
          attempts: 0,
          next_attempt_at: null,
        })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /**
     * A paid order ends unserved and takes its lease with it. A machine that a try has touched may hold the buyer's key
     * and has another password: it is taken back as after a service. Answers the state; undefined outside provisioning.
     */
    async endUnserved(tx: Tx, orderId: string): Promise<'failed' | 'cleaning' | undefined> {
      const isTouched = sql`mark_sealed is not null`
      const ended = await inState(tx, orderId, 'provisioning')
        .set({
          state: sql<LeaseState>`case when ${isTouched} then 'cleaning' else 'failed' end`,
          next_attempt_at: sql<Date | null>`case when ${isTouched} then business_now() end`,
          attempts: 0,
          ended_at: now,
        })
        .returning('state')
        .executeTakeFirst()
      return ended?.state as 'failed' | 'cleaning' | undefined
    },
    async beginCleaning(tx: Tx, orderId: string): Promise<boolean> {
      // Its end takes all keys out: there is none to change any more.
      const keys = { wanted_keys: null, keys_attempt_at: null }
      const set = { state: 'cleaning', attempts: 0, next_attempt_at: now, ended_at: now, ...keys } as const
      const { numUpdatedRows } = await inState(tx, orderId, 'active').set(set).executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async finishCleaning(tx: Tx, orderId: string): Promise<boolean> {
      const set = { state: 'cleaned', next_attempt_at: null, cleaned_at: now, mark_sealed: null } as const
      const { numUpdatedRows } = await inState(tx, orderId, 'cleaning').set(set).executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** True the first time only. */
    async markToldCleanFailed(tx: Tx, orderId: string): Promise<boolean> {
      const { numUpdatedRows } = await inState(tx, orderId, 'cleaning')
        .set({ told_clean_failed: true })
        .where('told_clean_failed', '=', false)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** The seller changed the offer: try its cleaning at once. */
    async cleanAgain(tx: Tx, offerId: string): Promise<void> {
      await on(tx)
        .updateTable('compute_leases')
        .set({ attempts: 0, next_attempt_at: now })
        .where('offer_id', '=', offerId)
        .where('state', '=', 'cleaning')
        .execute()
    },
    /**
     * The offer is gone with its login: nothing is left to clean with, and nobody waits for it any more. The mark stays, so
     * that the machine is known to be unclean and its cleaning can be resumed.
     */
    async giveUpCleaning(tx: Tx, offerId: string): Promise<void> {
      await on(tx)
        .updateTable('compute_leases')
        .set({ state: 'failed', next_attempt_at: null })
        .where('offer_id', '=', offerId)
        .where('state', '=', 'cleaning')
        .execute()
    },
    /**
     * The seller publishes a machine anew whose former offer was deleted before it was cleaned: the cleaning goes on with the
     * new offer's login. The mark of a lease is of the account it was made in: with another account the cleaning would
     * overwrite files that are no renter's. False when there is none.
     */
    async resumeCleaning(tx: Tx, offerId: string, sellerId: string, at: { ipv4: string; port: number }) {
      const { numAffectedRows } = await sql`
        update compute_leases l set state = 'cleaning', offer_id = ${offerId}, attempts = 0, next_attempt_at = business_now()
        from compute_offers o, compute_offers next
        where o.id = l.offer_id and o.deleted_at is not null and o.ipv4 = ${at.ipv4} and o.port = ${at.port}
          and next.id = ${offerId} and next.username = o.username and l.seller_id = ${sellerId}
          and l.state = 'failed' and l.mark_sealed is not null`.execute(tx)
      return (numAffectedRows ?? 0n) > 0n
    },
    /**
     * Takes leases whose next step is due, or that wait for their machine too long. Nobody gets the same for a while: a
     * second job for a lease whose first waits or runs would do nothing, and lock the first one's row against its end.
     */
    async claimDue(tx: Tx): Promise<{ order_id: string; state: 'provisioning' | 'cleaning' }[]> {
      const { rows } = await sql<{ order_id: string; state: 'provisioning' | 'cleaning' }>`
        update compute_leases set next_attempt_at = business_now() + ${CLAIM_SECONDS} * interval '1 second'
        where order_id in (select order_id from compute_leases
          where state in ('provisioning', 'cleaning') and next_attempt_at <= business_now()
          order by next_attempt_at limit ${DUE_BATCH} for update skip locked)
        returning order_id, state`.execute(tx)
      return rows
    },
    /** Whether an order was paid so many minutes ago. */
    async isOverdue(orderId: string, minutes: number): Promise<boolean> {
      const found = await on(db)
        .selectFrom('compute_leases')
        .select('order_id')
        .where('order_id', '=', orderId)
        .where('paid_at', '<=', sql<Date>`business_now() - ${minutes} * interval '1 minute'`)
        .executeTakeFirst()
      return found !== undefined
    },
    /** Active leases whose buyers are to be warned (`dueWarning`), with the milliseconds left. */
    async findEnding() {
      return on(db)
        .selectFrom('compute_leases as l')
        .innerJoin('compute_offers as o', 'o.id', 'l.offer_id')
        .select([
          'l.order_id',
          'l.buyer_id',
          'l.period_days',
          'l.period_hours',
          'l.warned_days',
          'l.serve_end_at',
          'o.auth_id',
        ])
        .select(sql<number>`(extract(epoch from l.serve_end_at - business_now()) * 1000)::float8`.as('ms_left'))
        .where('l.state', '=', 'active')
        .where('l.serve_end_at', '>', sql<Date>`business_now()`)
        .where('l.serve_end_at', '<=', sql<Date>`business_now() + ${EXPIRY_WARNING_DAYS[0]} * interval '1 day'`)
        .where(IS_WARNING_DUE)
        .orderBy('l.serve_end_at')
        .limit(500)
        .execute()
    },
    async markWarned(tx: Tx, orderId: string, days: number): Promise<boolean> {
      const { numUpdatedRows } = await inState(tx, orderId, 'active')
        .set({ warned_days: days })
        .where((eb) => eb.or([eb('warned_days', 'is', null), eb('warned_days', '>', days)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async countServing(): Promise<number> {
      const row = await on(db)
        .selectFrom('compute_leases')
        .select(sql<number>`count(*)::int`.as('n'))
        .where('state', '=', 'active')
        .executeTakeFirstOrThrow()
      return row.n
    },
  }
}

export type LeaseStore = ReturnType<typeof createLeaseStore>
