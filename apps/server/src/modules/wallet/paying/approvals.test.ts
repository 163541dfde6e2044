import { statusOf } from '@trove/contract/errors/all'
import { ContractError } from '@trove/contract/errors/codes'
import { approvePayout, declinePayout, listPayoutsToDecide, openPayout } from '@trove/contract/wallet/payout-approvals'
import { alipayBill, getPurse, payOut, unbindAlipay } from '@trove/contract/wallet/routes'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startWalletLab, type WalletLab } from '../../../../test/labs/wallet-lab.ts'

/** Payouts above 5,000 yuan need two people (money.md B; cases of E25). */

let world: WalletLab
const LARGE = 500_001n

beforeAll(async () => {
  world = await startWalletLab()
  await world.simulator.control('POST', 'accounts/merchant/balance', { balance: '900000.00' })
})
afterEach(async () => {
  // Whatever a test left waiting or bound is out of the way of the next one.
  const { rows } = await sql<{ id: string }>`select id from wallet_payout where state = 'awaiting-approval'`.execute(
    world.lab.db,
  )
  for (const { id } of rows) await decline(id, 'operator-z')
  await sql`update wallet_binding set unbound_at = business_now(), account_sealed = null, real_name_sealed = null,
    profile_sealed = null where unbound_at is null`.execute(world.lab.db)
  expect(await world.ledger.verify()).toEqual([])
})
afterAll(() => world.stop())

const approve = (id: string, as: string) => world.call(approvePayout, { params: { id } }, as)
const decline = (id: string, as: string, reason = '收入来源待核实') =>
  world.call(declinePayout, { params: { id }, body: { reason } }, as)
const waiting = (as = 'operator-a') => world.call(listPayoutsToDecide, { query: {} }, as)
const open = (id: string, as = 'operator-a') => world.call(openPayout, { params: { id } }, as)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ContractError ? error.code : String(error)),
  )
const isStates = (userId: string, states: string) => async () => (await world.statesOf(userId)) === states
const transfersOf = async (userId: string) => {
  const numbers = (await world.payouts(userId)).map((payout) => payout.number)
  const { transfers } = await world.simulator.control<{ transfers: { outBizNo: string }[] }>('GET', 'book')
  return transfers.filter((transfer) => numbers.includes(transfer.outBizNo))
}
const trailOf = async (userId: string) => {
  const { rows } = await sql<{ line: string }>`select operator_id || ' ' || decision as line
    from wallet_payout_decision where payee_id = ${userId} order by seq`.execute(world.lab.db)
  return rows.map((row) => row.line)
}
const kindsOf = async (userId: string) => {
  const { rows } = await sql<{
    kind: string
  }>`select kind from notices where kind like 'wallet.payout%' and user_id = ${userId} order by seq`.execute(
    world.lab.db,
  )
  return rows.map((row) => row.kind)
}
/** Whose accounts these are at the provider. */
const HOLDERS = { expert: '周以宁', seller: '陈嘉木' } as const
/** A bound seller whose large payout waits; answers its id. */
async function startWaiting(
  userId: string,
  amountFen = LARGE,
  account: keyof typeof HOLDERS = 'expert',
): Promise<string> {
  await world.bind(userId, account, HOLDERS[account])
  expect(await world.earn(userId, amountFen)).toBe('awaiting-approval')
  const [payout] = await world.payouts(userId)
  expect(payout).toMatchObject({ state: 'awaiting-approval' })
  return payout!.id
}

