import { createSign, generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { shanghaiTime } from '@trove/units/shanghai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../../../../test/labs/money-lab.ts'
import { settingsOf } from '../../../../test/labs/payment-lab.ts'
import type { PaymentProvider } from '../model/provider.ts'
import { createAlipay } from './alipay.ts'

let simulator: Simulator
let provider: PaymentProvider

beforeAll(async () => {
  simulator = await startSimulator()
  provider = createAlipay(settingsOf(simulator))
})
afterAll(() => simulator.stop())

const order = (outTradeNo: string) => ({
  device: 'pc' as const,
  outTradeNo,
  amountFen: 990n,
  subject: `订单 ${outTradeNo}`,
  expiresAt: new Date(Date.now() + 900_000),
  notifyUrl: '',
  returnUrl: 'http://127.0.0.1:9/pay/result/1',
})

test('times are Shanghai’s in every time zone of the process', () => {
  expect(shanghaiTime(new Date('2026-07-01T16:30:05Z'))).toBe('2026-07-02 00:30:05')
  const before = process.env.TZ
  for (const zone of ['UTC', 'America/New_York', 'Asia/Shanghai']) {
    process.env.TZ = zone
    expect(shanghaiTime(new Date('2026-07-01T16:30:05Z'))).toBe('2026-07-02 00:30:05')
  }
  process.env.TZ = before
})

describe('without the gateway’s public key', () => {
  test.each([{ publicKey: undefined }, { publicKey: '' }, { publicKey: undefined, appCert: 'x' }])(
    'it does not start (%j)',
    (more) => {
      expect(() => createAlipay(settingsOf(simulator, more))).toThrow(/public key/)
    },
  )
})

describe.each(['key', 'certificate'])('in %s mode', (mode) => {
  let it: PaymentProvider
  beforeAll(() => {
    const { appCertPath, alipayPublicCertPath, alipayRootCertPath } = simulator.merchant
    it =
      mode === 'key'
        ? provider
        : createAlipay(
            settingsOf(simulator, {
              publicKey: undefined,
              appCert: appCertPath,
              publicCert: alipayPublicCertPath,
              rootCert: alipayRootCertPath,
            }),
          )
  })

  test('a trade goes from unseen over waiting and paid to refunded', async () => {
    const number = `A-${mode}`
    expect(await it.query(number)).toEqual({ outcome: 'absent' })
    expect(await it.close(number)).toEqual({ outcome: 'absent' })
    const payUrl = it.payUrl(order(number))
    await simulator.control('POST', `trades/${number}/scan`, { payUrl, user: 'grace' })
    expect(await it.query(number)).toMatchObject({ outcome: 'waiting' })
    await simulator.control('POST', `trades/${number}/pay`)
    expect(await it.query(number)).toMatchObject({ outcome: 'paid', amountFen: 990n })
    expect(await it.close(number)).toMatchObject({ outcome: 'refused' })
    const refund = { outTradeNo: number, number: `R-${mode}`, amountFen: 990n }
    expect(await it.refundQuery(refund)).toEqual({ outcome: 'absent' })
    expect(await it.refund(refund)).toEqual({ outcome: 'done' })
    expect(await it.refund(refund)).toEqual({ outcome: 'pending' })
    expect(await it.refundQuery(refund)).toEqual({ outcome: 'done' })
    expect(await it.refundQuery({ ...refund, amountFen: 1n })).toMatchObject({ outcome: 'unknown' })
    expect(await it.query(number)).toMatchObject({ outcome: 'closed', wasPaid: true })
  })

  test('an error_response is read with its own signature', async () => {
    expect(await it.exchange('no-such-code')).toEqual({ outcome: 'invalid' })
  })

  test('a transfer is idempotent by its number, refusals of the payee are final, unknown numbers absent', async () => {
    const to = { accountId: '2088102180010003', accountKind: 'user-id' as const, realName: '周以宁', title: '收益' }
    const transfer = { ...to, number: `P-${mode}`, amountFen: 100n }
    expect(await it.transferQuery(transfer.number)).toEqual({ outcome: 'absent' })
    const first = await it.transfer(transfer)
    expect(first).toMatchObject({ outcome: 'paid' })
    expect(await it.transfer(transfer)).toEqual(first)
    expect(await it.transferQuery(transfer.number)).toEqual(first)
    expect(await it.transfer({ ...transfer, number: `Q-${mode}`, realName: '别人' })).toEqual({
      outcome: 'failed',
      reason: 'PAYEE_USER_INFO_ERROR',
    })
    expect(await it.transfer({ ...transfer, amountFen: 200n })).toMatchObject({ outcome: 'refused' })
  })
})

describe('the cashier address', () => {
  test('is a GET with our own words only, for both devices, with strings for amounts', () => {
    for (const [device, method, product] of [
      ['pc', 'alipay.trade.page.pay', 'FAST_INSTANT_TRADE_PAY'],
      ['mobile', 'alipay.trade.wap.pay', 'QUICK_WAP_WAY'],
    ] as const) {
      const { searchParams } = new URL(provider.payUrl({ ...order('N-1'), device }))
      expect(searchParams.get('method')).toBe(method)
      expect(searchParams.get('sign_type')).toBe('RSA2')
      const content = JSON.parse(searchParams.get('biz_content')!)
      expect(content).toMatchObject({
        out_trade_no: 'N-1',
        total_amount: '9.90',
        subject: '订单 N-1',
        product_code: product,
      })
      expect(Object.keys(content).sort()).toEqual([
        'out_trade_no',
        'product_code',
        'subject',
        'time_expire',
        'total_amount',
      ])
    }
  })
})

describe('an answer that is not the gateway’s', () => {
  test.each([
    'unsigned',
    'wrong-signature',
    'wrong-key',
    'truncated-json',
    'http-500',
    'cut-before',
    'unknown',
    'system-error',
    'hang',
  ])('%s is unknown, never believed', async (kind) => {
    const own = createAlipay(settingsOf(simulator, { timeoutMs: 300 }))
    // More than once, because the HTTP client repeats a call whose connection broke.
    await simulator.control('POST', 'faults', { on: '*', kind, times: 9 })
    expect(await own.query('A-key')).toMatchObject({ outcome: 'unknown' })
    await simulator.control('DELETE', 'faults')
  })

  test.each(['unsigned', 'wrong-signature', 'wrong-key'])(
    'an error_response that is %s decides nothing',
    async (kind) => {
      await simulator.control('POST', 'faults', { on: 'alipay.system.oauth.token', kind })
      expect(await provider.exchange('no-such-code')).toMatchObject({ outcome: 'unknown' })
      await simulator.control('DELETE', 'faults')
    },
  )

  test('all of them are unknown to somebody with another gateway key', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const own = createAlipay(
      settingsOf(simulator, { publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string }),
    )
    expect(await own.query('A-key')).toMatchObject({ outcome: 'unknown' })
    expect(await own.exchange('no-such-code')).toMatchObject({ outcome: 'unknown' })
  })
})

