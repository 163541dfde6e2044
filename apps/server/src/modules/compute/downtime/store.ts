import { RESTART_MINUTES } from '@trove/contract/compute/downtime'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'

type Place = { seller_id: string; ipv4: string; port: number }
/** `is_silent`: in a silence that began before. */
export type Probed = Place & { order_id: string; is_silent: boolean }
export type Silence = {
  first_minute: Date
  minutes: number
  /** `settled`: paid back, or too short. `kept`: ruled to stay earned by the seller. */
  state: 'open' | 'over' | 'settled' | 'kept'
  refund_fen: bigint
  /** The staff is to rule about it: it is not paid back meanwhile. */
  is_contested: boolean
}
export type Told = { order_id: string; seller_id: string; auth_id: string; first_minute: Date }

/** Machines at rest that are asked besides, so that few leases do not decide alone whether our network is sound. */
const WITNESSES = 30
const LISTED = 50
/** Longer than any lease and what may be argued about it. */
const KEPT_DAYS = 400

/** The open case of a silence is all that makes it a contested one: there is no mark beside it that could differ. */
const CONTESTED = sql`exists (select from compute_faults f
  where f.order_id = s.order_id and f.silence_at = s.first_minute and f.ended_at is null)`
const SILENCE = sql`s.first_minute, s.minutes, s.state, s.refund_fen, ${CONTESTED} as is_contested`

