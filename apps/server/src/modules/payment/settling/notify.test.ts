import { createPrivateKey, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PaymentLab, startPaymentLab } from '../../../../test/labs/payment-lab.ts'

let world: PaymentLab
let gatewayKey: KeyObject
let order: { orderId: string; outTradeNo: string }
const strangerKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

beforeAll(async () => {
  world = await startPaymentLab()
  const keys = dirname(world.simulator.merchant.appCertPath!)
  gatewayKey = createPrivateKey(readFileSync(join(keys, 'gateway.pem'), 'utf8'))
  // Nobody has scanned: whatever a message claims, the query says there is no such trade.
  order = await world.open(990n)
})
afterAll(() => world.stop())

type Fields = Record<string, string>
let number = 0
const valid = (): Fields => ({
  notify_time: '2026-11-21 12:00:00',
  notify_type: 'trade_status_sync',
  notify_id: `n-${++number}`,
  app_id: world.simulator.merchant.appId!,
  auth_app_id: world.simulator.merchant.appId!,
  charset: 'utf-8',
  version: '1.0',
  sign_type: 'RSA2',
  trade_no: '2026112122001000000000000001',
  out_trade_no: order.outTradeNo,
  buyer_id: '2088102180010002',
  seller_id: world.simulator.merchant.sellerId!,
  trade_status: 'TRADE_SUCCESS',
  total_amount: '9.90',
  receipt_amount: '9.90',
  subject: `订单 ${order.outTradeNo}`,
  fund_bill_list: '[{"amount":"9.90","fundChannel":"ALIPAYACCOUNT"}]',
})

const textOf = (fields: Fields, leaveOut: string[]) =>
  Object.keys(fields)
    .filter((key) => !leaveOut.includes(key))
    .sort()
    .map((key) => `${key}=${fields[key]}`)
    .join('&')
function sign(
  fields: Fields,
  { key = gatewayKey, algorithm = 'RSA-SHA256', leaveOut = ['sign', 'sign_type'] } = {},
): Fields {
  return { ...fields, sign: createSign(algorithm).update(textOf(fields, leaveOut), 'utf8').sign(key, 'base64') }
}
const signed = (change: Fields) => sign({ ...valid(), ...change })
const form = (fields: Fields) => new URLSearchParams(fields).toString()
const without = (name: string) => {
  const { [name]: _, ...rest } = valid()
  return sign(rest)
}

async function post(body: string | Buffer, type = 'application/x-www-form-urlencoded; charset=utf-8') {
  const answer = await fetch(world.notifyUrl, {
    method: 'POST',
    body: body as RequestInit['body'],
    headers: { 'content-type': type },
  })
  return { status: answer.status, text: await answer.text() }
}
async function effects() {
  const { rows } = await sql<{ kept: bigint; changed: bigint; postings: bigint }>`select
    (select count(*) from payment_notify) as kept, (select count(*) from payment_attempt where state <> 'open') as changed,
    (select count(*) from ledger_posting) as postings`.execute(world.lab.db)
  return rows[0]!
}
const NOTHING = { kept: 0n, changed: 0n, postings: 0n }

