import { ContractError } from '@trove/contract/errors/codes'
import { approvePayout } from '@trove/contract/wallet/payout-approvals'
import {
  alipayBill,
  alipayUserInfo,
  bindAlipay,
  bindAlipayGet,
  getPurse,
  listBoundAccounts,
  mobileAuthorizeUrl,
  payOut,
  pcAuthorizeUrl,
  unbindAlipay,
} from '@trove/contract/wallet/routes'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startWalletLab, type WalletLab } from '../../../test/labs/wallet-lab.ts'

let world: WalletLab
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

beforeAll(async () => {
  world = await startWalletLab()
})
afterEach(async () => {
  // No call of this test is still under way when the next one plans what goes wrong with its own.
  await world.lab.settle()
  await world.simulator.control('DELETE', 'faults')
  // Whatever a test left bound is free for the next one.
  await sql`update wallet_binding set unbound_at = business_now(), account_sealed = null, real_name_sealed = null,
    profile_sealed = null where unbound_at is null`.execute(world.lab.db)
  expect(await world.ledger.verify()).toEqual([])
})
afterAll(() => world.stop())

type Book = { transfers: { outBizNo: string; status: string; amount: string }[] }
const transfersOf = async (userId: string) => {
  const numbers = (await world.payouts(userId)).map((payout) => payout.number)
  const { transfers } = await world.simulator.control<Book>('GET', 'book')
  return transfers.filter((transfer) => numbers.includes(transfer.outBizNo))
}
const fault = (on: string, kind: string, more: object = {}) =>
  world.simulator.control('POST', 'faults', { on, kind, ...more })
const TRANSFER = 'alipay.fund.trans.uni.transfer'
const isStates = (userId: string, states: string) => async () => (await world.statesOf(userId)) === states
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ContractError ? error.code : String(error)),
  )
/** Frees a person of the gateway for the next test. */
const release = (userId: string) => world.call(unbindAlipay, {}, userId)