test('after three calls without an answer it is down for a moment and comes back by itself', async () => {
  const own = createAlipay(settingsOf(simulator, { gatewayUrl: 'http://127.0.0.1:9/gateway.do', timeoutMs: 300 }))
  for (let i = 0; i < 3; i++) {
    expect(own.isUp()).toBe(true)
    await own.query('x')
  }
  expect(own.isUp()).toBe(false)
  expect(await own.query('x')).toEqual({ outcome: 'unknown', reason: 'gateway down' })
  await expect.poll(() => own.isUp(), { interval: 50 }).toBe(true)
})

test('answers that are not signed by the gateway are told as security events and do not make it down', async () => {
  const events: { method: string; reason: string }[] = []
  const own = createAlipay(settingsOf(simulator), (event) => events.push(event))
  for (const kind of ['unsigned', 'wrong-signature', 'wrong-key', 'truncated-json']) {
    await simulator.control('POST', 'faults', { on: 'alipay.trade.query', kind })
    expect(await own.query('A-key')).toMatchObject({ outcome: 'unknown' })
  }
  expect(events.map(({ method }) => method)).toEqual(Array(4).fill('alipay.trade.query'))
  expect(own.isUp()).toBe(true)
  await simulator.control('POST', 'faults', { on: 'alipay.trade.query', kind: 'http-500', times: 3 })
  for (let i = 0; i < 3; i++) await own.query('A-key')
  expect(own.isUp()).toBe(false)
  expect(events).toHaveLength(4)
})

