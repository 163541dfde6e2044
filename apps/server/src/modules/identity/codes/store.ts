import { sql } from 'kysely'
import { newId } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { IdentityTables } from '../model/tables.ts'
import { type Asker, CODE_MINUTES, CODE_TRIES, type GuessCounts, type SendCounts } from './rules.ts'

/** Classes of advisory locks; always taken in this order, so that two transactions never wait for each other. */
const LOCK_PHONE = 0x7301
const LOCK_NETWORK = 0x7302

/** Everything about codes of one number happens one after another until the transaction ends. */
export async function lockPhone(tx: Tx, phoneIndex: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_PHONE}, ${phoneIndex.readInt32BE(0)})`.execute(tx)
}

/** Sends from one network are counted one after another. Take it after the lock of the number. */
export async function lockNetwork(tx: Tx, network: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_NETWORK}, hashtext(${network}))`.execute(tx)
}

/** Whether a device signed the number in before, by the hash of its cookie; without one it did not. */
export async function isKnownDevice(tx: Tx, phoneIndex: Buffer, deviceHash: Buffer | undefined): Promise<boolean> {
  const { rows } = await sql`select from known_devices
    where phone_index = ${phoneIndex} and token_hash = ${deviceHash ?? Buffer.alloc(0)}`.execute(tx)
  return rows.length > 0
}

/**
 * What the send limits look at: of the number what that kind of asker was sent, of network and site everything. A message
 * the provider refused does not count against the number.
 */
export async function countSends(
  tx: Tx,
  { phoneIndex, network, asker }: { phoneIndex: Buffer; network: string; asker: Asker },
): Promise<SendCounts> {
  const ofAsker = sql`phone_index = ${phoneIndex} and asker = ${asker} and state <> 'refused'`
  const { rows } = await sql<{ since: number | null; hour: number; day: number; network: number; site: number }>`
    select
      (select extract(epoch from business_now() - max(sent_at))::float8 from sms_sends where ${ofAsker}) as since,
      (select count(*)::int from sms_sends where ${ofAsker} and sent_at > business_now() - interval '1 hour') as hour,
      (select count(*)::int from sms_sends where ${ofAsker} and sent_at > business_now() - interval '1 day') as day,
      (select count(*)::int from sms_sends where network = ${network}
        and sent_at > business_now() - interval '1 hour') as network,
      (select count(*)::int from sms_sends where sent_at > business_now() - interval '1 minute') as site`.execute(tx)
  const row = rows[0]!
  return {
    secondsSinceLast: row.since,
    phoneHour: row.hour,
    phoneDay: row.day,
    networkHour: row.network,
    siteMinute: row.site,
  }
}

export type NewCode = {
  phoneIndex: Buffer
  network: string
  asker: Asker
  device: 'pc' | 'mobile'
  scope: string
  codeHmac: Buffer
}

/** Writes down a code about to be sent; it takes the place of the one before. Returns its id. */
export async function insertCode(tx: Tx, code: NewCode): Promise<string> {
  const tables = tx.withTables<IdentityTables>()
  const id = newId()
  await tables
    .updateTable('sms_codes')
    .set({ state: 'replaced' })
    .where('phone_index', '=', code.phoneIndex)
    .where('device', '=', code.device)
    .where('scope', '=', code.scope)
    .where('state', '=', 'live')
    .execute()
  await tables
    .insertInto('sms_sends')
    .values({ id, phone_index: code.phoneIndex, network: code.network, asker: code.asker, state: 'sending' })
    .execute()
  await tables
    .insertInto('sms_codes')
    .values({
      id,
      phone_index: code.phoneIndex,
      device: code.device,
      scope: code.scope,
      code_hmac: code.codeHmac,
      state: 'live',
      expires_at: sql<Date>`business_now() + make_interval(mins => ${CODE_MINUTES})`,
    })
    .execute()
  return id
}

/** Notes what the provider said. A code that was certainly not sent is dead. */
export async function finishSend(db: Db, id: string, state: 'sent' | 'refused' | 'unknown'): Promise<void> {
  const tables = db.withTables<IdentityTables>()
  if (state === 'refused')
    await tables
      .updateTable('sms_codes')
      .set({ state: 'dead' })
      .where('id', '=', id)
      .where('state', '=', 'live')
      .execute()
  await tables.updateTable('sms_sends').set({ state }).where('id', '=', id).execute()
}

