import { fill } from '@trove/messages/kit/say'
import { sms } from '@trove/messages/people/sms'
import { sql } from 'kysely'
import { newId } from '../../../platform/base/id.ts'
import type { Db } from '../../../platform/db/handle.ts'
import type { Sealer } from '../../../platform/sealing/sealing.ts'
import { normalisePhone } from '../codes/phone.ts'
import { indexOfPhone } from '../codes/prints.ts'
import { type SmsMessage, type SmsNotice, type SmsSender, wordsOfTopic } from '../codes/sms.ts'
import type { IdentityTables } from '../model/tables.ts'

/** A message that would have gone to a phone; `code` is null for a notice. */
export type OutboxMessage = { mobile: string; text: string; code: string | null; at: Date }

export type SmsOutbox = SmsSender & {
  /** Newest first, of one number or of all; at most 100. For /dev/outbox on loopback alone. */
  list(mobile?: string): Promise<OutboxMessage[]>
}

const LIST_MAX = 100

/** Keeps messages in the database, sealed like everything that names a phone, in place of sending them. */
export function createSmsOutbox({ db, sealer }: { db: Db; sealer: Sealer }): SmsOutbox {
  const tables = db.withTables<IdentityTables>()
  return {
    async send(message) {
      const id = newId()
      const { mobile } = message
      const [text, code] = [wordsOf(message), message.kind === 'code' ? message.code : null]
      const message_sealed = await sealer.seal(JSON.stringify({ mobile, text, code }), aad(id))
      await tables
        .insertInto('sms_outbox')
        .values({ id, phone_index: indexOfPhone(sealer, mobile), message_sealed, at: sql<Date>`clock_timestamp()` })
        .execute()
      return { state: 'sent' }
    },
    async list(mobile) {
      const phone = mobile === undefined ? undefined : normalisePhone(mobile)
      if (mobile !== undefined && phone === undefined) return []
      const rows = await tables
        .selectFrom('sms_outbox')
        .select(['id', 'message_sealed', 'at'])
        .$if(phone !== undefined, (query) => query.where('phone_index', '=', indexOfPhone(sealer, phone!)))
        .orderBy('seq', 'desc')
        .limit(LIST_MAX)
        .execute()
      return Promise.all(
        rows.map(async (row) => ({
          ...(JSON.parse(await sealer.open(row.message_sealed, aad(row.id))) as Omit<OutboxMessage, 'at'>),
          at: row.at,
        })),
      )
    },
  }
}

function wordsOf(message: SmsMessage): string {
  const { language } = message
  if (message.kind !== 'code') return fill(sms[message.kind], language, variableOf(message))
  return fill(sms[message.purpose], language, { code: message.code, minutes: message.minutes })
}

function variableOf(message: SmsMessage<SmsNotice>): Record<string, string> {
  if (message.kind === 'notice') return { what: wordsOfTopic(message) }
  return message.kind === 'mobile-changed' ? { tail: message.tail } : { time: message.time }
}

function aad(id: string): string {
  return `sms_outbox.message_sealed:${id}`
}