describe('a well-signed answer to another question', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let gateway: Server
  let it: PaymentProvider
  let said: Record<string, unknown> = {}

  beforeAll(async () => {
    gateway = createServer((request, response) => {
      request.resume()
      const method = new URL(request.url!, 'http://gateway').searchParams.get('method')!
      const text = JSON.stringify({ code: '10000', msg: 'Success', ...said })
      const sign = createSign('RSA-SHA256').update(text).sign(privateKey, 'base64')
      response.end(`{"${method.replaceAll('.', '_')}_response":${text},"sign":"${sign}"}`)
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    const { port } = gateway.address() as AddressInfo
    it = createAlipay(
      settingsOf(simulator, {
        gatewayUrl: `http://127.0.0.1:${port}/gateway.do`,
        publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
      }),
    )
  })
  afterAll(() => gateway.close())

  const refund = { outTradeNo: 'mine', number: 'R-mine', amountFen: 990n }
  const transfer = { accountId: '2088', accountKind: 'user-id' as const, realName: '周', title: 'x' }
  const trade = { trade_no: '1', trade_status: 'TRADE_SUCCESS', total_amount: '9.90' }
  const cases: [string, () => Promise<{ outcome: string }>, object, object, string][] = [
    [
      'a query',
      () => it.query('mine'),
      { out_trade_no: 'mine', ...trade },
      { out_trade_no: 'other', ...trade },
      'paid',
    ],
    [
      'a refund',
      () => it.refund(refund),
      { out_trade_no: 'mine', fund_change: 'Y' },
      { out_trade_no: 'other', fund_change: 'Y' },
      'done',
    ],
    [
      'a question about a refund',
      () => it.refundQuery(refund),
      { out_trade_no: 'mine', out_request_no: 'R-mine', refund_status: 'REFUND_SUCCESS', refund_amount: '9.90' },
      { out_trade_no: 'mine', out_request_no: 'R-other', refund_status: 'REFUND_SUCCESS', refund_amount: '9.90' },
      'done',
    ],
    [
      'a question about a refund of another trade',
      () => it.refundQuery(refund),
      { out_trade_no: 'mine', out_request_no: 'R-mine', refund_status: 'REFUND_SUCCESS', refund_amount: '9.90' },
      { out_trade_no: 'other', out_request_no: 'R-mine', refund_status: 'REFUND_SUCCESS', refund_amount: '9.90' },
      'done',
    ],
    [
      'a transfer',
      () => it.transfer({ ...transfer, number: 'P-mine', amountFen: 100n }),
      { out_biz_no: 'P-mine', order_id: '1', status: 'SUCCESS' },
      { out_biz_no: 'P-other', order_id: '1', status: 'SUCCESS' },
      'paid',
    ],
    [
      'a question about a transfer',
      () => it.transferQuery('P-mine'),
      { out_biz_no: 'P-mine', order_id: '1', status: 'SUCCESS' },
      { out_biz_no: 'P-other', order_id: '1', status: 'SUCCESS' },
      'paid',
    ],
  ]
  test.each(cases)('is no answer to %s', async (_, ask, right, wrong, outcome) => {
    said = right as typeof said
    expect(await ask()).toMatchObject({ outcome })
    said = wrong as typeof said
    expect(await ask()).toEqual({ outcome: 'unknown', reason: 'answer does not fit the question' })
  })

  test('a close of another trade closes nothing', async () => {
    said = { out_trade_no: 'mine' }
    expect(await it.close('mine')).toEqual({ outcome: 'closed' })
    said = { out_trade_no: 'other' }
    expect(await it.close('mine')).toEqual({ outcome: 'unknown', reason: 'answer does not fit the question' })
  })
})