type Case = [name: string, make: () => string | Buffer, type?: string]
const JSON_TYPE = 'application/json'
const CASES: Case[] = [
  ['nothing at all', () => ''],
  ['JSON', () => JSON.stringify(signed({})), JSON_TYPE],
  ['no content type that is a form', () => form(signed({})), 'text/plain'],
  ['a multipart form', () => form(signed({})), 'multipart/form-data; boundary=x'],
  ['a body of 65 KB', () => form(signed({ body: 'x'.repeat(66_000) }))],
  ['more than 100 keys', () => form(signed(Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`k${i}`, '1']))))],
  ['a key twice, the true one first', () => `${form(signed({}))}&total_amount=9999.00`],
  ['a key twice, the true one last', () => `total_amount=9999.00&${form(signed({}))}`],
  ['sign twice', () => `${form(signed({}))}&sign=AAAA`],
  ['broken percent escapes', () => `${form(signed({}))}&body=%E0%A4`],
  ['raw bytes that are not ASCII', () => Buffer.concat([Buffer.from(form(signed({}))), Buffer.from([0xff, 0xfe])])],
  ['a NUL in a value', () => `${form(signed({}))}&body=%00`],
  ['a key without a value', () => `${form(signed({}))}&body`],
  ['a key of the language itself', () => `${form(signed({}))}&__proto__=1`],
  ['a key with brackets', () => `${form(signed({}))}&a[b]=1`],
  ['no sign', () => form(valid())],
  ['an empty sign', () => form({ ...valid(), sign: '' })],
  ['a sign that is not base64', () => form({ ...valid(), sign: '***' })],
  ['a sign by a stranger', () => form(sign(valid(), { key: strangerKey }))],
  ['a sign over other values', () => form({ ...signed({}), total_amount: '0.01' })],
  ['a sign with its first letter changed', () => form({ ...signed({}), sign: `B${signed({}).sign!.slice(1)}` })],
  ['the sign of another message', () => form({ ...signed({ notify_id: 'x-1' }), notify_id: 'x-2' })],
  ['SHA-1 (sign_type RSA)', () => form(sign({ ...valid(), sign_type: 'RSA' }, { algorithm: 'RSA-SHA1' }))],
  ['SHA-1 called RSA2', () => form(sign(valid(), { algorithm: 'RSA-SHA1' }))],
  ['sign_type MD5', () => form(signed({ sign_type: 'MD5' }))],
  ['sign_type constructor', () => form(signed({ sign_type: 'constructor' }))],
  ['sign_type rsa2 in small letters', () => form(signed({ sign_type: 'rsa2' }))],
  ['no sign_type', () => form(without('sign_type'))],
  ['charset gbk', () => form(signed({ charset: 'gbk' }))],
  ['no charset', () => form(without('charset'))],
  ['another app', () => form(signed({ app_id: '9021000199999999', auth_app_id: '9021000199999999' }))],
  ['another auth_app_id', () => form(signed({ auth_app_id: '9021000199999999' }))],
  ['another seller', () => form(signed({ seller_id: '2088102199999999' }))],
  ['no seller', () => form(without('seller_id'))],
  ['a trade that is not ours', () => form(signed({ out_trade_no: 'T-unknown' }))],
  ['an out_trade_no with a quote', () => form(signed({ out_trade_no: "T' or 1=1" }))],
  ['no out_trade_no', () => form(without('out_trade_no'))],
  ['no trade_no', () => form(without('trade_no'))],
  ['no notify_id', () => form(without('notify_id'))],
  ['a notify_id of 200 letters', () => form(signed({ notify_id: 'n'.repeat(200) }))],
  ['an unknown notify_type', () => form(signed({ notify_type: 'alipay.fund.trans.order.changed' }))],
  ['an unknown trade_status', () => form(signed({ trade_status: 'PAID' }))],
  ...[
    '0.01',
    '9.91',
    '990',
    '-9.90',
    '+9.90',
    '9.900',
    '1e1',
    '9,90',
    ' 9.90',
    '',
    'NaN',
    '９.９０',
    '99999999999.00',
    '0x9',
  ].map((amount): Case => [`total_amount ${JSON.stringify(amount)}`, () => form(signed({ total_amount: amount }))]),
  ['the right amount only as receipt_amount', () => form(signed({ total_amount: '1.00', receipt_amount: '9.90' }))],
  [
    'the re-split reading of a well-signed message',
    () => {
      const honest = { ...valid(), subject: 'x&total_amount=9.90&total_amounta=1', total_amount: '0.01' }
      const { sign: signature } = sign(honest)
      const { total_amount: _, ...rest } = honest
      return form({
        ...rest,
        subject: 'x',
        total_amount: '9.90',
        total_amounta: '1&total_amount=0.01',
        sign: signature!,
      })
    },
  ],
  ['a value that hides another field', () => form(signed({ body: 'x&total_amount=1.00' }))],
]

describe('a notification that must be turned away', () => {
  test.each(CASES)('%s', async (_, make, type) => {
    const { status, text } = await post(make(), type)
    expect(status).toBeLessThan(500)
    expect(text).not.toBe('success')
    expect(await effects()).toEqual(NOTHING)
  })

  test('there are at least forty of them', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(40)
  })
})

