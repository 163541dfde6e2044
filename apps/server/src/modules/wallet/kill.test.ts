import { approvePayout, declinePayout } from '@trove/contract/wallet/payout-approvals'
import {
  alipayUserInfo,
  bindAlipay,
  listBoundAccounts,
  payOut,
  pcAuthorizeUrl,
  unbindAlipay,
} from '@trove/contract/wallet/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KillLab, startKillLab } from '../../../test/labs/kill-lab.ts'
import { TEST_CODE } from '../../../test/stand-ins/test-owner.ts'
import { newId } from '../../platform/base/id.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

/** kill -9 before and after every step of binding, unbinding, approving and paying out: the next process finishes, once. */

let world: KillLab
beforeAll(async () => {
  world = await startKillLab()
  await world.simulator.control('POST', 'accounts/merchant/balance', { balance: '900000.00' })
})
afterAll(() => world.stop())

const REAL_NAME = '周以宁'
let number = 0
const newUser = () => `seller-${++number}`

async function clear(userId: string, amountFen: bigint, paysOut = true) {
  const orderId = newId()
  await inTransaction(world.lab.db, async (tx) => {
    const entries = [
      { account: 'suspense' as const, amountFen },
      { account: `payable:${userId}` as const, amountFen: -amountFen },
    ]
    await world.ledger.post(tx, { kind: 'clearing', key: `clear:${orderId}`, orderId, entries })
    if (paysOut) await world.wallet.payOutCleared(tx, userId)
  })
}
/** Frees the gateway's person of whoever was bound before. */
const unbindAll = () =>
  sql`update wallet_binding set unbound_at = business_now(), account_sealed = null, real_name_sealed = null,
    profile_sealed = null where unbound_at is null`.execute(world.lab.db)
async function bindDemo(userId: string, realName = REAL_NAME) {
  await unbindAll()
  const account = {
    accountId: '2088102180010003',
    accountKind: 'user-id' as const,
    avatar: null,
    nickname: null,
  }
  await world.wallet.bindDemo(userId, account, realName)
}
/** The whole way of a person: authorise, come back, confirm. Does nothing once an account is bound. */
async function bindByHand(userId: string) {
  if ((await world.call(listBoundAccounts, {}, userId)).length > 0) return
  const { url } = await world.call(pcAuthorizeUrl, {}, userId)
  const asked = new URL(url).searchParams
  const { location } = await world.simulator.control<{ location: string }>('POST', 'authorize', {
    redirect_uri: asked.get('redirect_uri'),
    state: asked.get('state'),
    user: 'expert',
  })
  const back = new URL(location).searchParams
  const query = { auth_code: back.get('auth_code')!, state: back.get('state')! }
  const { id } = await world.call(alipayUserInfo, { query }, userId)
  await world.call(bindAlipay, { body: { wallerId: id, wallerRealName: REAL_NAME, smsCode: TEST_CODE } }, userId)
}
const bindings = async (userId: string) => {
  const { rows } = await sql<{ live: bigint; ended: bigint }>`select
    count(*) filter (where unbound_at is null) as live, count(*) filter (where unbound_at is not null) as ended
    from wallet_binding where user_id = ${userId}`.execute(world.lab.db)
  return { live: Number(rows[0]!.live), ended: Number(rows[0]!.ended) }
}
const payouts = async (userId: string) => {
  const { rows } = await sql<{ id: string; number: string; state: string }>`
    select id, number, state from wallet_payout where user_id = ${userId} order by created_at, id`.execute(world.lab.db)
  return rows
}
const isState = (userId: string, states: string) => async () =>
  (await payouts(userId)).map((payout) => payout.state).join() === states
const transfers = async (userId: string) => {
  const numbers = (await payouts(userId)).map((payout) => payout.number)
  const book = await world.simulator.control<{ transfers: { outBizNo: string }[] }>('GET', 'book')
  return book.transfers.filter((transfer) => numbers.includes(transfer.outBizNo))
}
const payable = (userId: string) => world.ledger.balance(world.lab.db, `payable:${userId}`)
const noticesOf = async (userId: string) => {
  const { rows } = await sql<{ kind: string }>`select kind from notices where user_id = ${userId} order by seq`.execute(
    world.lab.db,
  )
  return rows.map((row) => row.kind)
}

describe('a process killed while an account is bound', () => {
  test.each([
    'wallet.bind.before-exchange',
    'wallet.bind.after-exchange',
    'wallet.bind.before',
    'wallet.bind.before-commit',
    'wallet.bind.after',
  ])('at %s lets the person bind it, once, and pays out once what waited', async (point) => {
    await unbindAll()
    const user = newUser()
    await clear(user, 500n)
    const bind = () => bindByHand(user)
    await world.killAt(point, bind, isState(user, 'paid'), bind)
    expect(await bindings(user)).toEqual({ live: 1, ended: 0 })
    expect(await transfers(user)).toHaveLength(1)
    expect(await payable(user)).toBe(0n)
  })
})