describe('payouts of one day that are above 5,000 yuan together', () => {
  test('wait for two people from the part that passes the limit, and not on the next day', async () => {
    await world.bind('part', 'expert', '周以宁')
    expect(await world.earn('part', 300_000n)).toBe('in-flight')
    await world.until('paid', isStates('part', 'paid'))
    expect(await world.earn('part', 200_000n)).toBe('in-flight')
    await world.until('paid', isStates('part', 'paid,paid'))
    expect(await world.earn('part', 10n)).toBe('awaiting-approval')
    await world.lab.settle()
    expect(await world.statesOf('part')).toBe('paid,paid,awaiting-approval')
    const third = (await world.payouts('part'))[2]!
    for (const as of ['operator-a', 'operator-b']) await approve(third.id, as)
    await world.until('paid', isStates('part', 'paid,paid,paid'))
    await world.lab.advance(24 * 3_600_000)
    expect(await world.earn('part', 400_000n)).toBe('in-flight')
    await world.until('paid', isStates('part', 'paid,paid,paid,paid'))
  })

  test('count what left without two people: what they agreed to is not counted again', async () => {
    const id = await startWaiting('whole')
    for (const as of ['operator-a', 'operator-b']) await approve(id, as)
    await world.until('paid', isStates('whole', 'paid'))
    expect(await world.earn('whole', 100n)).toBe('in-flight')
    await world.until('paid', isStates('whole', 'paid,paid'))
  })

  test('cannot leave on one person’s word by any way: the database refuses', async () => {
    await world.bind('dbpart', 'expert', '周以宁')
    await world.earn('dbpart', 400_000n)
    await world.until('paid', isStates('dbpart', 'paid'))
    const insert = (
      state: string,
    ) => sql`insert into wallet_payout (id, number, user_id, binding_id, amount_fen, state, next_ask_at)
      select 'dbpart-2', 'dbpart-2', user_id, binding_id, 200000, ${state}, null from wallet_payout where user_id = 'dbpart'`
    await expect(insert('in-flight').execute(world.lab.db)).rejects.toThrow(/needs two people/)
    const release = sql`update wallet_payout set state = 'in-flight' where id = 'dbpart-2'`
    await insert('awaiting-approval').execute(world.lab.db)
    await expect(release.execute(world.lab.db)).rejects.toThrow(/needs two people/)
    await sql`delete from wallet_payout where id = 'dbpart-2'`.execute(world.lab.db)
  })
})

