import { AUDIT_DAYS, AUDIT_LOOKED_AT, AUDIT_SLOT_MINUTES, type AuditOutcome } from '@trove/contract/storage/audits'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { Judged, Standing } from './rules.ts'

/** Samples of storage nodes, and how nodes stand after them. */

export type Kept = { orderId: number; cid: string; rootHex: string }
/** A frame that a node is asked for. */
export type Sample = { account: string; orderId: number; cid: string; frame: number; frameCid: string }
export type SampleCounts = { asked: number; given: number; absent: number; silent: number; wrong: number }

const counted = sql`slot > business_now() - ${AUDIT_DAYS} * interval '1 day'`

/** The ten minutes of business time that run now. */
export async function findSlot(db: Db): Promise<Date> {
  const { rows } = await sql<{ slot: Date }>`select date_bin(${AUDIT_SLOT_MINUTES} * interval '1 minute',
    business_now(), 'epoch'::timestamptz) as slot`.execute(db)
  return rows[0]!.slot
}

/** Of these nodes those that nobody has asked in this slot. */
export async function listUnasked(db: Db, slot: Date, accounts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`select account from unnest(${accounts}::text[]) as known (account)
    where not exists (select from storage_audits a where a.account = known.account and a.slot = ${slot})`.execute(db)
  return rows.map(({ account }) => account)
}

/** A random frame of the first of these contents that we know the frames of. */
export async function pickFrame(db: Db, kept: readonly Kept[]): Promise<Omit<Sample, 'account'> | undefined> {
  const { rows } = await sql<Omit<Sample, 'account' | 'orderId'> & { orderId: bigint }>`
    with content as materialized (
      select o."orderId", o.cid, u.id, floor(random() * (select count(*) from storage_frames f where f.upload_id = u.id))::int as frame
      from jsonb_to_recordset(${JSON.stringify(kept.map((one, place) => ({ ...one, place })))}::jsonb)
        as o (place integer, "orderId" bigint, cid text, "rootHex" text)
      join storage_uploads u on u.cid = o.cid and u.state in ('ready', 'served')
        and u.root = decode(replace(o."rootHex", '0x', ''), 'hex')
      order by o.place limit 1)
    select c."orderId", c.cid, c.frame, f.cid as "frameCid" from content c
    join storage_frames f on f.upload_id = c.id and f.number = c.frame`.execute(db)
  return rows[0] && { ...rows[0], orderId: Number(rows[0].orderId) }
}

/** Takes a node's sample of this slot upon this process; false when another was quicker. */
export async function claimSample(db: Db, network: number, slot: Date, sample: Sample): Promise<boolean> {
  const { account, orderId, frame } = sample
  const { numAffectedRows } = await sql`insert into storage_audits (account, slot, network, order_id, frame)
    values (${account}, ${slot}, ${network}, ${orderId}, ${frame}) on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** How many nodes answered in this slot, and how many did not. */
export async function countSlot(db: Db, slot: Date): Promise<{ heard: number; silent: number }> {
  const { rows } = await sql<{ heard: number; silent: number }>`select
      (count(*) filter (where outcome in ('given', 'wrong')))::int as heard,
      (count(*) filter (where outcome in ('absent', 'silent')))::int as silent
    from storage_audits where slot = ${slot}`.execute(db)
  return rows[0]!
}

/** Writes down what came of samples, each once; returns the nodes of which something was learnt. */
export async function noteOutcomes(
  tx: Tx,
  slot: Date,
  outcomes: readonly { account: string; outcome: AuditOutcome }[],
): Promise<string[]> {
  const { rows } = await sql<{ account: string; outcome: AuditOutcome }>`
    update storage_audits a set outcome = o.outcome
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (account text, outcome text)
    where a.account = o.account and a.slot = ${slot} and a.outcome is null returning a.account, a.outcome`.execute(tx)
  return rows.filter(({ outcome }) => outcome !== 'unknown').map(({ account }) => account)
}

/** How a node stands, and its samples since, newest first. */
export async function findStanding(db: Db | Tx, account: string): Promise<{ state: Standing; since: Date | null }> {
  const { rows } = await sql<{ state: Standing; since: Date }>`
    select state, changed_at as since from storage_standings where account = ${account}`.execute(db)
  return rows[0] ?? { state: 'good', since: null }
}

export async function listNewest(tx: Tx, account: string, since: Date | null): Promise<Judged[]> {
  const { rows } = await sql<{ outcome: Judged }>`select outcome from storage_audits
    where account = ${account} and outcome <> 'unknown' and slot >= coalesce(${since}::timestamptz, '-infinity')
    order by slot desc limit ${AUDIT_LOOKED_AT}`.execute(tx)
  return rows.map(({ outcome }) => outcome)
}

/** Brings a node from one standing to the other; false when another process was quicker. */
export async function moveStanding(tx: Tx, account: string, to: Standing): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into storage_standings as s (account, state) values (${account}, ${to})
    on conflict (account) do update set state = excluded.state, changed_at = excluded.changed_at
    where s.state <> excluded.state`.execute(tx)
  return numAffectedRows === 1n
}

/** Of these nodes those that are paused. */
export async function listPaused(db: Db, accounts: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ account: string }>`select account from storage_standings
    where account = any(${accounts}::text[]) and state = 'paused'`.execute(db)
  return new Set(rows.map(({ account }) => account))
}

/** Samples of the days that count. */
export async function countSamples(db: Db, account: string): Promise<SampleCounts> {
  const { rows } = await sql<SampleCounts>`select count(*)::int as asked,
      (count(*) filter (where outcome = 'given'))::int as given, (count(*) filter (where outcome = 'absent'))::int as absent,
      (count(*) filter (where outcome = 'silent'))::int as silent, (count(*) filter (where outcome = 'wrong'))::int as wrong
    from storage_audits where account = ${account} and outcome <> 'unknown' and ${counted}`.execute(db)
  return rows[0]!
}

/** Forgets samples that count no more. */
export async function deleteOldAudits(db: Db): Promise<void> {
  await sql`delete from storage_audits where not (${counted})`.execute(db)
}
