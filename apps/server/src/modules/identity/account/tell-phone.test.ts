import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../../../test/world/world.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type AccountDeps, createAccount } from './service.ts'

/** Word to a person's phone is written by the caller's transaction alone. */

let world: World
const MOBILE = '13200009100'
const told: string[] = []

beforeAll(async () => {
  world = await startWorld({ hasPayment: false, hasJobs: false })
})
afterAll(() => world?.stop())

test('whoever is told is read by the connection of the transaction, and by no second one', async () => {
  const { userId } = await world.signIn(MOBILE)
  const { db, sealer } = world.platform
  const smsNotices = {
    tell: async (_: unknown, __: string, message: { mobile: string }) => void told.push(message.mobile),
  }
  const account = createAccount({ db, sealer, smsNotices } as unknown as AccountDeps)
  const message = { kind: 'receiving-account-changed', time: '11-21 08:00', language: 'zh-CN' } as const
  await inTransaction(world.db, async (tx) => {
    // Locked against every other connection, which would wait here without end.
    await sql`lock table users in access exclusive mode`.execute(tx)
    await sql`set local statement_timeout = '20s'`.execute(tx)
    await account.tellPhone(tx, userId, message)
  })
  expect(told).toEqual([MOBILE])
})