describe('a process killed while an account is unbound', () => {
  test.each(['wallet.unbind.before', 'wallet.unbind.before-commit', 'wallet.unbind.after-commit'])(
    'at %s unbinds it, once',
    async (point) => {
      const user = newUser()
      await bindDemo(user)
      const unbind = async () => {
        if ((await world.call(listBoundAccounts, {}, user)).length > 0) await world.call(unbindAlipay, {}, user)
      }
      await world.killAt(point, unbind, async () => (await bindings(user)).live === 0, unbind)
      expect(await bindings(user)).toEqual({ live: 0, ended: 1 })
    },
  )
})

describe('a process killed while a seller is paid out', () => {
  test.each(['wallet.payout.before-begin', 'wallet.payout.after-begin'])(
    'at %s begins it once when its owner asks again',
    async (point) => {
      const user = newUser()
      await bindDemo(user)
      await clear(user, 500n, false)
      const ask = () => world.call(payOut, {}, user)
      await world.killAt(point, ask, isState(user, 'paid'), ask)
      expect(await transfers(user)).toHaveLength(1)
      expect(await payable(user)).toBe(0n)
    },
  )

  test.each([
    'wallet.payout.before-send',
    'wallet.payout.after-send',
    'wallet.payout.before-paid-commit',
    'wallet.payout.after-paid-commit',
  ])('at %s pays once', async (point) => {
    const user = newUser()
    await bindDemo(user)
    await world.killAt(point, () => clear(user, 500n), isState(user, 'paid'))
    expect(await transfers(user)).toHaveLength(1)
    expect(await noticesOf(user)).toEqual(['wallet.payout-done'])
  })

  test.each(['wallet.payout.before-failed-commit', 'wallet.payout.after-failed-commit'])(
    'at %s fails once',
    async (point) => {
      const user = newUser()
      await bindDemo(user, '错名字')
      await world.killAt(point, () => clear(user, 500n), isState(user, 'failed'))
      expect(await transfers(user)).toHaveLength(0)
      expect(await payable(user)).toBe(-500n)
    },
  )

  test.each(['wallet.payout.before-returned-commit', 'wallet.payout.after-returned-commit'])(
    'at %s takes back once what the bank returned',
    async (point) => {
      const user = newUser()
      await bindDemo(user)
      await world.live(async () => {
        await clear(user, 500n)
        await world.until('paid', isState(user, 'paid'))
      })
      const [payout] = await payouts(user)
      await world.simulator.control('POST', `transfers/${payout!.number}/return`)
      await world.lab.advance(11 * 60_000)
      await world.killAt(point, async () => {}, isState(user, 'failed'))
      expect(await payable(user)).toBe(-500n)
      expect(await noticesOf(user)).toEqual(['wallet.payout-done', 'wallet.payout-failed'])
    },
  )
})

describe('a process killed while the staff decides about a large payout', () => {
  const LARGE = 600_000n
  async function startWaiting(): Promise<{ user: string; id: string }> {
    const user = newUser()
    await bindDemo(user)
    await clear(user, LARGE)
    const [payout] = await payouts(user)
    expect(payout!.state).toBe('awaiting-approval')
    return { user, id: payout!.id }
  }
  const decisions = async (id: string) => {
    const { rows } = await sql<{ line: string }>`select operator_id || ' ' || decision as line
      from wallet_payout_decision where payout_id = ${id} order by seq`.execute(world.lab.db)
    return rows.map((row) => row.line)
  }
  /** Again after no answer; that it was counted before is an answer too. */
  const repeat = (work: () => Promise<unknown>) => () => work().catch(() => undefined)

  test.each(['wallet.approval.before', 'wallet.approval.before-commit', 'wallet.approval.after-commit'])(
    'at %s counts the second approval once and pays once',
    async (point) => {
      const { user, id } = await startWaiting()
      const approve = (as: string) => world.call(approvePayout, { params: { id } }, as)
      await world.live(() => approve('operator-a'))
      await world.killAt(
        point,
        () => approve('operator-b'),
        isState(user, 'paid'),
        repeat(() => approve('operator-b')),
      )
      expect(await decisions(id)).toEqual(['operator-a approved', 'operator-b approved'])
      expect(await transfers(user)).toHaveLength(1)
    },
  )

  test.each(['wallet.decline.before', 'wallet.decline.before-commit', 'wallet.decline.after-commit'])(
    'at %s puts the money back once',
    async (point) => {
      const { user, id } = await startWaiting()
      const decline = () => world.call(declinePayout, { params: { id }, body: { reason: '待核实' } }, 'operator-a')
      await world.killAt(point, decline, isState(user, 'declined'), repeat(decline))
      expect(await decisions(id)).toEqual(['operator-a declined'])
      expect(await payable(user)).toBe(-LARGE)
      expect(await noticesOf(user)).toEqual(['wallet.payout-awaiting', 'wallet.payout-declined'])
      expect(await transfers(user)).toHaveLength(0)
    },
  )
})
