import { alipayBill, getPurse, listBoundAccounts } from '@trove/contract/wallet/routes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../test/world/world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld({
    env: {
      CALLS_PER_MINUTE: '40',
      DEMO: '1',
      DEMO_PAYEE_ID: '2088102180010001',
      DEMO_PAYEE_NAME: '陈嘉木',
      DEMO_PAYEE_NICKNAME: '嘉木',
    },
  })
})
afterAll(() => world.stop())

test('the demo seller has the receiving account of the configuration, and an empty purse', async () => {
  const seller = await world.signIn('13800000001')
  const [bound] = await world.call(listBoundAccounts, {}, { as: seller })
  expect(bound).toMatchObject({ nickname: '嘉木', realNameMasked: '陈*木' })
  const purse = await world.call(getPurse, {}, { as: seller })
  expect(purse).toMatchObject({ payableAmount: '0.00', unclearedAmount: '0.00', boundAccount: { id: bound!.id } })
  expect(await world.call(alipayBill, { query: {} }, { as: seller })).toEqual({
    ...{ content: [], totalElements: 0 },
    ...{ inAmount: '0.00', outAmount: '0.00' },
  })
})

test('readiness asks the payment provider', async () => {
  const parts = async () => ((await (await world.raw('/readyz')).json()) as { parts: { payment: string } }).parts
  // Each part answers within a limit: a busy machine may miss it once.
  await expect.poll(async () => (await parts()).payment).toBe('ok')
})

test('the figures of money are among the others', async () => {
  const text = await (await world.raw('/metrics')).text()
  expect(text).toContain('trove_ledger_violations 0')
  expect(text).toContain('trove_payment_notify_refused_total')
  expect(text).toContain('trove_orders_paid_overdue 0')
})

test('the notification route turns nonsense away without an error, however often the provider calls', async () => {
  for (let i = 0; i < 60; i++) {
    const answer = await world.raw('/api/order/alipay/notify', {
      method: 'POST',
      body: 'sign=x&sign_type=RSA2',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([answer.status, await answer.text()]).toEqual([200, 'failure'])
  }
})
