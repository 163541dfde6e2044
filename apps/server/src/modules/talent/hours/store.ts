import { HIRE_DAYS, type REFUND_ASK_STATES } from '@trove/contract/talent/hours'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'

export const DAY_MS = 86_400_000

export type HireRow = {
  orderId: string
  expertUserId: string
  buyerId: string
  hours: number
  hourFen: bigint
  identity: string
  requirement: string
  agreementHash: string
  agreementVersion: string
  acceptedAt: Date
  returnedHours: number
  deliveryNote: string | null
  /** What the buyer wants back and the expert has not answered for; moments as the database writes them into JSON. */
  openAsk: { hours: number; askedAt: string; dueAt: string | null; dueCount: number } | null
  /** The dispute that was handed over to the staff and has not ended: by whom, and whether the other said something since. */
  openDispute: { userId: string; isAnswered: boolean } | null
  isRuled: boolean
  /** Of the expert now; null once the account is gone. */
  realName: string | null
}
export type EntryRow = { id: string; workDay: string; minutes: number; note: string; link: string }
export type AskRow = {
  id: string
  orderId: string
  hours: number
  reason: string
  state: (typeof REFUND_ASK_STATES)[number]
  askedAt: Date
  answeredAt: Date | null
  /** When the next reminder or the end is due; null once it is answered. */
  dueAt: Date | null
  dueCount: number
}

/** What an hour of an expert who can be hired costs now, and whether there is such a package of hours. */
export async function findOffered(tx: Tx, expertId: string, hours: string) {
  const { rows } = await sql<{ at: Date; userId: string; hourFen: bigint; identity: string; isPackage: boolean }>`
    select date_trunc('milliseconds', business_now()) as at, e.user_id as "userId", e.hour_fen as "hourFen", e.identity,
      exists (select from dictionary_nodes n
        where n.group_name = 'working_hour' and n.parent = 'working_hour' and n.value = ${hours}) as "isPackage"
    from talent_experts e where e.id = ${expertId} and e.is_open`.execute(tx)
  return rows[0]
}

type NewHire = Pick<
  HireRow,
  'orderId' | 'expertUserId' | 'buyerId' | 'hours' | 'hourFen' | 'identity' | 'requirement' | 'agreementHash'
>

export async function insertHire(tx: Tx, hire: NewHire): Promise<void> {
  await sql`insert into talent_hires (order_id, expert_user_id, buyer_id, hours, hour_fen, identity, requirement, agreement_hash)
    values (${hire.orderId}, ${hire.expertUserId}, ${hire.buyerId}, ${hire.hours}, ${hire.hourFen}, ${hire.identity},
      ${hire.requirement}, ${hire.agreementHash})`.execute(tx)
}

/** Hires by their orders. */
export async function findHires(db: Db, orderIds: string[]): Promise<HireRow[]> {
  const { rows } = await sql<HireRow>`select h.order_id as "orderId", h.expert_user_id as "expertUserId",
      h.buyer_id as "buyerId", h.hours, h.hour_fen as "hourFen", h.identity, h.requirement,
      h.agreement_hash as "agreementHash", a.version as "agreementVersion", h.accepted_at as "acceptedAt",
      h.returned_hours as "returnedHours", h.delivery_note as "deliveryNote", e.real_name as "realName",
      (select json_build_object('hours', r.hours, 'askedAt', r.asked_at, 'dueAt', r.due_at, 'dueCount', r.due_count)
        from talent_refund_asks r where r.order_id = h.order_id and r.state = 'open') as "openAsk",
      (select json_build_object('userId', d.opened_by, 'isAnswered', exists (select from talent_dispute_words w
          where w.dispute_id = d.id and w.user_id <> d.opened_by))
        from talent_disputes d where d.order_id = h.order_id and d.state = 'open') as "openDispute",
      exists (select from talent_disputes d where d.order_id = h.order_id and d.state = 'ruled') as "isRuled"
    from talent_hires h join talent_agreements a on a.hash = h.agreement_hash
    left join talent_experts e on e.user_id = h.expert_user_id
    where h.order_id = any(${orderIds})`.execute(db)
  return rows
}

