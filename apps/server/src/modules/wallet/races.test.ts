import { ContractError } from '@trove/contract/errors/codes'
import { bindAlipay, unbindAlipay } from '@trove/contract/wallet/routes'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startWalletLab, type WalletLab } from '../../../test/labs/wallet-lab.ts'
import { TEST_CODE } from '../../../test/stand-ins/test-owner.ts'
import type { Tx } from '../../platform/db/handle.ts'

/** What two transactions see of each other that have not committed yet: binding, unbinding and clearing at one moment. */

let world: WalletLab
beforeAll(async () => {
  world = await startWalletLab()
})
afterEach(async () => {
  await sql`update wallet_binding set unbound_at = business_now(), account_sealed = null, real_name_sealed = null,
    profile_sealed = null where unbound_at is null`.execute(world.lab.db)
  expect(await world.ledger.verify()).toEqual([])
})
afterAll(() => world.stop())

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ContractError ? error.code : String(error)),
  )
const isStates = (userId: string, states: string) => async () => (await world.statesOf(userId)) === states

/** Someone waits for a row another transaction holds. */
async function untilBlocked(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.lab.db)
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
/** Does the first in a transaction that stays open until the other has ended or waits for it. */
async function beside(first: (tx: Tx) => Promise<unknown>, other: () => Promise<string>): Promise<string> {
  let meanwhile: Promise<string> | undefined
  await world.lab.db.transaction().execute(async (tx) => {
    await first(tx)
    meanwhile = other()
    await Promise.race([meanwhile, untilBlocked()])
  })
  return meanwhile!
}
const clearing = (userId: string, amountFen: bigint) => (tx: Tx) => earnIn(tx, userId, amountFen)
async function earnIn(tx: Tx, userId: string, amountFen: bigint) {
  const orderId = `order-of-${userId}`
  const move = (kind: 'payment' | 'clearing', debit: string, credit: string) =>
    world.ledger.post(tx, {
      kind,
      key: `${kind}:${orderId}`,
      orderId,
      entries: [
        { account: debit as 'alipay', amountFen },
        { account: credit as 'alipay', amountFen: -amountFen },
      ],
    })
  await move('payment', 'alipay', `escrow:${orderId}`)
  await move('clearing', `escrow:${orderId}`, `payable:${userId}`)
  return world.wallet.payOutCleared(tx, userId)
}

describe('at one moment', () => {
  test('the first income and the binding lead to a payout, whoever is first', async () => {
    const wallerId = await world.authorize('adam', 'expert')
    const bind = () =>
      codeOf(world.call(bindAlipay, { body: { wallerId, wallerRealName: '周以宁', smsCode: TEST_CODE } }, 'adam'))
    expect(await beside(clearing('adam', 500n), bind)).toBe('done')
    await world.until('paid', isStates('adam', 'paid'))
  })

  test('a payout that begins keeps its account: unbinding waits for it and is refused', async () => {
    await world.bind('bert', 'expert', '周以宁')
    const unbind = () => codeOf(world.call(unbindAlipay, {}, 'bert'))
    expect(await beside(clearing('bert', 500n), unbind)).toBe('wallet.payout-in-flight')
    await world.until('paid', isStates('bert', 'paid'))
  })
})