/** What the guess limits look at. */
export async function countGuesses(tx: Tx, phoneIndex: Buffer, deviceHash: Buffer | undefined): Promise<GuessCounts> {
  const { rows } = await sql<{ known: boolean; day: number; row: number | null; since: number | null; site: number }>`
    select
      exists (select from known_devices where phone_index = ${phoneIndex} and token_hash = ${deviceHash ?? Buffer.alloc(0)}) as known,
      (select count(*)::int from wrong_codes where phone_index = ${phoneIndex}
        and at > business_now() - interval '1 day') as day,
      (select wrong_in_a_row from phone_guards where phone_index = ${phoneIndex}) as row,
      (select extract(epoch from business_now() - last_unknown_guess_at)::float8 from phone_guards
        where phone_index = ${phoneIndex}) as since,
      (select count(*)::int from wrong_codes where not is_known_device
        and at > business_now() - interval '10 minutes') as site`.execute(tx)
  const row = rows[0]!
  return {
    isKnownDevice: row.known,
    wrongDay: row.day,
    wrongInARow: row.row ?? 0,
    secondsSinceGuess: row.since,
    siteWrong: row.site,
  }
}

/** Takes one of the five tries of the live code, if there is one. */
export async function takeTry(
  tx: Tx,
  code: { phoneIndex: Buffer; device: 'pc' | 'mobile'; scope: string },
): Promise<{ id: string; codeHmac: Buffer; tries: number } | undefined> {
  const row = await tx
    .withTables<IdentityTables>()
    .updateTable('sms_codes')
    .set({ tries: sql<number>`tries + 1` })
    .where('phone_index', '=', code.phoneIndex)
    .where('device', '=', code.device)
    .where('scope', '=', code.scope)
    .where('state', '=', 'live')
    .where('tries', '<', CODE_TRIES)
    .where('expires_at', '>', sql<Date>`business_now()`)
    .returning(['id', 'code_hmac', 'tries'])
    .executeTakeFirst()
  return row && { id: row.id, codeHmac: row.code_hmac, tries: row.tries }
}

/** Gives back the try of a code that was right; in the transaction that took it, which holds the number's lock. */
export async function giveBackTry(tx: Tx, id: string): Promise<void> {
  await tx
    .withTables<IdentityTables>()
    .updateTable('sms_codes')
    .set({ tries: sql<number>`tries - 1` })
    .where('id', '=', id)
    .where('state', '=', 'live')
    .execute()
}

/** Ends a live code. False when it was not live any more. */
export async function endCode(tx: Tx, id: string, state: 'used' | 'dead'): Promise<boolean> {
  const result = await tx
    .withTables<IdentityTables>()
    .updateTable('sms_codes')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'live')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Counts a guess: a right one ends the row of wrong ones, the day's count stays. */
export async function recordGuess(
  tx: Tx,
  guess: { phoneIndex: Buffer; isRight: boolean; isKnownDevice: boolean },
): Promise<void> {
  const { phoneIndex, isRight, isKnownDevice } = guess
  if (!isRight)
    await sql`insert into wrong_codes (phone_index, is_known_device) values (${phoneIndex}, ${isKnownDevice})`.execute(
      tx,
    )
  await sql`
    insert into phone_guards as g (phone_index, wrong_in_a_row, last_unknown_guess_at)
    values (${phoneIndex}, ${isRight ? 0 : 1}, case when ${isKnownDevice} then null else business_now() end)
    on conflict (phone_index) do update set
      wrong_in_a_row = case when ${isRight} then 0 else g.wrong_in_a_row + 1 end,
      last_unknown_guess_at = case when ${isKnownDevice} then g.last_unknown_guess_at else business_now() end`.execute(
    tx,
  )
}

/** Remembers a device that signed the number in. True when others did before, and this one did not. */
export async function rememberDevice(tx: Tx, phoneIndex: Buffer, deviceHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean; others: number }>`
    with before as (select token_hash from known_devices where phone_index = ${phoneIndex}),
    added as (
      insert into known_devices (phone_index, token_hash) values (${phoneIndex}, ${deviceHash})
      on conflict (phone_index, token_hash) do update set last_seen_at = now() returning 1)
    select not exists (select from before where token_hash = ${deviceHash}) as is_new,
      (select count(*)::int from before) as others from added`.execute(tx)
  return rows[0]!.is_new && rows[0]!.others > 0
}

/** Removes what no limit looks at any more. */
export async function sweepCodes(db: Db): Promise<void> {
  await sql`delete from sms_sends where sent_at < business_now() - interval '2 days'`.execute(db)
  await sql`delete from wrong_codes where at < business_now() - interval '2 days'`.execute(db)
  await sql`delete from sliders where expires_at < now()`.execute(db)
  await sql`delete from sms_outbox where at < now() - interval '1 day'`.execute(db)
  await sql`delete from sms_notices where created_at < business_now() - interval '1 day'`.execute(db)
  await sql`delete from known_devices where last_seen_at < now() - interval '1 year'`.execute(db)
  await sql`delete from phone_guards where wrong_in_a_row = 0
    and (last_unknown_guess_at is null or last_unknown_guess_at < business_now() - interval '2 days')`.execute(db)
}