describe('binding', () => {
  test('goes from the authorisation page to a bound account with a masked name, and back', async () => {
    const pending = await world.authorize('anna', 'expert')
    await world.call(bindAlipay, { body: { wallerId: pending, wallerRealName: '周以宁' } }, 'anna')
    const [bound] = await world.call(listBoundAccounts, {}, 'anna')
    expect(bound).toMatchObject({ nickname: '以宁', realNameMasked: '周*宁' })
    expect(await world.wallet.isBound('anna')).toBe(true)
    const purse = await world.call(getPurse, {}, 'anna')
    expect(purse).toMatchObject({ payableAmount: '0.00', unclearedAmount: '1.23', boundAccount: { id: bound!.id } })
    await release('anna')
    expect(await world.call(listBoundAccounts, {}, 'anna')).toEqual([])
    expect(await codeOf(world.call(unbindAlipay, {}, 'anna'))).toBe('wallet.not-bound')
  })

  test('keeps neither the name nor the account in the clear, and forgets both when it ends', async () => {
    await world.bind('bea', 'expert', '周以宁')
    const { rows } = await sql<{ row: string }>`
      select b::text || p::text as row from wallet_binding b, wallet_pending p where b.user_id = 'bea' and p.user_id = 'bea'`.execute(
      world.lab.db,
    )
    expect(rows[0]!.row).not.toContain('周以宁')
    expect(rows[0]!.row).not.toContain('2088102180010003')
    expect(rows[0]!.row).not.toContain(Buffer.from('2088102180010003').toString('hex'))
    await release('bea')
    const { rows: after } = await sql<{ sealed: Buffer | null }>`
      select real_name_sealed as sealed from wallet_binding where user_id = 'bea'`.execute(world.lab.db)
    expect(after.map((row) => row.sealed)).toEqual([null])
  })

  test('answers a repeated look and a repeated old GET with the same', async () => {
    const { url } = await world.call(mobileAuthorizeUrl, {}, 'cleo')
    const { searchParams } = new URL(url)
    const { location } = await world.simulator.control<{ location: string }>('POST', 'authorize', {
      redirect_uri: searchParams.get('redirect_uri'),
      state: searchParams.get('state'),
      user: 'expert',
    })
    const back = new URL(location).searchParams
    const query = { auth_code: back.get('auth_code')!, state: back.get('state')! }
    const first = await world.call(alipayUserInfo, { query }, 'cleo')
    expect(await world.call(alipayUserInfo, { query }, 'cleo')).toEqual(first)
    const ask = { query: { wallerId: first.id, wallerRealName: '周以宁' } }
    await world.call(bindAlipayGet, ask, 'cleo')
    await world.call(bindAlipayGet, ask, 'cleo')
    expect(await world.call(listBoundAccounts, {}, 'cleo')).toHaveLength(1)
    await release('cleo')
  })

  test('refuses a state that is another session’s, another person’s, used, too old, made up or missing', async () => {
    const code = async (state: string) => {
      const { location } = await world.simulator.control<{ location: string }>('POST', 'authorize', {
        redirect_uri: 'http://127.0.0.1/bind/alipay',
        state,
        user: 'expert',
      })
      return new URL(location).searchParams.get('auth_code')!
    }
    const newState = async (as: string) => {
      const { url } = await world.call(pcAuthorizeUrl, {}, as)
      return new URL(url).searchParams.get('state')!
    }
    const look = async (as: string, state: string | undefined) =>
      codeOf(world.call(alipayUserInfo, { query: { auth_code: await code(state ?? ''), state } }, as))
    const state = await newState('dora.desk')
    expect(await look('dora.phone', state)).toBe('wallet.authorization-invalid')
    expect(await look('eve.desk', state)).toBe('wallet.authorization-invalid')
    expect(await look('dora.desk', state)).toBe('done')
    expect(await look('dora.desk', state)).toBe('wallet.authorization-invalid')
    expect(await look('dora.desk', 'made-up')).toBe('wallet.authorization-invalid')
    expect(await look('dora.desk', undefined)).toBe('wallet.authorization-invalid')
    const old = await newState('dora.desk')
    await world.lab.advance(10 * MINUTE + 1000)
    expect(await look('dora.desk', old)).toBe('wallet.authorization-invalid')
  })

  test('refuses an auth_code the provider does not know, and lets the person try again when it is not reached', async () => {
    const { url } = await world.call(pcAuthorizeUrl, {}, 'fay')
    const state = new URL(url).searchParams.get('state')!
    await fault('alipay.system.oauth.token', 'http-500')
    const query = { auth_code: 'unknown-code', state }
    expect(await codeOf(world.call(alipayUserInfo, { query }, 'fay'))).toBe('payment.unavailable')
    expect(await codeOf(world.call(alipayUserInfo, { query }, 'fay'))).toBe('wallet.authorization-invalid')
  })

  test('is refused with another person’s pending account, after ten minutes, twice, and for an account bound by somebody', async () => {
    const pending = await world.authorize('gina', 'student')
    const bind = (as: string, wallerId: string) =>
      codeOf(world.call(bindAlipay, { body: { wallerId, wallerRealName: '何小满' } }, as))
    expect(await bind('hera', pending)).toBe('wallet.pending-not-found')
    await world.lab.advance(10 * MINUTE + 1000)
    expect(await bind('gina', pending)).toBe('wallet.pending-not-found')
    const first = await world.authorize('gina', 'student')
    const second = await world.authorize('gina', 'expert')
    const rival = await world.authorize('hera', 'student')
    expect(await bind('gina', first)).toBe('done')
    expect(await bind('gina', second)).toBe('wallet.already-bound')
    expect(await bind('hera', rival)).toBe('wallet.account-taken')
    expect(await codeOf(world.call(pcAuthorizeUrl, {}, 'gina'))).toBe('wallet.already-bound')
    await release('gina')
  })

  test('lets one of two people win who bind the same account at the same moment', async () => {
    const pendings = await Promise.all(['ida', 'jane'].map((user) => world.authorize(user, 'student')))
    const results = await Promise.all(
      ['ida', 'jane'].map((user, i) =>
        codeOf(world.call(bindAlipay, { body: { wallerId: pendings[i]!, wallerRealName: '何小满' } }, user)),
      ),
    )
    expect([...results].sort()).toEqual(['done', 'wallet.account-taken'])
    await release(results[0] === 'done' ? 'ida' : 'jane')
  })
})

