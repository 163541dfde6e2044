import { ContractError } from '@trove/contract/errors/codes'
import type { RouteParsed, RouteResult, RouteSpec } from '@trove/contract/kit/route'
import {
  agreeAdjustment,
  declineAdjustment,
  listAdjustments,
  openAdjustment,
  proposeAdjustment,
} from '@trove/contract/payment/adjustments'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ReconciliationLab, startReconciliationLab } from '../../../../test/labs/reconciliation-lab.ts'
import { breachesAfter } from '../../../../test/world/breaches.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { RECONCILIATION_INVARIANTS } from './invariants.ts'

/** What reconciliation found is put right by two people, and what the provider keeps for itself is in the books. */

let world: ReconciliationLab
beforeAll(async () => {
  world = await startReconciliationLab()
  await world.toNextDayAt(12)
})
afterEach(async () => {
  expect((await world.ledger.verify()).filter(({ invariant }) => invariant !== 'I10')).toEqual([])
})
afterAll(() => world.stop())

async function ask<R extends RouteSpec>(
  route: R,
  input: Partial<RouteParsed<R>>,
  userId = 'operator-a',
): Promise<RouteResult<R>> {
  const served = world.reconciliation.routes.find((each) => each.route === route)!
  return (await served.handler(input as never, { caller: { userId } } as never)) as RouteResult<R>
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ContractError ? error.code : String(error)),
  )
const balance = (account: 'alipay' | 'suspense' | 'fee' | 'adjustment') => world.ledger.balance(world.lab.db, account)
const proposal = { debit: 'adjustment', credit: 'suspense', amount: 700n, reason: '对账差异' } as const
const propose = (more: object = {}, as?: string) => ask(proposeAdjustment, { body: { ...proposal, ...more } }, as)
const agree = (id: string, as = 'operator-b') => ask(agreeAdjustment, { params: { id } }, as)
const decline = (id: string, as: string) => ask(declineAdjustment, { params: { id }, body: { reason: '金额有误' } }, as)

describe('an adjustment', () => {
  /** The bill of a day names what our books do not have. */
  async function findStranger(number: string): Promise<string> {
    const wish = { billDate: await world.today(), kind: 'extra', number, amount: '7.00' }
    await world.pay()
    await world.simulator.control('POST', 'bills/discrepancies', wish)
    await world.toNextDayAt(11)
    await world.reconciliation.runDue()
    const { rows } = await sql<{ id: string }>`select id from payment_difference where number = ${number}`.execute(
      world.lab.db,
    )
    return rows[0]!.id
  }

  test('of a difference is posted once another person agreed, and settles the difference', async () => {
    const differenceId = await findStranger('stranger')
    const before = { alipay: await balance('alipay'), suspense: await balance('suspense') }
    const proposed = await propose({ debit: 'alipay', credit: 'suspense', reference: 'stranger', differenceId })
    expect(proposed).toMatchObject({ state: 'proposed', amount: '7.00', mayAgree: false, mayWithdraw: true })
    expect(await balance('alipay')).toBe(before.alipay)
    expect(await codeOf(agree(proposed.id, 'operator-a'))).toBe('payment.own-adjustment')
    const results = await Promise.all(Array.from({ length: 8 }, () => codeOf(agree(proposed.id))))
    expect([...new Set(results)].sort()).toEqual(['done', 'payment.adjustment-decided'])
    expect(results.filter((code) => code === 'done')).toHaveLength(1)
    expect(await balance('alipay')).toBe(before.alipay + 700n)
    expect(await balance('suspense')).toBe(before.suspense - 700n)
    const { rows: after } = await sql<object>`
      select settled_by, note from payment_difference where id = ${differenceId}`.execute(world.lab.db)
    expect(after).toEqual([{ settled_by: 'operator-b', note: '对账差异' }])
    expect(await codeOf(propose({ differenceId }))).toBe('payment.difference-settled')
    const page = await ask(listAdjustments, { query: { page: 0, size: 20 } })
    expect(page.content).toMatchObject([{ id: proposed.id, state: 'agreed', decidedBy: { id: 'operator-b' } }])
    expect(await ask(openAdjustment, { params: { id: proposed.id } })).toEqual(page.content[0])
    expect(await codeOf(ask(openAdjustment, { params: { id: 'none' } }))).toBe('payment.adjustment-not-found')
  })

  test('of a difference that was settled meanwhile is refused, so that it is put right once', async () => {
    const differenceId = await findStranger('proposed-twice')
    const wish = { debit: 'alipay', credit: 'suspense', reference: 'proposed-twice', differenceId }
    const [first, second] = [await propose(wish), await propose(wish, 'operator-c')]
    const before = await balance('alipay')
    const results = await Promise.all([codeOf(agree(first.id)), codeOf(agree(second.id))])
    expect(results.sort()).toEqual(['done', 'payment.difference-settled'])
    expect(await balance('alipay')).toBe(before + 700n)
    const { content } = await ask(listAdjustments, { query: { page: 0, size: 20 } })
    const states = content.filter((each) => each.differenceId === differenceId).map(({ state }) => state)
    expect(states.sort()).toEqual(['agreed', 'proposed'])
  })

  test('is declined by another person or withdrawn by its own, and then moves nothing for good', async () => {
    const before = await balance('adjustment')
    const [first, second] = [await propose(), await propose()]
    expect(await decline(first.id, 'operator-b')).toMatchObject({ state: 'declined', decisionReason: '金额有误' })
    expect(await decline(second.id, 'operator-a')).toMatchObject({ state: 'withdrawn' })
    for (const { id } of [first, second]) expect(await codeOf(agree(id))).toBe('payment.adjustment-decided')
    expect(await codeOf(decline(first.id, 'operator-c'))).toBe('payment.adjustment-decided')
    expect(await balance('adjustment')).toBe(before)
  })

  test('of somebody whose role was taken meanwhile is agreed to by nobody', async () => {
    const { id } = await propose({}, 'operator-left')
    const before = await balance('adjustment')
    world.formerStaff.add('operator-left')
    expect(await codeOf(agree(id))).toBe('payment.proposer-left')
    expect(await balance('adjustment')).toBe(before)
    expect(await decline(id, 'operator-b')).toMatchObject({ state: 'declined' })
  })

  test('names two accounts and something that is there', async () => {
    expect(await codeOf(propose({ credit: 'adjustment' }))).toBe('payment.adjustment-accounts')
    expect(await codeOf(propose({ differenceId: 'nothing' }))).toBe('payment.difference-not-found')
    expect(await codeOf(agree('nothing'))).toBe('payment.adjustment-not-found')
  })

  test('cannot be made on one person’s word by any way, and its trail cannot be changed', async () => {
    const { id } = await propose()
    const post = () =>
      inTransaction(world.lab.db, (tx) =>
        world.ledger.post(tx, {
          kind: 'adjustment',
          key: `adjustment:${id}`,
          entries: [
            { account: 'adjustment', amountFen: 700n },
            { account: 'suspense', amountFen: -700n },
          ],
        }),
      )
    await expect(post()).rejects.toThrow(/needs two people/)
    const own = sql`insert into payment_adjustment_decision (adjustment_id, proposer_id, operator_id, decision)
      values (${id}, 'operator-a', 'operator-a', 'agreed')`
    await expect(own.execute(world.lab.db)).rejects.toThrow(/payment_adjustment_two_people/)
    for (const table of ['payment_adjustment', 'payment_adjustment_decision'])
      for (const text of [`update ${table} set reason = 'x'`, `delete from ${table}`, `truncate ${table} cascade`])
        await expect(sql.raw(text).execute(world.lab.db), text).rejects.toThrow(/append-only/)
  })
})

