import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shanghaiTime } from '../base/clock.ts'
import { startSimulator, type TestSimulator } from '../test-simulator.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

let simulator: TestSimulator
beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(() => simulator.close())

const query = (no: string) => simulator.call('alipay.trade.query', { out_trade_no: no })
const pay = (no: string, content: object = {}) =>
  simulator.control(`trades/${no}/pay`, { payUrl: simulator.payUrl(no, content) })
const advance = (advanceMs: number) => simulator.control('clock', { advanceMs })

describe('a trade', () => {
  it('does not exist until the buyer scans, although the cashier was opened', async () => {
    const { payUrl, control, call } = simulator
    await fetch(payUrl('late-1'))
    const before = await query('late-1')
    expect(before).toMatchObject({ code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST', out_trade_no: 'late-1' })
    expect(before).toMatchObject({ receipt_amount: '0.00', buyer_pay_amount: '0.00' })
    expect((await call('alipay.trade.close', { out_trade_no: 'late-1' })).sub_code).toBe('ACQ.TRADE_NOT_EXIST')
    expect((await control('trades/late-1/scan', {})).body.tradeStatus).toBe('WAIT_BUYER_PAY')
    expect((await query('late-1')).trade_status).toBe('WAIT_BUYER_PAY')
  })

  it('cannot be scanned when its address was never opened', async () => {
    expect((await simulator.control('trades/never-1/scan', {})).status).toBe(404)
  })

  it('closes at time_expire and takes no money afterwards', async () => {
    const { control, payUrl, world } = simulator
    const end = shanghaiTime(world.clock.nowMs() + 5 * MINUTE_MS)
    await control('trades/end-1/scan', { payUrl: payUrl('end-1', { time_expire: end }) })
    await fetch(payUrl('end-2', { time_expire: end }))
    await advance(5 * MINUTE_MS + 1000)
    expect((await query('end-1')).trade_status).toBe('TRADE_CLOSED')
    expect(await control('trades/end-1/pay', {})).toMatchObject({ status: 409, body: { error: 'ACQ.TRADE_HAS_CLOSE' } })
    expect((await control('trades/end-2/scan', {})).body.error).toBe('ACQ.TRADE_HAS_CLOSE')
    expect((await query('end-2')).sub_code).toBe('ACQ.TRADE_NOT_EXIST')
  })

  it('is paid once and refuses the same number with another amount', async () => {
    const { control, payUrl } = simulator
    await control('trades/once-1/scan', { payUrl: payUrl('once-1') })
    const other = await control('trades/once-1/scan', { payUrl: payUrl('once-1', { total_amount: '0.01' }) })
    expect(other.body.error).toBe('ACQ.CONTEXT_INCONSISTENT')
    const both = await Promise.all([control('trades/once-1/pay', {}), control('trades/once-1/pay', {})])
    expect(both.map((each) => each.status).sort()).toEqual([200, 409])
  })

  it('is closed when the buyer refuses', async () => {
    const { control, payUrl } = simulator
    await control('trades/no-1/refuse', { payUrl: payUrl('no-1') })
    expect((await query('no-1')).trade_status).toBe('TRADE_CLOSED')
  })

  it('is not paid by a buyer with too little', async () => {
    const { control, payUrl } = simulator
    const poor = await control('trades/poor-1/pay', { payUrl: payUrl('poor-1'), user: 'student' })
    expect(poor).toMatchObject({ status: 409, body: { error: 'ACQ.BUYER_BALANCE_NOT_ENOUGH' } })
    expect((await query('poor-1')).trade_status).toBe('WAIT_BUYER_PAY')
  })

  it('is paid on a phone by wap pay', async () => {
    const bizContent = { out_trade_no: 'wap-1', total_amount: '3', subject: '订单', product_code: 'QUICK_WAP_WAY' }
    const payUrl = simulator.sdk.pageExec('alipay.trade.wap.pay', 'GET', { bizContent })
    await simulator.control('trades/wap-1/pay', { payUrl })
    expect((await query('wap-1')).total_amount).toBe('3.00')
  })

  it('comes back to the merchant with signed parameters that name no state', async () => {
    const { control, payUrl, sdk } = simulator
    const address = payUrl('back-1', {}, { return_url: 'http://127.0.0.1:9/paid' })
    const { body } = await control('trades/back-1/pay', { payUrl: address })
    const parameters = Object.fromEntries(new URL(body.location).searchParams)
    expect(parameters).toMatchObject({ out_trade_no: 'back-1', method: 'alipay.trade.page.pay.return' })
    expect(parameters).not.toHaveProperty('trade_status')
    expect(sdk.checkNotifySignV2(parameters)).toBe(true)
    expect(sdk.checkNotifySignV2({ ...parameters, total_amount: '0.01' })).toBe(false)
  })
})

describe('a refund', () => {
  const refund = (no: string, amount: string, request: string) =>
    simulator.call('alipay.trade.refund', { out_trade_no: no, refund_amount: amount, out_request_no: request })

  it('happens once per out_request_no and never beyond the sum paid', async () => {
    await pay('rf-1', { total_amount: '10.00' })
    expect(await refund('rf-1', '4.00', 'a')).toMatchObject({ fund_change: 'Y', refund_fee: '4.00' })
    expect(await refund('rf-1', '4.00', 'a')).toMatchObject({ fund_change: 'N', refund_fee: '4.00' })
    expect((await refund('rf-1', '3.00', 'a')).sub_code).toBe('ACQ.DISCORDANT_REPEAT_REQUEST')
    expect((await refund('rf-1', '1.00', 'b')).sub_code).toBe('ACQ.SYSTEM_ERROR')
    await advance(3_001)
    expect((await refund('rf-1', '6.01', 'b')).sub_code).toBe('ACQ.REASON_TRADE_REFUND_FEE_ERR')
    expect((await query('rf-1')).trade_status).toBe('TRADE_SUCCESS')
    expect(await refund('rf-1', '6.00', 'b')).toMatchObject({ fund_change: 'Y', refund_fee: '10.00' })
    expect((await query('rf-1')).trade_status).toBe('TRADE_CLOSED')
  })

  it('answers an unknown out_request_no without a refund_status', async () => {
    await pay('rf-2')
    const asked = await simulator.call('alipay.trade.fastpay.refund.query', {
      out_trade_no: 'rf-2',
      out_request_no: 'x',
    })
    expect(asked).toEqual({ code: '10000', msg: 'Success', traceId: expect.any(String) })
  })

  it('is refused when the merchant has too little, and possible again later', async () => {
    await pay('rf-3')
    const kept = (await simulator.control('book')).body.balances.find(
      (each: { userKey: string }) => each.userKey === 'merchant',
    )
    await simulator.control('accounts/merchant/balance', { balance: '1.00' })
    expect((await refund('rf-3', '9.90', 'a')).sub_code).toBe('ACQ.SELLER_BALANCE_NOT_ENOUGH')
    await simulator.control('accounts/merchant/balance', { balance: kept.balance })
    expect((await refund('rf-3', '9.90', 'a')).fund_change).toBe('Y')
  })

  it('may be in work first: fund_change N, then REFUND_SUCCESS by query', async () => {
    await pay('rf-4')
    await simulator.control('faults', { on: 'alipay.trade.refund', kind: 'refund-pending', delayMs: 60_000 })
    expect((await refund('rf-4', '9.90', 'a')).fund_change).toBe('N')
    const ask = () => simulator.call('alipay.trade.fastpay.refund.query', { out_trade_no: 'rf-4', out_request_no: 'a' })
    expect(await ask()).not.toHaveProperty('refund_status')
    await advance(60_000)
    expect((await ask()).refund_status).toBe('REFUND_SUCCESS')
  })

  it('is over when the trade is finished', async () => {
    await pay('rf-5')
    await advance(366 * DAY_MS)
    expect((await query('rf-5')).trade_status).toBe('TRADE_FINISHED')
    expect((await refund('rf-5', '1.00', 'a')).sub_code).toBe('ACQ.TRADE_HAS_FINISHED')
  })
})

describe('the book', () => {
  it('sums to zero and cannot be changed', async () => {
    const { body } = await simulator.control('book')
    expect(body.entriesSum).toBe('0.00')
    expect(body.events.length).toBeGreaterThan(10)
    for (const table of ['events', 'entries']) {
      expect(() => simulator.world.store.run(`DELETE FROM ${table}`)).toThrow('append-only')
      expect(() => simulator.world.store.run(`UPDATE ${table} SET at = 0`)).toThrow('append-only')
    }
  })
})