/** Counts hours as given back; false when other hours were, since the caller looked. */
export async function addReturned(tx: Tx, orderId: string, hours: number, hoursLeft: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update talent_hires set returned_hours = returned_hours + ${hours}
    where order_id = ${orderId} and hours - returned_hours = ${hoursLeft}::int and ${hours}::int <= ${hoursLeft}::int`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** Counts all hours as given back, of a hire whose price went back whole. */
export async function returnRest(tx: Tx, orderId: string): Promise<void> {
  await sql`update talent_hires set returned_hours = hours where order_id = ${orderId}`.execute(tx)
}

export async function setDeliveryNote(tx: Tx, orderId: string, note: string): Promise<void> {
  await sql`update talent_hires set delivery_note = ${note} where order_id = ${orderId}`.execute(tx)
}

/** One more hire that ended with the expert paid. */
export async function countHire(tx: Tx, expertId: string): Promise<void> {
  await sql`update talent_experts set hires = hires + 1 where id = ${expertId}`.execute(tx)
}

/** A time-sheet, oldest day first. */
export async function listEntries(db: Db, orderId: string): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`select id, to_char(work_day, 'YYYY-MM-DD') as "workDay", minutes, note, link
    from talent_sheet_entries where order_id = ${orderId} order by work_day, seq`.execute(db)
  return rows
}

/**
 * Whether a day can have been worked for a hire: from the one it was ordered on until today, by the days of Shanghai. Farther
 * west that is still the day before.
 */
export async function judgeDay(tx: Tx, orderId: string, day: string): Promise<'ahead' | 'before' | 'worked'> {
  const { rows } = await sql<{ judged: 'ahead' | 'before' | 'worked' }>`select case
      when ${day}::date > (business_now() at time zone 'Asia/Shanghai')::date then 'ahead'
      when ${day}::date < (accepted_at at time zone 'Asia/Shanghai')::date - 1 then 'before'
      else 'worked' end as judged
    from talent_hires where order_id = ${orderId}`.execute(tx)
  return rows[0]!.judged
}

/** Adds time worked. */
export async function insertEntry(tx: Tx, orderId: string, entry: EntryRow): Promise<void> {
  await sql`insert into talent_sheet_entries (id, order_id, work_day, minutes, note, link)
    values (${entry.id}, ${orderId}, ${entry.workDay}::date, ${entry.minutes}, ${entry.note}, ${entry.link})`.execute(
    tx,
  )
}

/** The hire an entry belongs to. */
export async function findEntryOrder(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ orderId: string }>`select order_id as "orderId" from talent_sheet_entries
    where id = ${id}`.execute(db)
  return rows[0]?.orderId
}

export async function deleteEntry(tx: Tx, id: string): Promise<void> {
  await sql`delete from talent_sheet_entries where id = ${id}`.execute(tx)
}

/** Days after a question at which the expert is reminded; at the last of them silence counts. */
export const MOMENTS: readonly number[] = [...HIRE_DAYS.answerWarnAfter, HIRE_DAYS.answer]

const ASK = sql`id, order_id as "orderId", hours, reason, state, asked_at as "askedAt", answered_at as "answeredAt",
  due_at as "dueAt", due_count as "dueCount"`

export async function listAsks(db: Db, orderId: string): Promise<AskRow[]> {
  const { rows } = await sql<AskRow>`select ${ASK} from talent_refund_asks
    where order_id = ${orderId} order by seq`.execute(db)
  return rows
}

/** Open questions of these hires to this expert. */
export async function listOpenAsks(db: Db, expertId: string, orderIds: string[]): Promise<AskRow[]> {
  const { rows } = await sql<AskRow>`select ${ASK} from talent_refund_asks where order_id = any(${orderIds}::text[])
    and state = 'open' and order_id in (select order_id from talent_hires where expert_user_id = ${expertId})`.execute(
    db,
  )
  return rows
}

export async function findAsk(db: Db, id: string): Promise<AskRow | undefined> {
  const { rows } = await sql<AskRow>`select ${ASK} from talent_refund_asks where id = ${id}`.execute(db)
  return rows[0]
}

/** A buyer's question; undefined while another one is open. */
export async function insertAsk(
  tx: Tx,
  ask: Pick<AskRow, 'id' | 'orderId' | 'hours' | 'reason'>,
): Promise<AskRow | undefined> {
  const { rows } = await sql<AskRow>`insert into talent_refund_asks (id, order_id, hours, reason, due_at)
    values (${ask.id}, ${ask.orderId}, ${ask.hours}, ${ask.reason},
      business_now() + make_interval(days => ${MOMENTS[0]!}))
    on conflict (order_id) where state = 'open' do nothing returning ${ASK}`.execute(tx)
  return rows[0]
}

/** Answers an open question; false when it was answered before. */
export async function settleAsk(tx: Tx, id: string, state: 'agreed' | 'declined'): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update talent_refund_asks set state = ${state}, answered_at = business_now(), due_at = null
    where id = ${id} and state = 'open'`.execute(tx)
  return numAffectedRows === 1n
}

