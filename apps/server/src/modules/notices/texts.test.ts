import type { NoticeKind } from '@trove/contract/notices/routes'
import { getNoticeChoices, keepNoticeChoices, type NoticeTopic, TEXTS_A_DAY } from '@trove/contract/notices/topics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { insertNotice } from './store.ts'
import { type NoticeText, sendTextsBy, type TellPhone } from './texts.ts'

/** Notices by text message: those a person chose, at most once, and not too many a day. */

const DAY_MS = 86_400_000
let world: World
let count = 0
let sweep: () => Promise<void>
let tellPhone: TellPhone
let sent: (NoticeText & { userId: string })[] = []
const keep: TellPhone = async (_, userId, message) => void sent.push({ userId, ...message })

beforeAll(async () => {
  world = await startWorld({ hasPayment: false, hasJobs: false })
  const every = (_: string, __: number, handler: () => Promise<void>) => {
    sweep = handler
  }
  sendTextsBy({ db: world.db, jobs: { every } as never }, (...args) => tellPhone(...args))
})
afterAll(() => world?.stop())

async function person(byText: NoticeTopic[], language: 'zh-CN' | 'en' = 'zh-CN'): Promise<WorldUser> {
  sent = []
  tellPhone = keep
  const as = await world.signIn(`133${String(++count).padStart(8, '0')}`)
  if (byText.length > 0) await world.call(keepNoticeChoices, { body: { byText } }, { as, language })
  return as
}
const tell = ({ userId }: WorldUser, key: string, kind: NoticeKind = 'orders.paid') =>
  inTransaction(world.db, (tx) => insertNotice(tx, { userId, kind, params: {}, key }))
const texts = () => sent.map(({ topic }) => topic)

describe('a text message about a notice', () => {
  test('goes to who chose its topic, in the language they chose it in, and to nobody else', async () => {
    const [as, other] = [await person(['payment', 'dispute'], 'en'), await person([])]
    expect(await world.call(getNoticeChoices, {}, { as })).toEqual({ byText: ['payment', 'dispute'] })
    expect(await world.call(getNoticeChoices, {}, { as: other })).toEqual({ byText: [] })
    for (const one of [as, other]) {
      await tell(one, 'a')
      await tell(one, 'b', 'orders.started')
      await tell(one, 'c', 'conversations.message')
    }
    await tell(as, 'd', 'talent.dispute-ruled')
    await sweep()
    const about = { userId: as.userId, kind: 'notice', language: 'en' }
    // Handed over beside each other: in any order.
    expect(sent.toSorted((a, b) => a.topic.localeCompare(b.topic))).toEqual([
      { ...about, topic: 'dispute' },
      { ...about, topic: 'payment' },
    ])
  })

  test('goes once, however often it is told, and by however many processes', async () => {
    const as = await person(['payment'])
    await Promise.all(Array.from({ length: 10 }, () => tell(as, 'same')))
    await Promise.all(Array.from({ length: 8 }, () => sweep()))
    await tell(as, 'same')
    await sweep()
    expect(texts()).toEqual(['payment'])
  })

  test('is not kept waiting by a hundred earlier ones that fail', async () => {
    const [stuck, as] = [await person(['payment']), await person(['payment'])]
    await Promise.all(Array.from({ length: 100 }, (_, i) => tell(stuck, `stuck ${i}`)))
    await tell(as, 'late')
    tellPhone = async (tx, userId, message) => {
      if (userId === stuck.userId) throw new Error('a number that opens no more')
      return keep(tx, userId, message)
    }
    await expect(sweep()).rejects.toThrow('a number that opens no more')
    expect(sent.map(({ userId }) => userId)).toEqual([as.userId])
    await world.advance(DAY_MS)
  })

  test('stays waiting when it could not be handed over, and goes then', async () => {
    const as = await person(['payment'])
    await tell(as, 'a')
    tellPhone = async () => {
      throw new Error('no phone')
    }
    await expect(sweep()).rejects.toThrow('no phone')
    tellPhone = keep
    await sweep()
    await sweep()
    expect(texts()).toEqual(['payment'])
  })

  test(`is one of ${TEXTS_A_DAY} a day at most, also of many at once; the next day they go on`, async () => {
    const as = await person(['payment'])
    await Promise.all(Array.from({ length: TEXTS_A_DAY + 5 }, (_, n) => tell(as, `n${n}`)))
    await Promise.all([sweep(), sweep(), sweep()])
    expect(sent).toHaveLength(TEXTS_A_DAY)
    await world.advance(DAY_MS)
    await sweep()
    expect(sent).toHaveLength(TEXTS_A_DAY)
    await tell(as, 'tomorrow')
    await sweep()
    expect(sent).toHaveLength(TEXTS_A_DAY + 1)
  })

  test('does not go any more once it is a day old, or its topic was turned off', async () => {
    const as = await person(['payment'])
    await tell(as, 'old')
    await world.advance(DAY_MS + 1000)
    await sweep()
    await tell(as, 'unwanted')
    await world.call(keepNoticeChoices, { body: { byText: [] } }, { as })
    await sweep()
    await world.call(keepNoticeChoices, { body: { byText: ['payment'] } }, { as })
    await sweep()
    expect(sent).toEqual([])
  })

  test('of a transaction that failed is none', async () => {
    const as = await person(['payment'])
    const failing = inTransaction(world.db, async (tx) => {
      await insertNotice(tx, { userId: as.userId, kind: 'orders.paid', params: {}, key: 'lost' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await sweep()
    expect(sent).toEqual([])
  })

  test('comes to the person’s own phone, and says what it is about and nothing more', async () => {
    const live = await startWorld({ hasPayment: false })
    try {
      const as = await live.signIn('13377770001')
      await live.call(keepNoticeChoices, { body: { byText: ['payment'] } }, { as, language: 'en' })
      await inTransaction(live.db, (tx) =>
        insertNotice(tx, { userId: as.userId, kind: 'orders.paid', params: { orderNumber: 'secret-7' }, key: 'k' }),
      )
      const outbox = async () => (await live.raw('/dev/outbox.json?mobile=13377770001')).text()
      await expect.poll(outbox, { timeout: 60_000 }).toContain('News about a payment')
      expect(await outbox()).not.toContain('secret-7')
    } finally {
      await live.stop()
    }
  })

  test('is chosen among known topics only', async () => {
    const as = await person([])
    const wrong = world.call(keepNoticeChoices, { body: { byText: ['gossip' as never] } }, { as })
    await expect(wrong).rejects.toMatchObject({ code: 'request.invalid' })
  })
})