test('what the provider keeps for itself leaves the account it holds for us, once', async () => {
  const day = await world.today()
  const { outTradeNo, orderId } = await world.pay()
  const number = await world.refund(orderId, 100n)
  world.fees.set(outTradeNo, 6n)
  world.fees.set(number, -1n)
  const before = { fee: await balance('fee'), alipay: await balance('alipay') }
  await world.toNextDayAt(11)
  await Promise.all([world.reconciliation.runDue(), world.reconciliation.runDue()])
  expect(await balance('fee')).toBe(before.fee + 5n)
  expect(await balance('alipay')).toBe(before.alipay - 5n)
  const { rows } = await sql`select 1 from payment_difference where day = ${day}::date`.execute(world.lab.db)
  expect(rows).toEqual([])
})

describe('the rules of reconciliation', () => {
  const posting = (kind: string, key: string, debit: string, credit: string) =>
    `select ledger_post('${kind}', '${key}', null, array['${debit}', '${credit}'], array[5, -5]::bigint[], '[]');`
  const proposed = `insert into payment_adjustment (id, debit, credit, amount_fen, reason, proposer_id)
    values ('a1', 'fee', 'suspense', 5, 'x', 'ann');`
  const decided = `insert into payment_adjustment_decision (adjustment_id, proposer_id, operator_id, decision)
    values ('a1', 'ann', 'ben', 'agreed');`
  test.each([
    [
      'an adjustment nobody agreed to',
      proposed + posting('adjustment', 'adjustment:a1', 'fee', 'suspense'),
      ['I12: posting adjustment:a1 adjusts on the word of one'],
    ],
    [
      'an agreed adjustment that is not posted',
      proposed + decided,
      ['I8: adjustment a1 of 5 was agreed and is not posted so'],
    ],
    [
      'an agreed adjustment posted between other accounts',
      proposed + decided + posting('adjustment', 'adjustment:a1', 'fee', 'alipay'),
      ['I8: adjustment a1 of 5 was agreed and is not posted so'],
    ],
    [
      'a fee that no bill names',
      posting('fee', 'provider-fee:2020-01-01', 'fee', 'alipay'),
      [expect.stringMatching(/^I8: the provider kept \d+, its postings say \d+$/)],
    ],
  ])('report %s, and nothing else', async (_, plant, reported) => {
    expect(await breachesAfter(world.lab.db, RECONCILIATION_INVARIANTS, plant)).toEqual(reported)
  })
})
