import { getPurse, payOut } from '@trove/contract/wallet/routes'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startWalletLab, type WalletLab } from '../../../../test/labs/wallet-lab.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { movePayout } from '../stores/store-payouts.ts'

/** Payouts that come back days after they were paid. */

let world: WalletLab
const MINUTE = 60_000
beforeAll(async () => {
  world = await startWalletLab()
})
afterEach(async () => {
  await sql`update wallet_binding set unbound_at = business_now(), account_sealed = null, real_name_sealed = null,
    profile_sealed = null where unbound_at is null`.execute(world.lab.db)
  expect(await world.ledger.verify()).toEqual([])
})
afterAll(() => world.stop())

const isStates = (userId: string, states: string) => async () => (await world.statesOf(userId)) === states
/** A payout that was paid and then sent back by the bank. */
async function paidAndReturned(userId: string, amountFen: bigint): Promise<{ id: string; number: string }> {
  await world.bind(userId, 'expert', '周以宁')
  await world.earn(userId, amountFen)
  await world.until('paid', isStates(userId, 'paid'))
  const payout = (await world.payouts(userId))[0]!
  await world.simulator.control('POST', `transfers/${payout.number}/return`)
  await world.lab.advance(11 * MINUTE)
  await world.until('returned', isStates(userId, 'failed'))
  return payout
}

describe('a payout that comes back', () => {
  test('keeps the next income here until its owner acts', async () => {
    await paidAndReturned('ines', 600n)
    expect(await world.earn('ines', 100n)).toBe('waiting')
    await world.lab.settle()
    expect(await world.statesOf('ines')).toBe('failed')
    expect(await world.call(getPurse, {}, 'ines')).toMatchObject({ payableAmount: '7.00' })
    await world.call(payOut, {}, 'ines')
    await world.until('paid', isStates('ines', 'failed,paid'))
  })

  test('of a deleted account goes to suspense under its number and tells nobody', async () => {
    const { id, number } = await paidAndReturned('gone-ida', 600n)
    expect(await world.ledger.balance(world.lab.db, 'payable:gone-ida')).toBe(0n)
    expect(await world.ledger.balance(world.lab.db, 'suspense')).toBe(-600n)
    const { rows } = await sql<{ order_id: string }>`
      select order_id from ledger_posting where key = ${`payout-returned:${id}`}`.execute(world.lab.db)
    expect(rows).toEqual([{ order_id: number }])
    const { rows: told } = await sql<{
      kind: string
    }>`select kind from notices where user_id = 'gone-ida' and kind like 'wallet.payout%'`.execute(world.lab.db)
    expect(told).toEqual([{ kind: 'wallet.payout-done' }])
    expect(await world.wallet.findSent([number])).toMatchObject([{ isUnclaimed: true, amountFen: 600n }])
    await world.lab.advance(25 * 60 * MINUTE)
    // Nobody may forget it: after a day it is a breach of I10 until the staff has settled it.
    const violations = await world.ledger.verify()
    expect(violations).toMatchObject([{ invariant: 'I10', detail: expect.stringContaining(number) }])
    await inTransaction(world.lab.db, (tx) =>
      world.ledger.post(tx, {
        kind: 'suspense',
        key: 'settled-by-the-test',
        orderId: number,
        entries: [
          { account: 'suspense', amountFen: 600n },
          { account: 'alipay', amountFen: -600n },
        ],
      }),
    )
  })
})

test.each(['absent', 'failed'] as const)(
  'a paid payout that the provider then calls %s is an alarm, and stays paid until it says what became of it',
  async (outcome) => {
    const payee = `denied-${outcome}`
    await world.bind(payee, 'expert', '周以宁')
    await world.earn(payee, 500n)
    await world.until('paid', isStates(payee, 'paid'))
    const { id } = (await world.payouts(payee))[0]!
    const { provider } = world
    const query = provider.transferQuery
    const error = vi.spyOn(world.lab.log, 'error')
    provider.transferQuery = async () => (outcome === 'failed' ? { outcome, reason: 'FAIL' } : { outcome })
    await world.lab.advance(11 * MINUTE)
    await world.lab.settle()
    provider.transferQuery = query
    const told = error.mock.calls.map(([about]) => about as unknown)
    error.mockRestore()
    expect(told).toContainEqual({ payoutId: id, outcome, alarm: 'payout' })
    expect(await world.statesOf(payee)).toBe('paid')
  },
)

describe('moving a payout', () => {
  test('is refused from any other state than the one it was in', async () => {
    const { id } = await paidAndReturned('jutta', 300n)
    const move = (from: 'in-flight' | 'paid' | 'failed') =>
      inTransaction(world.lab.db, (tx) => movePayout(tx, id, from, { state: 'failed', reason: 'again' }))
    expect(await move('in-flight')).toBe(false)
    expect(await move('paid')).toBe(false)
    expect((await world.payouts('jutta'))[0]).toMatchObject({
      state: 'failed',
      reason: expect.not.stringMatching('again'),
    })
  })

  test('to failed happens once when two processes hear of the return at the same moment', async () => {
    await world.bind('karl', 'expert', '周以宁')
    await world.earn('karl', 700n)
    await world.until('paid', isStates('karl', 'paid'))
    const { id } = (await world.payouts('karl'))[0]!
    const move = () =>
      inTransaction(world.lab.db, (tx) => movePayout(tx, id, 'paid', { state: 'failed', reason: 'returned' }))
    const moved = await Promise.all([move(), move()])
    expect([...moved].sort()).toEqual([false, true])
    await sql`update wallet_payout set state = 'paid', ended_at = business_now() where id = ${id}`.execute(world.lab.db)
  })
})

test('payouts that are due when the provider may be tried again are sent one at a time until it answers, and none is put off', async () => {
  const { provider } = world
  const asBuilt = { ...provider }
  const people = [
    ['vera', 'expert', '周以宁'],
    ['vico', 'seller', '陈嘉木'],
    ['viki', 'buyer', '林晚'],
  ] as const
  provider.transfer = async () => ({ outcome: 'unknown', reason: 'no answer' })
  for (const [user, person, name] of people) {
    await world.earn(user, 600n)
    await world.bind(user, person, name)
  }
  await world.lab.settle()
  let isHalfOpen = true
  let tried = 0
  // As the circuit does: whoever comes while one tries is told that nobody answers.
  provider.isHalfOpen = () => isHalfOpen
  provider.transferQuery = async (number) => {
    if (isHalfOpen && ++tried > 1) return { outcome: 'unknown', reason: 'gateway down' }
    const answer = await asBuilt.transferQuery(number)
    isHalfOpen = false
    return answer
  }
  provider.transfer = asBuilt.transfer
  await world.lab.advance(61_000)
  const states = async () => Promise.all(people.map(([user]) => world.statesOf(user)))
  await world.until('paid', async () => (await states()).includes('paid'))
  await world.lab.settle()
  Object.assign(provider, asBuilt)
  expect([tried, await states()]).toEqual([1, ['paid', 'paid', 'paid']])
})