/** Rounds of probes and silences as rows. Locks: order, then lease, then its silences. */
export function createDowntimeStore(db: Db) {
  return {
    /** This minute of business time, for the process that is the first to ask; undefined to all others. */
    async claimMinute(): Promise<Date | undefined> {
      const { rows } = await sql<{ minute: Date }>`
        insert into compute_probe_rounds (minute) values (date_trunc('minute', business_now()))
        on conflict do nothing returning minute`.execute(db)
      return rows[0]?.minute
    },
    /** Machines whose lease was open in that minute. */
    async listServing(minute: Date): Promise<Probed[]> {
      const { rows } = await sql<Probed>`
        select l.order_id, l.seller_id, o.ipv4, o.port, exists (select from compute_silences s
          where s.order_id = l.order_id and s.state = 'open') as is_silent
        from compute_leases l join compute_offers o on o.id = l.offer_id
        where l.state = 'active' and l.serve_start_at <= ${minute} and l.serve_end_at > ${minute}`.execute(db)
      return rows
    },
    /** The same ones from minute to minute, as long as they wait for a buyer. */
    async listWitnesses(): Promise<Place[]> {
      const { rows } = await sql<Place>`
        select seller_id, ipv4, port from compute_offers
        where is_open and check_state = 'verified' order by seq desc limit ${WITNESSES}`.execute(db)
      return rows
    },
    /** False when the round has its verdict already. */
    async finishRound(tx: Tx, minute: Date, counts: { probed: number; silent: number; verdict: string }) {
      const { numAffectedRows } = await sql`
        update compute_probe_rounds set probed = ${counts.probed}, silent = ${counts.silent}, verdict = ${counts.verdict}
        where minute = ${minute} and verdict is null`.execute(tx)
      return numAffectedRows === 1n
    },
    /** Those of these leases from whose machine a terminal or cockpit of ours got bytes in the last minute. */
    async listInUse(orderIds: string[]): Promise<string[]> {
      const { rows } = await sql<{ order_id: string }>`
        select l.order_id from compute_leases l where l.order_id = any(${orderIds}::text[])
          and exists (select from compute_terminals t
            where t.offer_id = l.offer_id and t.heard_at > clock_timestamp() - interval '1 minute')`.execute(db)
      return rows.map((row) => row.order_id)
    },
    /** Counts the minute as silent for leases that still run; their end waits, or is waited for. */
    async addSilent(tx: Tx, minute: Date, orderIds: string[]): Promise<void> {
      await sql`
        with running as (select order_id from compute_leases
          where order_id = any(${orderIds}) and state = 'active' and serve_end_at > ${minute} order by order_id for share)
        insert into compute_silences as s (order_id, first_minute, last_minute, minutes)
        select order_id, ${minute}, ${minute}, 1 from running
        on conflict (order_id) where state = 'open' do update
          set minutes = s.minutes + 1, last_minute = excluded.last_minute
          where s.last_minute < excluded.last_minute`.execute(tx)
    },
    /** Counts the minute as one of our relay's outage for leases that still run. */
    async addOutage(tx: Tx, minute: Date, orderIds: string[]): Promise<void> {
      await sql`
        with running as (select order_id from compute_leases
          where order_id = any(${orderIds}) and state = 'active' and serve_end_at > ${minute}),
        grown as (update compute_outages set minutes = minutes + 1, last_minute = ${minute}
          where order_id in (select order_id from running) and last_minute = ${minute}::timestamptz - interval '1 minute'
          returning order_id)
        insert into compute_outages (order_id, first_minute, last_minute, minutes)
        select order_id, ${minute}, ${minute}, 1 from running where order_id not in (select order_id from grown)`.execute(
        tx,
      )
    },
    /**
     * Silences of these leases are over; one that may have been a restart is settled with it.
     * @param heardAt the minute in which the machines were heard: what is known of later minutes stands
     */
    async close(tx: Tx, orderIds: string[], heardAt?: Date): Promise<void> {
      await sql`
        update compute_silences set state = case when minutes > ${RESTART_MINUTES} then 'over' else 'settled' end
        where state = 'open' and order_id = any(${orderIds})
          and last_minute < coalesce(${heardAt ?? null}::timestamptz, 'infinity')`.execute(tx)
    },
    /** Silences that have become too long for a restart; each is answered once. */
    async takeUntold(tx: Tx): Promise<Told[]> {
      const { rows } = await sql<Told>`
        update compute_silences s set is_told = true
        from compute_leases l join compute_offers o on o.id = l.offer_id
        where l.order_id = s.order_id and s.state = 'open' and not s.is_told and s.minutes > ${RESTART_MINUTES}
        returning s.order_id, l.seller_id, o.auth_id, s.first_minute`.execute(tx)
      return rows
    },
    /** Holds the lease: no round adds to its silences before the transaction is over. */
    async lockLease(tx: Tx, orderId: string): Promise<{ seller_id: string; auth_id: string } | undefined> {
      const { rows } = await sql<{ seller_id: string; auth_id: string }>`
        select l.seller_id, o.auth_id from compute_leases l join compute_offers o on o.id = l.offer_id
        where l.order_id = ${orderId} for update of l`.execute(tx)
      return rows[0]
    },
    /** Leases with silences that may be paid back, behind one of them, in the order of their ids. */
    async listDue(after: string, limit: number): Promise<string[]> {
      const { rows } = await sql<{ order_id: string }>`
        select distinct order_id from compute_silences s
        where state = 'over' and order_id > ${after} and not ${CONTESTED}
        order by order_id limit ${limit}`.execute(db)
      return rows.map((row) => row.order_id)
    },
    /** Newest first. */
    async list(orderId: string): Promise<Silence[]> {
      const { rows } = await sql<Silence>`
        select ${SILENCE} from compute_silences s
        where order_id = ${orderId} order by first_minute desc limit ${LISTED}`.execute(db)
      return rows
    },
    /** Outages of our relays, newest first. */
    async listOutages(orderId: string): Promise<Pick<Silence, 'first_minute' | 'minutes'>[]> {
      const { rows } = await sql<Pick<Silence, 'first_minute' | 'minutes'>>`
        select first_minute, minutes from compute_outages
        where order_id = ${orderId} order by first_minute desc limit ${LISTED}`.execute(db)
      return rows
    },
    async find(tx: Tx, orderId: string, firstMinute: Date): Promise<Silence | undefined> {
      const { rows } = await sql<Silence>`
        select ${SILENCE} from compute_silences s where order_id = ${orderId} and first_minute = ${firstMinute}`.execute(
        tx,
      )
      return rows[0]
    },
    /** What is to be paid back now. */
    async listOver(tx: Tx, orderId: string): Promise<Silence[]> {
      const { rows } = await sql<Silence>`
        select ${SILENCE} from compute_silences s
        where order_id = ${orderId} and state = 'over' and not ${CONTESTED} order by first_minute for update of s`.execute(
        tx,
      )
      return rows
    },
    /** Minutes that went back already and their money; `pending` are those that may go back yet, contested or not. */
    async sums(handle: Db | Tx, orderId: string): Promise<{ settled: number; pending: number; fen: bigint }> {
      const { rows } = await sql<{ settled: number; pending: number; fen: bigint }>`
        select coalesce(sum(minutes) filter (where state = 'settled' and minutes > ${RESTART_MINUTES}), 0)::int as settled,
          coalesce(sum(minutes) filter (where state in ('open', 'over')), 0)::int as pending,
          coalesce(sum(refund_fen), 0)::bigint as fen
        from compute_silences where order_id = ${orderId}`.execute(handle)
      return rows[0]!
    },
    async settle(tx: Tx, orderId: string, firstMinute: Date, fen: bigint): Promise<void> {
      await sql`update compute_silences set state = 'settled', refund_fen = ${fen}
        where order_id = ${orderId} and first_minute = ${firstMinute} and state = 'over'`.execute(tx)
    },
    /** It stays earned by the seller. One that lasts is over with that: silent minutes from now on are another silence. */
    async keep(tx: Tx, orderId: string, firstMinute: Date): Promise<void> {
      await sql`update compute_silences set state = 'kept'
        where order_id = ${orderId} and first_minute = ${firstMinute} and state in ('open', 'over')`.execute(tx)
    },
    /** Minutes of a lease by what is known of them, up to now. */
    async countMinutes(
      orderId: string,
    ): Promise<{ judged: number; unknown: number; silent: number; relayOut: number }> {
      const { rows } = await sql<{ judged: number; unknown: number; silent: number; relayOut: number }>`
        select (count(*) filter (where r.verdict = 'judged'))::int as judged,
          (count(*) filter (where r.verdict is distinct from 'judged' and r.minute < business_now() - interval '2 minutes'))::int
            as unknown,
          (select coalesce(sum(minutes), 0) from compute_silences where order_id = ${orderId})::int as silent,
          (select coalesce(sum(minutes), 0) from compute_outages where order_id = ${orderId})::int as "relayOut"
        from compute_leases l join compute_probe_rounds r
          on r.minute >= l.serve_start_at and r.minute < least(l.serve_end_at, coalesce(l.ended_at, l.serve_end_at))
        where l.order_id = ${orderId}`.execute(db)
      return rows[0]!
    },
    async forgetOld(): Promise<void> {
      await sql`delete from compute_probe_rounds where minute < business_now() - ${KEPT_DAYS} * interval '1 day'`.execute(
        db,
      )
      await sql`
        delete from compute_relays r where heard_at < clock_timestamp() - interval '1 day'
          and not exists (select from compute_agents where held_by = r.process_key)`.execute(db)
    },
  }
}

export type DowntimeStore = ReturnType<typeof createDowntimeStore>