describe('a payout', () => {
  test('of cleared income begins by itself, is sent once and told', async () => {
    await world.bind('kate', 'expert', '周以宁')
    expect(await world.earn('kate', 1234n)).toBe('in-flight')
    await world.until('paid', isStates('kate', 'paid'))
    expect(await transfersOf('kate')).toMatchObject([{ amount: '12.34', status: 'SUCCESS' }])
    const purse = await world.call(getPurse, {}, 'kate')
    expect(purse).toMatchObject({ payableAmount: '0.00', inFlightAmount: '0.00', paidOutAmount: '12.34' })
    const bill = await world.call(alipayBill, { query: {} }, 'kate')
    expect(bill.content).toMatchObject([
      { type: 'payout', amount: '-12.34', state: 'done' },
      { type: 'clearing', amount: '12.34', state: 'done' },
    ])
    expect(bill).toMatchObject({ inAmount: '12.34', outAmount: '12.34' })
    const { rows } = await sql<{
      kind: string
    }>`select kind from notices where kind like 'wallet.payout%' and user_id = 'kate'`.execute(world.lab.db)
    expect(rows).toEqual([{ kind: 'wallet.payout-done' }])
    await release('kate')
  })

  test('of income that waited for an account begins with the binding', async () => {
    expect(await world.earn('lena', 500n)).toBe('waiting')
    await world.bind('lena', 'expert', '周以宁')
    await world.until('paid', isStates('lena', 'paid'))
    await release('lena')
  })

  test('waits until there are ten fen, and by hand says so', async () => {
    await world.bind('mia', 'expert', '周以宁')
    expect(await world.earn('mia', 9n)).toBe('waiting')
    expect(await codeOf(world.call(payOut, {}, 'mia'))).toBe('wallet.nothing-to-pay-out')
    expect(await world.earn('mia', 1n)).toBe('in-flight')
    await world.until('paid', isStates('mia', 'paid'))
    await release('mia')
    expect(await codeOf(world.call(payOut, {}, 'mia'))).toBe('wallet.not-bound')
  })

  test('is one at a time, also when fifty are asked for at once; what is cleared meanwhile follows', async () => {
    await world.earn('nora', 1000n)
    await fault(TRANSFER, 'transfer-pending', { delayMs: MINUTE })
    await world.bind('nora', 'expert', '周以宁')
    const results = await Promise.all(Array.from({ length: 50 }, () => world.call(payOut, {}, 'nora')))
    expect(new Set(results.map((result) => result.payoutId)).size).toBe(1)
    expect(await codeOf(world.call(unbindAlipay, {}, 'nora'))).toBe('wallet.payout-in-flight')
    expect(await world.earn('nora', 300n)).toBe('waiting')
    await world.simulator.control('POST', 'clock', { advanceMs: MINUTE })
    await world.until('both paid', async () => {
      await world.lab.advance(6000)
      return (await world.statesOf('nora')) === 'paid,paid'
    })
    expect((await transfersOf('nora')).map((transfer) => transfer.amount)).toEqual(['10.00', '3.00'])
    await release('nora')
  })

  test.each([
    'unknown',
    'unknown-after',
    'system-error-after',
    'cut-before',
    'cut-after',
    'http-500-after',
    'hang-after',
    'unsigned',
    'wrong-key',
    'truncated-json',
  ])('arrives exactly once when its call ends with %s', async (kind) => {
    const user = `olga-${kind}`
    await world.earn(user, 2000n)
    await fault(TRANSFER, kind)
    await world.bind(user, 'expert', '周以宁')
    await world.until('paid', async () => {
      await world.lab.advance(6000)
      return (await world.statesOf(user)) === 'paid'
    })
    expect(await transfersOf(user)).toHaveLength(1)
    await release(user)
  })

  test('of unknown outcome is asked about before it is sent again, so no refusal of a second call is believed', async () => {
    const sent = vi.spyOn(world.provider, 'transfer')
    const refused = { outcome: 'failed', reason: 'PAYEE_ACC_OCUPIED' } as const
    await world.earn('otto', 2000n)
    await fault(TRANSFER, 'unknown-after')
    await world.bind('otto', 'expert', '周以宁')
    await world.until('sent', async () => sent.mock.settledResults.length === 1)
    sent.mockResolvedValue(refused)
    await world.until('ended', async () => {
      await world.lab.advance(6000)
      return (await world.statesOf('otto')) !== 'in-flight'
    })
    expect(await world.statesOf('otto')).toBe('paid')
    expect(sent).toHaveBeenCalledTimes(1)
    sent.mockRestore()
    expect(await transfersOf('otto')).toMatchObject([{ amount: '20.00', status: 'SUCCESS' }])
    await release('otto')
  })

  test('that stays in work is asked about until it is paid', async () => {
    await world.earn('pia', 2000n)
    await fault(TRANSFER, 'transfer-pending', { delayMs: DAY })
    await world.bind('pia', 'expert', '周以宁')
    await world.lab.settle()
    expect(await transfersOf('pia')).toMatchObject([{ status: 'DEALING' }])
    expect(await world.statesOf('pia')).toBe('in-flight')
    await world.simulator.control('POST', 'clock', { advanceMs: DAY })
    await world.until('paid', async () => {
      await world.lab.advance(MINUTE)
      return (await world.statesOf('pia')) === 'paid'
    })
    expect(await transfersOf('pia')).toHaveLength(1)
    await release('pia')
  })

  test('to a wrong name fails, the income is payable again, its owner is told, and nothing is tried until they act', async () => {
    await world.earn('rosa', 700n)
    await world.bind('rosa', 'expert', '错名字')
    await world.until('failed', isStates('rosa', 'failed'))
    expect((await world.payouts('rosa'))[0]).toMatchObject({ reason: 'PAYEE_USER_INFO_ERROR' })
    expect(await world.call(getPurse, {}, 'rosa')).toMatchObject({ payableAmount: '7.00', inFlightAmount: '0.00' })
    expect(await world.earn('rosa', 100n)).toBe('waiting')
    const bill = await world.call(alipayBill, { query: { type: 'payout' } }, 'rosa')
    expect(bill.content).toMatchObject([{ amount: '-7.00', state: 'failed' }])
    // It came back: nothing went out.
    expect(bill).toMatchObject({ inAmount: '0.00', outAmount: '0.00' })
    await release('rosa')
    await world.bind('rosa', 'expert', '周以宁')
    await world.until('paid', isStates('rosa', 'failed,paid'))
    expect((await transfersOf('rosa')).map((transfer) => transfer.amount)).toEqual(['8.00'])
    await release('rosa')
  })

  test('the provider refuses for our balance waits and arrives under the same number later', async () => {
    await world.earn('sara', 900n)
    await world.simulator.control('POST', 'accounts/merchant/balance', { balance: '1.00' })
    await world.bind('sara', 'expert', '周以宁')
    await world.lab.settle()
    expect((await world.payouts('sara'))[0]).toMatchObject({ state: 'in-flight', reason: 'PAYER_BALANCE_NOT_ENOUGH' })
    await world.simulator.control('POST', 'accounts/merchant/balance', { balance: '100000.00' })
    await world.lab.advance(11 * MINUTE)
    await world.until('paid', isStates('sara', 'paid'))
    await release('sara')
  })

  test('that comes back after it was paid is reversed and can be paid again', async () => {
    await world.earn('tess', 600n)
    await world.bind('tess', 'expert', '周以宁')
    await world.until('paid', isStates('tess', 'paid'))
    const { number } = (await world.payouts('tess'))[0]!
    await world.simulator.control('POST', `transfers/${number}/return`)
    await world.lab.advance(11 * MINUTE)
    await world.until('reversed', isStates('tess', 'failed'))
    expect(await world.call(getPurse, {}, 'tess')).toMatchObject({ payableAmount: '6.00', paidOutAmount: '0.00' })
    await world.call(payOut, {}, 'tess')
    await world.until('paid again', isStates('tess', 'failed,paid'))
    await release('tess')
  })

  test('above the limit of one transfer goes in parts', async () => {
    await world.simulator.control('POST', 'accounts/merchant/balance', { balance: '200000.00' })
    await world.earn('una', 6_000_000n)
    await world.bind('una', 'expert', '周以宁')
    await world.until('paid', async () => {
      for (const payout of await world.payouts('una')) {
        if (payout.state !== 'awaiting-approval') continue
        for (const as of ['operator-a', 'operator-b'])
          await world.call(approvePayout, { params: { id: payout.id } }, as)
      }
      return (await world.statesOf('una')) === 'paid,paid'
    })
    expect((await world.payouts('una')).map((payout) => payout.amount_fen)).toEqual([5_000_000n, 1_000_000n])
    await release('una')
  })

  test('is one transfer although three processes work on the same queue', async () => {
    const others = [world.openProcess(), world.openProcess()]
    await Promise.all(others.map((queue) => queue.start()))
    for (let i = 0; i < 10; i++) {
      const user = `vera-${i}`
      await world.earn(user, 100n)
      await world.bind(user, 'expert', '周以宁')
      await Promise.all([world.lab.jobs.poke(), ...others.map((queue) => queue.poke())])
      await world.until('paid', isStates(user, 'paid'))
      expect(await transfersOf(user)).toHaveLength(1)
      await release(user)
    }
    await Promise.all(others.map((queue) => queue.stop()))
  })
})

