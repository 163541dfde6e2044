import { sql } from 'kysely'
import { newId } from '../../../platform/base/id.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Sealer } from '../../../platform/sealing/sealing.ts'
import type { SmsMessage, SmsNotice, SmsSender } from '../codes/sms.ts'

/** The sweep that sends what is due. */
const SWEEP = 'identity.sms-notices'
const SWEEP_SECONDS = 60
const BATCH = 20
const MOST_TRIES = 5
/** After the first try; each pause is five times as long as the one before it. */
const FIRST_PAUSE_SECONDS = 60

const pauseAfter = (tries: number) => FIRST_PAUSE_SECONDS * 5 ** tries
const nextTry = (tries: number) => sql`business_now() + make_interval(secs => ${pauseAfter(tries)})`

type Due = { id: string; tries: number; message_sealed: Buffer }

/**
 * Notices by text message. They are written in the transaction of the change and sent after it. Security notices are sent at
 * least once: after an unknown outcome again, for a duplicate warning is harmless and a lost one is not. What a person chose
 * to be told is sent at most once: it stands in the app as well.
 */
export function createSmsNotices(deps: { db: Db; sealer: Sealer; sms: SmsSender; jobs: Jobs; log: Log }) {
  const { db, sealer, sms, jobs, log } = deps
  jobs.every(SWEEP, SWEEP_SECONDS, sendDue)

  /** Sends a message once the transaction commits. */
  async function tell(tx: Tx, userId: string, message: SmsMessage<SmsNotice>): Promise<void> {
    const id = newId()
    const sealed = await sealer.seal(JSON.stringify(message), sealedAs(id))
    await sql`insert into sms_notices (id, user_id, message_sealed) values (${id}, ${userId}, ${sealed})`.execute(tx)
    jobs.soon(SWEEP, tx)
  }

  async function sendDue(): Promise<void> {
    const { rows } = await sql<Due>`select id, tries, message_sealed from sms_notices
      where try_at <= business_now() and tries < ${MOST_TRIES} order by try_at limit ${BATCH}`.execute(db)
    let failed: unknown
    for (const due of rows)
      await send(due).catch(async (error: unknown) => {
        failed = error
        await postpone(due)
      })
    // A warning about an account does not wait a minute behind each batch of lesser news.
    if (rows.length === BATCH) jobs.soon(SWEEP)
    if (failed) throw failed
  }

  /** One that cannot be read holds up no other: it waits as if it had been refused. */
  async function postpone({ id, tries }: Due): Promise<void> {
    await sql`update sms_notices set tries = ${tries + 1}, try_at = ${nextTry(tries)}
      where id = ${id} and tries = ${tries}`.execute(db)
  }

  async function send({ id, tries, message_sealed }: Due): Promise<void> {
    const message = JSON.parse(await sealer.open(message_sealed, sealedAs(id))) as SmsMessage<SmsNotice>
    const isOnce = message.kind === 'notice'
    // Whoever is killed while such a message is sent leaves it for nobody.
    const { numAffectedRows } = await sql`update sms_notices set tries = ${isOnce ? MOST_TRIES : tries + 1},
      try_at = ${nextTry(tries)}
      where id = ${id} and tries = ${tries}`.execute(db)
    if (numAffectedRows !== 1n) return
    const outcome = await sms.send(message)
    const isLast = tries + 1 === MOST_TRIES || (isOnce && outcome.state === 'unknown')
    if (isOnce && !isLast) await sql`update sms_notices set tries = ${tries + 1} where id = ${id}`.execute(db)
    if (outcome.state === 'sent' || isLast) await sql`delete from sms_notices where id = ${id}`.execute(db)
    if (outcome.state === 'sent') return
    const about = { kind: message.kind, state: outcome.state, reason: outcome.reason }
    if (isLast) log.error(about, 'a text message was given up')
    else log.warn({ ...about, pauseSeconds: pauseAfter(tries) }, 'a text message could not be sent')
  }

  return { tell }
}

export type SmsNotices = ReturnType<typeof createSmsNotices>

function sealedAs(id: string): string {
  return `sms_notices.message_sealed:${id}`
}
