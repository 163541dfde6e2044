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

type Due = { id: string; tries: number; message_sealed: Buffer }

/**
 * Security notices by text message. They are written in the transaction of the change and sent after it, at least once:
 * after an unknown outcome the message is sent again, for a duplicate warning is harmless and a lost one is not.
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
    for (const due of rows) await send(due)
  }

  async function send({ id, tries, message_sealed }: Due): Promise<void> {
    const pauseSeconds = FIRST_PAUSE_SECONDS * 5 ** tries
    const { numAffectedRows } = await sql`update sms_notices set tries = tries + 1,
      try_at = business_now() + make_interval(secs => ${pauseSeconds})
      where id = ${id} and tries = ${tries}`.execute(db)
    if (numAffectedRows !== 1n) return
    const message = JSON.parse(await sealer.open(message_sealed, sealedAs(id))) as SmsMessage<SmsNotice>
    const outcome = await sms.send(message)
    const isLast = tries + 1 === MOST_TRIES
    if (outcome.state === 'sent' || isLast) await sql`delete from sms_notices where id = ${id}`.execute(db)
    if (outcome.state === 'sent') return
    const about = { kind: message.kind, state: outcome.state, reason: outcome.reason }
    if (isLast) log.error(about, 'a text message was given up')
    else log.warn({ ...about, pauseSeconds }, 'a text message could not be sent')
  }

  return { tell }
}

export type SmsNotices = ReturnType<typeof createSmsNotices>

function sealedAs(id: string): string {
  return `sms_notices.message_sealed:${id}`
}
