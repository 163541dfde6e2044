import { approvePayout, declinePayout } from '@trove/contract/wallet/payout-approvals'
import { alipayBill, getPurse, payOut } from '@trove/contract/wallet/routes'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startWalletLab, type WalletLab } from '../../../../test/labs/wallet-lab.ts'
import { createSealer } from '../../../platform/sealing/sealing.ts'
import { createNotices } from '../../notices/module.ts'
import type { Payout } from '../stores/store-payouts.ts'
import { createPayouts } from './payouts.ts'

/** What people read of where their income is: on an order, in the purse, on the bill. */

let world: WalletLab
const MINUTE = 60_000
beforeAll(async () => {
  world = await startWalletLab()
  await world.simulator.control('POST', 'accounts/merchant/balance', { balance: '900000.00' })
})
afterEach(async () => {
  await sql`update wallet_binding set unbound_at = business_now(), account_sealed = null, real_name_sealed = null,
    profile_sealed = null where unbound_at is null`.execute(world.lab.db)
  expect(await world.ledger.verify()).toEqual([])
})
afterAll(() => world.stop())

const isStates = (userId: string, states: string) => async () => (await world.statesOf(userId)) === states
/** Clears income; answers the moment, as the order keeps it. */
async function clear(userId: string, amountFen: bigint): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select business_now() as at`.execute(world.lab.db)
  await world.earn(userId, amountFen)
  await world.lab.advance(1000)
  return rows[0]!.at
}
const billOf = async (userId: string) =>
  (await world.call(alipayBill, { query: { type: 'payout' } }, userId)).content.map((line) => line.state)

test('income without an account waits, goes out with the binding, and says so as it goes', async () => {
  const first = await clear('ada', 500n)
  expect(await world.wallet.traceCleared('ada', [first])).toEqual(['waiting'])
  await world.bind('ada', 'expert', '周以宁')
  await world.until('paid', isStates('ada', 'paid'))
  expect(await world.wallet.traceCleared('ada', [first])).toEqual(['paid'])
  const later = await clear('ada', 5n)
  expect(await world.wallet.traceCleared('ada', [later, first])).toEqual(['waiting', 'paid'])
})

test('income that waits for the staff is not called paid; declined it is kept and said to be', async () => {
  await world.bind('bo', 'expert', '周以宁')
  const at = await clear('bo', 688_800n)
  expect(await world.wallet.traceCleared('bo', [at])).toEqual(['awaiting-approval'])
  expect(await world.call(getPurse, {}, 'bo')).toMatchObject({ awaitingApprovalAmount: '6888.00', haltedBy: null })
  const params = { id: (await world.payouts('bo'))[0]!.id }
  await world.call(declinePayout, { params, body: { reason: '待核实' } }, 'operator-a')
  expect(await world.wallet.traceCleared('bo', [at])).toEqual(['declined'])
  expect(await world.call(getPurse, {}, 'bo')).toMatchObject({ payableAmount: '6888.00', haltedBy: 'declined' })
  await world.call(payOut, {}, 'bo')
  expect(await world.wallet.traceCleared('bo', [at])).toEqual(['awaiting-approval'])
  const again = { id: (await world.payouts('bo'))[1]!.id }
  for (const as of ['operator-a', 'operator-b']) await world.call(approvePayout, { params: again }, as)
  await world.until('paid', isStates('bo', 'declined,paid'))
  expect(await world.wallet.traceCleared('bo', [at])).toEqual(['paid'])
})

test('income that came back is said to have come back, until it is paid out again', async () => {
  await world.bind('cy', 'expert', '周以宁')
  const first = await clear('cy', 600n)
  await world.until('paid', isStates('cy', 'paid'))
  const second = await clear('cy', 300n)
  await world.until('paid', isStates('cy', 'paid,paid'))
  await world.simulator.control('POST', `transfers/${(await world.payouts('cy'))[0]!.number}/return`)
  await world.lab.advance(11 * MINUTE)
  await world.until('returned', isStates('cy', 'failed,paid'))
  // What came back is not what went out meanwhile.
  expect(await world.wallet.traceCleared('cy', [first, second])).toEqual(['returned', 'paid'])
  expect(await billOf('cy')).toEqual(['done', 'returned'])
  await world.call(payOut, {}, 'cy')
  await world.until('paid again', isStates('cy', 'failed,paid,paid'))
  expect(await world.wallet.traceCleared('cy', [first, second])).toEqual(['paid', 'paid'])
})

test('an answer that comes late changes nothing of a payout another process has settled', async () => {
  await world.bind('di', 'expert', '周以宁')
  await clear('di', 700n)
  await world.until('paid', isStates('di', 'paid'))
  const { rows } = await sql<Payout>`select id, number, user_id as "userId", binding_id as "bindingId",
    amount_fen as "amountFen", 'in-flight' as state, 1 as asks, null as "endedAt", business_now() as now
    from wallet_payout where user_id = 'di'`.execute(world.lab.db)
  const { db, log } = world.lab
  const jobs = { ...world.lab.jobs, define: () => {}, every: () => {} }
  const late = createPayouts({
    ...{ db, log, jobs, ledger: world.ledger, notices: createNotices({ db, jobs }) },
    sealer: createSealer([{ id: 'k', key: Buffer.alloc(32, 7) }], Buffer.alloc(32, 8)),
    holdPerson: async () => true,
    provider: { ...world.provider, transfer: async () => ({ outcome: 'failed', reason: 'late' }) },
  })
  await late.pursue(rows[0]!)
  expect(await world.statesOf('di')).toBe('paid')
  expect(await world.call(getPurse, {}, 'di')).toMatchObject({
    payableAmount: '0.00',
    paidOutAmount: '7.00',
    haltedBy: null,
  })
})