describe('the bill', () => {
  test('takes days of Shanghai, types and amounts, and refuses nonsense by name', async () => {
    await world.earn('wilma', 5n)
    await world.earn('wilma', 6n)
    const { rows } = await sql<{ day: string }>`
      select to_char(business_now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`.execute(world.lab.db)
    const day = rows[0]!.day
    const ask = (query: object) => world.call(alipayBill, { query }, 'wilma')
    expect((await ask({ startTime: day, endTime: day })).totalElements).toBe(2)
    expect((await ask({ startTime: `${day} 00:00:00`, endTime: `${day} 00:00:01` })).totalElements).toBeLessThanOrEqual(
      2,
    )
    expect((await ask({ endTime: '2020-01-01' })).totalElements).toBe(0)
    expect((await ask({ minAmount: '0.06' })).content.map((line) => line.amount)).toEqual(['0.06'])
    expect((await ask({ type: 'refund' })).totalElements).toBe(0)
    expect((await ask({ type: '', minAmount: '', startTime: '' })).totalElements).toBe(2)
    expect(await codeOf(ask({ minAmount: '2', maxAmount: '1' }))).toBe('wallet.amount-range')
    expect(await codeOf(ask({ minAmount: '1', maxAmount: '1' }))).toBe('wallet.amount-range')
    for (const wrong of [{ minAmount: '1e3' }, { maxAmount: '-1' }, { startTime: '2026-02-30' }, { endTime: 'soon' }]) {
      expect(await codeOf(ask(wrong)), JSON.stringify(wrong)).toBe('request.invalid')
    }
    expect((await world.call(alipayBill, { query: {} }, 'nobody')).content).toEqual([])
  })
})

test('a paid payout is looked at for a week and then left alone', async () => {
  await world.earn('xena', 100n)
  await world.bind('xena', 'expert', '周以宁')
  await world.until('paid', isStates('xena', 'paid'))
  await world.lab.advance(169 * HOUR)
  await world.until('left alone', async () => {
    const { rows } = await sql`select 1 from wallet_payout where user_id = 'xena' and next_ask_at is null`.execute(
      world.lab.db,
    )
    return rows.length === 1
  })
  await release('xena')
})
