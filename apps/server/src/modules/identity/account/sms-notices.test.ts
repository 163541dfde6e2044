import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { openLog } from '../../../platform/base/log.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { SmsMessage, SmsOutcome } from '../codes/sms.ts'
import { sweepCodes } from '../codes/store.ts'
import { createSmsNotices, type SmsNotices } from './sms-notices.ts'

/** Messages that tell, against a provider that answers what the test wants. */

const HOUR = 3_600_000
const message = { kind: 'mobile-changed', mobile: '13200009001', tail: '9002', language: 'zh-CN' } as const
const sent: SmsOutcome = { state: 'sent' }
const refused: SmsOutcome = { state: 'refused', reason: 'limit' }
const unknown: SmsOutcome = { state: 'unknown', reason: 'TimeoutError' }

let world: World
let as: WorldUser
let notices: SmsNotices
let sendDue: () => Promise<void>
let answers: SmsOutcome[] = []
let seen: SmsMessage[] = []
const woken: string[] = []

beforeAll(async () => {
  world = await startWorld({ hasPayment: false, hasJobs: false })
  as = await world.signIn('13200009000')
  const every = (_: string, __: number, handler: () => Promise<void>) => {
    sendDue = handler
  }
  const jobs = {
    enqueue: async () => {},
    enqueueAll: async () => {},
    define: () => {},
    every,
    soon: (sweep: string) => void woken.push(sweep),
  }
  const send = async (one: SmsMessage) => {
    seen.push(one)
    return answers.shift() ?? sent
  }
  const { db, sealer } = world.platform
  notices = createSmsNotices({ db, sealer, jobs, sms: { send }, log: openLog('silent') })
})
afterAll(() => world?.stop())
beforeEach(async () => {
  answers = []
  seen = []
  await sql`delete from sms_notices`.execute(world.db)
})

const tell = () => inTransaction(world.db, (tx) => notices.tell(tx, as.userId, message))
const waiting = async () =>
  (await sql<{ text: string }>`select n::text as text from sms_notices n`.execute(world.db)).rows

test('a message goes out once, and nothing of it is kept', async () => {
  await tell()
  const [row] = await waiting()
  // The sealed bytes read as hexadecimal digits: four of them say nothing, a whole number does.
  expect(row!.text).not.toContain(message.mobile)
  expect(row!.text).not.toContain(Buffer.from(message.mobile).toString('hex'))
  expect(row!.text).not.toContain(Buffer.from(`"tail":"${message.tail}"`).toString('hex'))
  expect(row!.text).not.toContain(message.kind)
  await sendDue()
  await sendDue()
  expect(seen).toEqual([message])
  expect(await waiting()).toEqual([])
})

test('nothing goes out for a transaction that failed', async () => {
  const failing = inTransaction(world.db, async (tx) => {
    await notices.tell(tx, as.userId, message)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await sendDue()
  expect(seen).toEqual([])
})

test('one that was refused, or of which nobody knows, is tried again after growing pauses', async () => {
  answers = [refused, unknown, sent]
  await tell()
  await sendDue()
  await sendDue()
  expect(seen).toHaveLength(1)
  await world.advance(61_000)
  await sendDue()
  await world.advance(61_000)
  await sendDue()
  expect(seen).toHaveLength(2)
  await world.advance(300_000)
  await sendDue()
  expect(seen).toHaveLength(3)
  expect(await waiting()).toEqual([])
})

test('one that nobody takes is given up after five tries', async () => {
  answers = Array.from({ length: 9 }, () => refused)
  await tell()
  for (let i = 0; i < 9; i++) {
    await sendDue()
    await world.advance(3 * HOUR)
  }
  expect(seen).toHaveLength(5)
  expect(await waiting()).toEqual([])
})

test('two processes at once send it once', async () => {
  await tell()
  await Promise.all(Array.from({ length: 8 }, () => sendDue()))
  expect(seen).toHaveLength(1)
})

test('one that cannot be read holds up no other, and waits as one that was refused', async () => {
  await tell()
  await sql`update sms_notices set message_sealed = '\\x00', try_at = try_at - interval '1 second'`.execute(world.db)
  await tell()
  await expect(sendDue()).rejects.toThrow()
  expect(seen).toEqual([message])
  await sendDue()
  await world.advance(61_000)
  await expect(sendDue()).rejects.toThrow()
  expect(await waiting()).toHaveLength(1)
})

test('what is more than one batch is sent at once, not a minute later', async () => {
  for (let i = 0; i < 21; i++) await tell()
  woken.length = 0
  await sendDue()
  expect([seen.length, woken]).toEqual([20, ['identity.sms-notices']])
  await sendDue()
  expect([seen.length, woken]).toEqual([21, ['identity.sms-notices']])
})

test('a process killed while it sent leaves the message to the next, and a day later to nobody', async () => {
  await tell()
  await sql`update sms_notices set tries = 1, try_at = business_now() + interval '1 minute'`.execute(world.db)
  await sendDue()
  expect(seen).toEqual([])
  await world.advance(61_000)
  await sendDue()
  expect(seen).toHaveLength(1)
  await tell()
  await world.advance(25 * HOUR)
  await sweepCodes(world.db)
  expect(await waiting()).toEqual([])
})

describe('what a person chose to be told', () => {
  const chosen = { kind: 'notice', topic: 'payment', mobile: '13200009001', language: 'en' } as const
  const choose = () => inTransaction(world.db, (tx) => notices.tell(tx, as.userId, chosen))

  test('is sent again only when it was certainly not sent', async () => {
    answers = [refused, unknown, sent]
    await choose()
    await sendDue()
    await world.advance(61_000)
    await sendDue()
    expect(seen).toHaveLength(2)
    await world.advance(3 * HOUR)
    await sendDue()
    expect(seen).toHaveLength(2)
    expect(await waiting()).toEqual([])
  })

  test('is left by a process killed while it sent to nobody, who knows whether it went', async () => {
    let isSending = () => {}
    const sending = new Promise<void>((resolve) => {
      isSending = resolve
    })
    answers = new Proxy([], { get: () => () => (isSending(), new Promise(() => {})) }) as never
    await choose()
    void sendDue()
    await sending
    answers = []
    await world.advance(HOUR)
    await sendDue()
    expect(seen).toHaveLength(1)
  })
})