describe('a payout above 5,000 yuan', () => {
  test('waits for two people, shows so to its owner, and leaves once both agreed', async () => {
    const id = await startWaiting('ann')
    await world.lab.settle()
    expect(await transfersOf('ann')).toEqual([])
    const purse = await world.call(getPurse, {}, 'ann')
    expect(purse).toMatchObject({ payableAmount: '0.00', awaitingApprovalAmount: '5000.01', inFlightAmount: '0.00' })
    const bill = await world.call(alipayBill, { query: { type: 'payout' } }, 'ann')
    expect(bill.content).toMatchObject([{ amount: '-5000.01', state: 'awaiting-approval' }])
    expect(await world.call(payOut, {}, 'ann')).toEqual({ payoutId: id, state: 'awaiting-approval' })
    expect(await codeOf(world.call(unbindAlipay, {}, 'ann'))).toBe('wallet.payout-in-flight')

    const once = await approve(id, 'operator-a')
    expect(once).toMatchObject({ state: 'awaiting-approval', approvalsNeeded: 2, mayApprove: false, mayDecline: true })
    await world.lab.settle()
    expect(await transfersOf('ann')).toEqual([])
    const twice = await approve(id, 'operator-b')
    expect(twice.decisions.map((each) => each.operator.id)).toEqual(['operator-a', 'operator-b'])
    await world.until('paid', isStates('ann', 'paid'))
    expect(await transfersOf('ann')).toHaveLength(1)
    expect(await kindsOf('ann')).toEqual(['wallet.payout-awaiting', 'wallet.payout-done'])
    expect(await trailOf('ann')).toEqual(['operator-a approved', 'operator-b approved'])
    const { content } = await world.call(listPayoutsToDecide, { query: { view: 'decided' } }, 'operator-a')
    expect(content[0]).toMatchObject({ id, state: 'paid', amount: '5000.01', mayApprove: false, mayDecline: false })
  })

  test('is opened by its id as it stands in either list', async () => {
    const id = await startWaiting('anton')
    expect(await open(id, 'operator-b')).toEqual((await waiting('operator-b')).content.find((row) => row.id === id))
    await decline(id, 'operator-a')
    const { content } = await world.call(listPayoutsToDecide, { query: { view: 'decided' } }, 'operator-a')
    expect(await open(id)).toEqual(content.find((row) => row.id === id))
    expect(await codeOf(open(id, 'dora'))).toBe('session.forbidden')
  })

  test('waits for whoever may approve it, and is found by its payee, its number and its end', async () => {
    const [id, own] = [await startWaiting('abby'), await startWaiting('operator-abe', LARGE, 'seller')]
    await approve(id, 'operator-a')
    const page = async (query: object, as = 'operator-a') => {
      const { content, totalElements } = await world.call(listPayoutsToDecide, { query }, as)
      expect(totalElements).toBe(content.length)
      return content.map((one) => one.id)
    }
    expect(await page({})).toEqual([id, own])
    expect(await page({ waitsFor: 'me' })).toEqual([own])
    expect(await page({ waitsFor: 'me' }, 'operator-abe')).toEqual([id])
    expect(await page({ waitsFor: 'me' }, 'operator-b')).toEqual([id, own])
    expect(await page({ keyword: 'abby' })).toEqual([id])
    expect(await page({ keyword: (await open(own)).number })).toEqual([own])
    expect(await page({ keyword: 'nobody' })).toEqual([])
    await decline(own, 'operator-a')
    expect(await page({ view: 'decided', end: 'declined', keyword: 'operator-abe', waitsFor: 'me' })).toEqual([own])
    expect(await page({ view: 'decided', end: 'paid', keyword: 'operator-abe' })).toEqual([])
  })

  test('of exactly 5,000 yuan needs nobody', async () => {
    await world.bind('bob', 'expert', '周以宁')
    expect(await world.earn('bob', 500_000n)).toBe('in-flight')
    await world.until('paid', isStates('bob', 'paid'))
    expect(await trailOf('bob')).toEqual([])
    const [small] = await world.payouts('bob')
    expect(await codeOf(open(small!.id))).toBe('wallet.payout-not-found')
  })

  test('declined by one person is payable again, told with the reason, and not begun anew until its owner asks', async () => {
    const id = await startWaiting('cid')
    await approve(id, 'operator-a')
    const after = await decline(id, 'operator-b')
    expect(after).toMatchObject({ state: 'declined', mayApprove: false, mayDecline: false })
    expect(after.decisions.at(-1)).toMatchObject({ decision: 'declined', reason: '收入来源待核实' })
    const purse = await world.call(getPurse, {}, 'cid')
    expect(purse).toMatchObject({ payableAmount: '5000.01', awaitingApprovalAmount: '0.00', inFlightAmount: '0.00' })
    const bill = await world.call(alipayBill, { query: { type: 'payout' } }, 'cid')
    expect(bill.content).toMatchObject([{ state: 'declined' }])
    expect(await kindsOf('cid')).toEqual(['wallet.payout-awaiting', 'wallet.payout-declined'])
    expect(await world.earn('cid', 100n)).toBe('waiting')
    expect(await world.statesOf('cid')).toBe('declined')
    const again = await world.call(payOut, {}, 'cid')
    expect(again).toMatchObject({ state: 'awaiting-approval' })
    expect((await world.payouts('cid')).map((payout) => payout.amount_fen)).toEqual([LARGE, 500_101n])
    expect(await transfersOf('cid')).toEqual([])
  })

  test('refuses a member, the payee, the same person twice, a second decision and an unknown payout', async () => {
    const id = await startWaiting('operator-dan')
    expect(await codeOf(approve(id, 'dora'))).toBe('session.forbidden')
    expect(await codeOf(decline(id, 'dora'))).toBe('session.forbidden')
    expect(await codeOf(waiting('dora'))).toBe('session.forbidden')
    expect(await codeOf(approve(id, 'operator-dan'))).toBe('wallet.own-payout')
    expect(await codeOf(decline(id, 'operator-dan'))).toBe('wallet.own-payout')
    const [own] = (await waiting('operator-dan')).content
    expect(own).toMatchObject({ id, mayApprove: false, mayDecline: false })
    await approve(id, 'operator-a')
    expect(await codeOf(approve(id, 'operator-a'))).toBe('wallet.second-person-needed')
    expect(await codeOf(approve(id, 'operator-a.phone'))).toBe('wallet.second-person-needed')
    expect(await trailOf('operator-dan')).toEqual(['operator-a approved'])
    await approve(id, 'operator-b')
    expect(await codeOf(approve(id, 'operator-c'))).toBe('wallet.payout-not-waiting')
    expect(await codeOf(decline(id, 'operator-c'))).toBe('wallet.payout-not-waiting')
    expect(await codeOf(approve('no-such-payout', 'operator-a'))).toBe('wallet.payout-not-found')
    expect(await codeOf(decline(id, 'operator-c', '  '))).toBe('request.invalid')
    for (const code of ['wallet.own-payout', 'wallet.second-person-needed', 'session.forbidden'] as const)
      expect(statusOf(code)).toBe(403)
    await world.until('paid', isStates('operator-dan', 'paid'))
  })

  test('in parts has each part above the limit approved', async () => {
    await startWaiting('eve', 5_600_000n)
    const [first] = await world.payouts('eve')
    expect(first).toMatchObject({ amount_fen: 5_000_000n, state: 'awaiting-approval' })
    for (const as of ['operator-a', 'operator-b']) await approve(first!.id, as)
    await world.until('the next part waits', isStates('eve', 'paid,awaiting-approval'))
    const [, second] = await world.payouts('eve')
    for (const as of ['operator-b', 'operator-c']) await approve(second!.id, as)
    await world.until('paid', isStates('eve', 'paid,paid'))
    expect(await transfersOf('eve')).toHaveLength(2)
  })
})