describe('mutants of a valid notification', () => {
  const runs = Number(process.env.NOTIFY_MUTANTS ?? 300)
  test(`change nothing and break nothing (${runs} of them)`, async () => {
    const mutant = fc.record({
      kind: fc.constantFrom('drop', 'double', 'value', 'byte', 'cut', 'rename', 'swap', 'insert', 'stranger'),
      at: fc.nat(5000),
      text: fc.oneof(
        fc.string({ maxLength: 8 }),
        fc.constantFrom('&', '=', '%', '%25', '+', '\u0000', '999.00', '[]', '订'),
      ),
    })
    const before = await effects()
    await fc.assert(
      fc.asyncProperty(mutant, async ({ kind, at, text }) => {
        const { status } = await post(mutate(kind, at, text))
        expect(status).toBeLessThan(500)
      }),
      { numRuns: runs },
    )
    const after = await effects()
    // A mutant may be the same message in another spelling; it is kept then, and the query finds no such trade.
    expect({ ...after, kept: 0n }).toEqual({ ...before, kept: 0n })
    await world.lab.settle()
    expect((await effects()).changed).toBe(0n)
  })

  function mutate(kind: string, at: number, text: string): string {
    const fields = kind === 'stranger' ? sign(valid(), { key: strangerKey }) : signed({})
    const names = Object.keys(fields)
    const name = names[at % names.length]!
    const body = form(fields)
    const place = at % body.length
    switch (kind) {
      case 'drop': {
        const { [name]: _, ...rest } = fields
        return form(rest)
      }
      case 'double':
        return `${body}&${name}=${encodeURIComponent(text)}`
      case 'value':
        return form({ ...fields, [name]: `${fields[name]}${text || 'x'}` })
      case 'byte':
        return `${body.slice(0, place)}${String.fromCharCode(33 + (at % 90))}${body.slice(place + 1)}`
      case 'cut':
        return body.slice(0, place)
      case 'rename': {
        const { [name]: value, ...rest } = fields
        return form({ ...rest, [`${name}${text}`]: value! })
      }
      case 'swap': {
        const other = names[(at + 1) % names.length]!
        return form({ ...fields, [name]: fields[other]!, [other]: fields[name]! })
      }
      case 'insert':
        return `${body.slice(0, place)}${encodeURIComponent(text)}${body.slice(place)}`
      default:
        return body
    }
  }
})

describe('a notification that is right', () => {
  beforeEach(async () => {
    order = await world.open(990n)
  })

  test('is answered with exactly "success" and is only a reason to ask: an unpaid trade stays unpaid', async () => {
    const answer = await post(form(signed({})))
    expect(answer).toEqual({ status: 200, text: 'success' })
    await world.lab.settle()
    expect(await world.stateOf(order.orderId)).toBe('open')
    expect(world.told).toEqual([])
  })

  test('is right also when sign_type is signed with it, or charset is written UTF-8', async () => {
    expect((await post(form(sign(valid(), { leaveOut: ['sign'] })))).text).toBe('success')
    expect((await post(form(signed({ charset: 'UTF-8' })))).text).toBe('success')
  })

  test('with keys nobody knows is kept, but marked', async () => {
    const fields = signed({ brand_new_key: '1' })
    expect((await post(form(fields))).text).toBe('success')
    const { rows } = await sql<{ marked: boolean }>`
      select has_unknown_keys as marked from payment_notify where notify_id = ${fields.notify_id!}`.execute(
      world.lab.db,
    )
    expect(rows).toEqual([{ marked: true }])
  })

  test('is kept without anything that names its payer', async () => {
    const payer = { buyer_id: '2088102180010002', buyer_logon_id: 'gra***@canary.test' }
    const fields = signed(payer)
    expect((await post(form(fields))).text).toBe('success')
    const { rows } = await sql<{ row: string }>`select t::text as row from payment_notify t
      where out_trade_no = ${fields.out_trade_no!}
      union all select t::text from payment_attempt t where out_trade_no = ${fields.out_trade_no!}`.execute(
      world.lab.db,
    )
    expect(rows).toHaveLength(2)
    for (const { row } of rows) for (const name of Object.values(payer)) expect(row).not.toContain(name)
  })

  test('is kept once and answered "success" a hundred times', async () => {
    const body = form(signed({}))
    const before = await effects()
    const answers = await Promise.all(Array.from({ length: 100 }, () => post(body)))
    expect(new Set(answers.map((answer) => answer.text))).toEqual(new Set(['success']))
    expect((await effects()).kept).toBe(before.kept + 1n)
  })

  test('with another trade_no than the bound one is turned away', async () => {
    const payUrl = await world.payment.cashierUrl({ orderId: order.orderId, device: 'pc' })
    await world.simulator.control('POST', `trades/${order.outTradeNo}/scan`, { payUrl, user: 'grace' })
    await world.payment.ask(order.orderId)
    expect((await post(form(signed({ trade_no: '2026112122001999999999999999' })))).text).toBe('failure')
  })

  test.each(['wrong-amount', 'wrong-app', 'wrong-seller', 'wrong-signature', 'wrong-type', 're-split'])(
    'comes again after one spoilt by the gateway (%s), and the payment is still taken once',
    async (kind) => {
      await world.simulator.control('POST', 'faults', { on: 'notify', kind, amount: '0.01' })
      await world.pay(order)
      await world.until('paid', async () => (await world.stateOf(order.orderId)) === 'paid')
      expect(world.told.filter((event) => event.includes(order.orderId))).toHaveLength(1)
    },
  )
})
