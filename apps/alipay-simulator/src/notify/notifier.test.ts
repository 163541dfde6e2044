import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Hook, openHook, startSimulator, type TestSimulator } from '../test-simulator.ts'

let simulator: TestSimulator
let hook: Hook
beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(() => simulator.close())
beforeEach(async () => {
  hook = await openHook()
})
afterEach(async () => {
  await simulator.control('faults', {}, 'DELETE')
  hook.close()
})

const pay = (no: string, content: object = {}) => {
  const addresses = { notify_url: hook.url, return_url: 'http://127.0.0.1:9/back' }
  return simulator.control(`trades/${no}/pay`, { payUrl: simulator.payUrl(no, content, addresses) })
}
const plan = (kind: string, more: object = {}) => simulator.control('faults', { on: 'notify', kind, ...more })
const deliveries = async (no: string) =>
  (await simulator.control('book')).body.notifications.find((each: { outTradeNo: string }) => each.outTradeNo === no)
const first = async (no: string, kind: string) => {
  await plan(kind)
  await pay(no)
  await hook.wait(1)
  return hook.received[0] ?? {}
}

describe('a notification', () => {
  it('carries the fields of the real gateway, signed for checkNotifySignV2', async () => {
    await pay('n-1', { subject: '100% & "订单"', body: 'a=b' })
    await hook.wait(1)
    const form = hook.received[0] ?? {}
    expect(form).toMatchObject({
      notify_type: 'trade_status_sync',
      app_id: simulator.merchant.appId,
      auth_app_id: simulator.merchant.appId,
      seller_id: simulator.merchant.sellerId,
      buyer_id: '2088102180010002',
      sign_type: 'RSA2',
      trade_status: 'TRADE_SUCCESS',
      total_amount: '9.90',
      fund_bill_list: '[{"amount":"9.90","fundChannel":"ALIPAYACCOUNT"}]',
      subject: '100% & "订单"',
    })
    expect(simulator.sdk.checkNotifySignV2(form)).toBe(true)
    expect(simulator.sdk.checkNotifySignV2({ ...form, total_amount: '0.01' })).toBe(false)
  })

  it('is repeated with the same notify_id until the answer is exactly success', async () => {
    hook.answer((_, index) => ['failure', '<p>success</p>', 'success\n'][index] ?? 'success')
    await pay('n-2')
    await hook.wait(4)
    expect(new Set(hook.received.map((form) => form.notify_id)).size).toBe(1)
    expect((await deliveries('n-2')).deliveries.map((each: { answer: string }) => each.answer)).toHaveLength(4)
    expect((await deliveries('n-2')).state).toBe('delivered')
  })

  it('is given up after 8 attempts over 24 h 24 m of its clock', async () => {
    hook.answer(() => 'no')
    await pay('n-3')
    for (let count = 1; count < 8; count += 1) {
      await hook.wait(count)
      await simulator.control('clock', { advanceMs: 15 * 3_600_000 })
    }
    await hook.wait(8)
    await expect.poll(async () => (await deliveries('n-3')).state).toBe('given-up')
    expect(hook.received).toHaveLength(8)
  })

  it('tells a partial refund as TRADE_SUCCESS with refund fields and is silent about the full one', async () => {
    await pay('n-4')
    await hook.wait(1)
    const refund = { out_trade_no: 'n-4', refund_amount: '1.00', out_request_no: 'part' }
    await simulator.call('alipay.trade.refund', refund)
    await hook.wait(2)
    expect(hook.received[1]).toMatchObject({ trade_status: 'TRADE_SUCCESS', refund_fee: '1.00', out_biz_no: 'part' })
    expect(hook.received[1]).toHaveProperty('gmt_refund')
    await simulator.control('clock', { advanceMs: 3_001 })
    await simulator.call('alipay.trade.refund', { ...refund, refund_amount: '8.90', out_request_no: 'rest' })
    await pay('n-5')
    await hook.wait(3)
    expect(hook.received[2]?.out_trade_no).toBe('n-5')
  })

  it('tells closes too, and signs sign_type, when switched so', async () => {
    await simulator.control('switches', { notifiesClosed: true, signsNotifyType: true, usesOpenId: true })
    const address = simulator.payUrl('n-6', {}, { notify_url: hook.url })
    await simulator.control('trades/n-6/refuse', { payUrl: address })
    await hook.wait(1)
    const form = hook.received[0] ?? {}
    expect(form).toMatchObject({ trade_status: 'TRADE_CLOSED' })
    expect(form).toHaveProperty('buyer_open_id')
    expect(simulator.sdk.checkNotifySignV2(form)).toBe(true)
    await simulator.control('switches', { notifiesClosed: false, signsNotifyType: false, usesOpenId: false })
  })
})

describe('a faulty notification', () => {
  it('re-split still verifies and claims another amount', async () => {
    await plan('re-split', { amount: '9999.00' })
    await pay('f-1', { total_amount: '0.01' })
    await hook.wait(1)
    const form = hook.received[0] ?? {}
    expect(form).toMatchObject({ total_amount: '9999.00', total_amounta: '1&total_amount=0.01', subject: '订单 f-1' })
    expect(simulator.sdk.checkNotifySignV2(form)).toBe(true)
  })

  it.each([
    ['wrong-amount', 'total_amount', true],
    ['wrong-app', 'app_id', true],
    ['wrong-seller', 'seller_id', true],
    ['wrong-signature', 'sign', false],
  ])('%s differs in %s (verifies: %s) and comes right at the next attempt', async (kind, field, verifies) => {
    hook.answer((_, index) => (index === 0 ? 'failure' : 'success'))
    const form = await first(`f-${kind}`, kind)
    expect(simulator.sdk.checkNotifySignV2(form)).toBe(verifies)
    await hook.wait(2)
    expect(hook.received[1]?.[field]).not.toBe(form[field])
    expect(simulator.sdk.checkNotifySignV2(hook.received[1])).toBe(true)
  })

  it('wrong-type names a signature kind that must not be trusted', async () => {
    const form = await first('f-type', 'wrong-type')
    expect(['RSA', 'MD5']).toContain(form.sign_type)
  })

  it('duplicate comes as many times as asked', async () => {
    await plan('duplicate', { copies: 30 })
    await pay('f-2')
    await hook.wait(30)
    expect(new Set(hook.received.map((form) => form.sign)).size).toBe(1)
  })

  it('reorder comes after the next one', async () => {
    await plan('reorder')
    await pay('f-3')
    await pay('f-4')
    await hook.wait(2)
    expect(hook.received.map((form) => form.out_trade_no)).toEqual(['f-4', 'f-3'])
  })

  it('never does not come, late comes 25 hours later', async () => {
    await plan('never')
    await pay('f-5')
    await expect.poll(async () => (await deliveries('f-5')).state).toBe('given-up')
    await plan('late')
    await pay('f-6')
    await simulator.control('clock', { advanceMs: 23 * 3_600_000 })
    expect(hook.received).toHaveLength(0)
    await simulator.control('clock', { advanceMs: 2 * 3_600_000 })
    await hook.wait(1)
    expect(hook.received[0]?.out_trade_no).toBe('f-6')
  })

  it('before-return has come when the browser is sent back', async () => {
    await plan('before-return')
    const { body } = await pay('f-7')
    expect(body.location).toContain('http://127.0.0.1:9/back?')
    expect(hook.received).toHaveLength(1)
  })
})