describe('many hands at once', () => {
  test('of somebody whose role was taken meanwhile counts no more', async () => {
    const id = await startWaiting('kim')
    await approve(id, 'operator-left')
    world.formerStaff.add('operator-left')
    expect(await approve(id, 'operator-a')).toMatchObject({ state: 'awaiting-approval' })
    expect(await approve(id, 'operator-b')).toMatchObject({ state: 'in-flight' })
  })

  test('one person’s fifty approvals are one', async () => {
    const id = await startWaiting('fay')
    const results = await Promise.all(Array.from({ length: 50 }, () => codeOf(approve(id, 'operator-a'))))
    expect(results.filter((result) => result === 'done')).toHaveLength(1)
    expect(new Set(results)).toEqual(new Set(['done', 'wallet.second-person-needed']))
    expect(await world.statesOf('fay')).toBe('awaiting-approval')
  })

  test('of ten people who agree at once two are counted, and one transfer is sent', async () => {
    const id = await startWaiting('gus')
    const people = Array.from({ length: 10 }, (_, i) => `operator-${i}`)
    const results = await Promise.all(people.map((as) => codeOf(approve(id, as))))
    expect([...results].sort()).toEqual([
      'done',
      'done',
      ...Array.from({ length: 8 }, () => 'wallet.payout-not-waiting'),
    ])
    await world.until('paid', isStates('gus', 'paid'))
    expect(await trailOf('gus')).toHaveLength(2)
    expect(await transfersOf('gus')).toHaveLength(1)
  })

  test('agreeing and declining at once end one way, and the books agree with it', async () => {
    for (let round = 0; round < 10; round++) {
      const user = `hal-${round}`
      const id = await startWaiting(user)
      await approve(id, 'operator-a')
      const [yes, no] = await Promise.all([codeOf(approve(id, 'operator-b')), codeOf(decline(id, 'operator-c'))])
      expect([yes, no].sort()).toEqual(['done', 'wallet.payout-not-waiting'])
      if (yes === 'done') await world.until('paid', isStates(user, 'paid'))
      else expect(await world.statesOf(user)).toBe('declined')
      expect(await transfersOf(user)).toHaveLength(yes === 'done' ? 1 : 0)
      await sql`update wallet_binding set unbound_at = business_now(), account_sealed = null, real_name_sealed = null,
        profile_sealed = null where unbound_at is null`.execute(world.lab.db)
    }
  })
})

describe('the database itself', () => {
  test('refuses to send on one person’s word, to take the payee’s, and to change what was decided', async () => {
    const id = await startWaiting('ida')
    await approve(id, 'operator-a')
    const { db } = world.lab
    await expect(sql`update wallet_payout set state = 'in-flight' where id = ${id}`.execute(db)).rejects.toThrow(
      'needs two people',
    )
    const own = sql`insert into wallet_payout_decision (payout_id, payee_id, operator_id, decision)
      values (${id}, 'ida', 'ida', 'approved')`
    await expect(own.execute(db)).rejects.toThrow('wallet_payout_decision_not_own')
    const disguised = sql`insert into wallet_payout_decision (payout_id, payee_id, operator_id, decision)
      values (${id}, 'somebody', 'ida', 'approved')`
    await expect(disguised.execute(db)).rejects.toThrow('foreign key')
    for (const change of [
      sql`update wallet_payout_decision set operator_id = 'operator-b' where payout_id = ${id}`,
      sql`delete from wallet_payout_decision where payout_id = ${id}`,
      sql`truncate wallet_payout_decision`,
    ])
      await expect(change.execute(db)).rejects.toThrow('append-only')
    expect(await trailOf('ida')).toEqual(['operator-a approved'])
  })
})