/** Ends the open question of a hire that is over. */
export async function lapseAsk(tx: Tx, orderId: string): Promise<void> {
  await sql`update talent_refund_asks set state = 'lapsed', answered_at = business_now(), due_at = null
    where order_id = ${orderId} and state = 'open'`.execute(tx)
}

/** Whether the buyer of a hire waits for an answer. */
export async function hasOpenAsk(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`select from talent_refund_asks where order_id = ${orderId} and state = 'open'`.execute(tx)
  return rows.length > 0
}

/** A question of which something is due; `dueAt` is text, for a Date has no microseconds. */
export type DueAsk = { id: string; orderId: string; dueAt: string }

/** Open questions of which something is due, longest first, after one of them. */
export async function listDueAsks(db: Db, after: DueAsk | undefined, most: number): Promise<DueAsk[]> {
  const isAfter = after ? sql`(due_at, id) > (${after.dueAt}::timestamptz, ${after.id})` : sql`true`
  const { rows } = await sql<DueAsk>`select id, order_id as "orderId", due_at::text as "dueAt" from talent_refund_asks
    where due_at <= business_now() and ${isAfter} order by due_at, id limit ${most}`.execute(db)
  return rows
}

/** The question if it is still open and due; the order's lock keeps it so. */
export async function findDueAsk(tx: Tx, id: string): Promise<AskRow | undefined> {
  const { rows } = await sql<AskRow>`select ${ASK} from talent_refund_asks
    where id = ${id} and due_at <= business_now()`.execute(tx)
  return rows[0]
}

/** When silence counts as agreement: a reminder that came late moves what follows, as `planNextAsk` does. */
export function endOfAsk({ askedAt, dueAt, dueCount }: Pick<AskRow, 'askedAt' | 'dueAt' | 'dueCount'>): Date | null {
  if (!dueAt) return null
  const later = (at: number, days: number) => Math.max(askedAt.getTime() + days * DAY_MS, at + DAY_MS)
  return new Date(MOMENTS.slice(dueCount + 1).reduce(later, dueAt.getTime()))
}

/**
 * Plans what follows a reminder; after one that came late there is a day. Answers how many days are left until silence
 * counts, or undefined when nothing follows.
 */
export async function planNextAsk(tx: Tx, { id, askedAt, dueCount }: AskRow): Promise<number | undefined> {
  const next = MOMENTS[dueCount + 1]
  if (next === undefined) return undefined
  const { rows } = await sql<{ dueAt: Date; now: Date }>`update talent_refund_asks set due_count = ${dueCount + 1},
      due_at = greatest(asked_at + make_interval(days => ${next}), business_now() + interval '1 day')
    where id = ${id} returning due_at as "dueAt", business_now() as now`.execute(tx)
  const { dueAt, now } = rows[0]!
  return Math.round((endOfAsk({ askedAt, dueAt, dueCount: dueCount + 1 })!.getTime() - now.getTime()) / DAY_MS)
}
