import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findReader } from './alipay-bill-csv.ts'
import { createBills } from './alipay-bills.ts'
import type { GatewayAnswer } from './alipay-gateway.ts'

/** Reading Alipay's bills as they really come, and not at all when they are something else. */

const TRADE_HEADER =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'
const ACCOUNT_HEADER =
  '账务流水号,业务流水号,商户订单号,商品名称,发生时间,对方账号,收入金额（+元）,支出金额（-元）,账户余额（元）,交易渠道,业务类型,备注'
const at = '2026-11-20 23:59:58'
const tradeRow = (number: string, kind: string, subject: string, amount: string, request = '', fee = '0.00') =>
  `2026112022001\t,${number}\t,${kind}\t,${subject}\t,${at}\t,${at}\t,,,,,lin***\t,${amount}\t,${amount}\t,0,0,0,0,0,,0,0,${request}\t,${fee},0.00,`
const accountRow = (number: string, kind: string, income: string, expense: string) =>
  `54632446537371\t,2012122923922029\t,${number}\t,\t,${at},周以宁 (zhou***)\t,${income},${expense},14533.03,支付宝,${kind},`
const readRow = (type: 'trade' | 'signcustomer', row: string) =>
  findReader(type, (type === 'trade' ? TRADE_HEADER : ACCOUNT_HEADER).split(','))!(row.split(','))

describe('a row', () => {
  const movedAt = new Date('2026-11-20T15:59:58Z')
  test.each([
    [tradeRow('T1', '交易', '订单 T1', '9.90'), 'payment', 'T1', '', 990n],
    [tradeRow('T1', '退款', '订单 T1', '-0.90', 'R1'), 'refund', 'R1', 'T1', 90n],
    [tradeRow('T1', '退款', '订单 T1', '0.9', 'R1'), 'refund', 'R1', 'T1', 90n],
    [tradeRow('T2', '交易', '名称,有,逗号', '12'), 'payment', 'T2', '', 1200n],
  ] as const)('of the trade bill is read: %s', (row, movement, number, reference, amountFen) => {
    expect(readRow('trade', row)).toEqual({ line: { movement, number, reference, amountFen, feeFen: 0n, movedAt } })
  })
  test.each([
    [accountRow('P-1', '转账', '0.00', '-5.00'), 'payout', 500n],
    [accountRow('P-1', '单次转账到支付宝账户', '', '5.00'), 'payout', 500n],
    [accountRow('P-1', '转账退回', '5.00', '0.00'), 'payout-return', 500n],
  ] as const)('of the account bill is read: %s', (row, movement, amountFen) => {
    expect(readRow('signcustomer', row)).toEqual({
      line: { movement, number: 'P-1', reference: '', amountFen, feeFen: 0n, movedAt },
    })
  })
  test.each([
    ['-0.06', '交易', 6n],
    ['0.06', '交易', 6n],
    ['0.06', '退款', -6n],
    ['-0.06', '退款', -6n],
  ] as const)('with a service fee of %s on a %s keeps %s fen of it', (fee, kind, feeFen) => {
    expect(readRow('trade', tradeRow('T1', kind, 'x', '9.90', 'R1', fee))).toMatchObject({ line: { feeFen } })
  })
  test('with a service fee that is none cannot be read', () => {
    expect(readRow('trade', tradeRow('T1', '交易', 'x', '9.90', '', 'free'))).toHaveProperty('unreadable')
  })
  test.each(['在线支付', '退款', '收费', '提现'])('of the account bill about %s is none of the transfers', (kind) => {
    expect(readRow('signcustomer', accountRow('T1', kind, '0.00', '-5.00'))).toBe('skip')
  })
  test.each([
    ['an amount that is none', tradeRow('T1', '交易', 'x', '1e3')],
    ['a kind nobody knows', tradeRow('T1', '神秘', 'x', '1.00')],
    ['no number', tradeRow('', '交易', 'x', '1.00')],
    ['a refund without its number', tradeRow('T1', '退款', 'x', '-1.00')],
    ['cells missing', '2026112022001,T1,交易'],
  ])('with %s is told by its numbers alone, without the person in it', (_, row) => {
    const read = readRow('trade', row)
    expect(read).toMatchObject({ unreadable: expect.stringContaining('2026112022001') })
    expect(JSON.stringify(read)).not.toContain('lin')
  })
  test('takes plain brackets in the header, and no other file for the bill', () => {
    const plain = TRADE_HEADER.replaceAll('（', '(').replaceAll('）', ')').split(',')
    expect(findReader('trade', plain)).toBeTypeOf('function')
    expect(findReader('trade', ACCOUNT_HEADER.split(','))).toBeUndefined()
    expect(findReader('signcustomer', ['类型', '收入笔数', '收入金额（+元）'])).toBeUndefined()
  })
})

describe('a bill', () => {
  let server: Server
  let origin: string
  let content: Buffer | undefined
  let answers: Record<string, GatewayAnswer> = {}
  const bills = createBills({
    call: async (_, { bizContent }) => answers[String(bizContent!.bill_type)]!,
    pageUrl: () => '',
    isNotifySigned: () => false,
  })
  beforeAll(async () => {
    server = createServer((_, response) => {
      if (content) response.end(content)
      else response.writeHead(404).end('expired')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => {
    content = undefined
    answers = {}
  })
  afterAll(() => server.close())
  const there = (): GatewayAnswer => ({ kind: 'success', fields: { bill_download_url: `${origin}/bill` } })
  const none: GatewayAnswer = { kind: 'refused', subCode: 'BILL_NOT_EXIST' }

  test('of a day without one is absent, whatever the refusal is called', async () => {
    for (const answer of [none, { kind: 'unknown', reason: 'isp.bill_not_exist' } as const]) {
      answers = { trade: answer, signcustomer: answer }
      expect(await bills.fetchBill('2026-11-20')).toEqual({ outcome: 'absent' })
    }
  })

  test('is found beside its summary, in GBK, and says which half is not there', async () => {
    answers = { trade: there(), signcustomer: none }
    const gbk = Buffer.from('d6d0', 'hex')
    const [before, after] = tradeRow('T1', '交易', '@', '9.90').split('@') as [string, string]
    const row = Buffer.concat([
      Buffer.from(before.split('交易')[0]!),
      gbkOf('交易'),
      Buffer.from(before.split('交易')[1]!),
      gbk,
      Buffer.from(after),
    ])
    content = zipOf([
      ['summary.csv', Buffer.concat([gbkOf('类型'), Buffer.from(',1\r\n')])],
      [
        'detail.csv',
        Buffer.concat([
          Buffer.from('#a\r\n'),
          gbkOf(TRADE_HEADER),
          Buffer.from('\r\n'),
          row,
          Buffer.from('\r\n#z\r\n'),
        ]),
      ],
    ])
    const bill = await bills.fetchBill('2026-11-20')
    expect(bill).toMatchObject({ outcome: 'bill', unreadable: [], lines: [{ number: 'T1', amountFen: 990n }] })
    expect(bill).toMatchObject({ absent: ['payout', 'payout-return'] })
  })

  test.each([
    ['an address that has run out', () => undefined, 'download answered 404'],
    ['a page instead of a zip', () => Buffer.from('<html>'), 'not a zip'],
    ['a zip cut short', () => zipOf([['a.csv', Buffer.from('x')]]).subarray(0, 60), 'not a zip'],
    ['another file', () => zipOf([['a.csv', Buffer.from('a,b\r\n1,2\r\n')]]), 'no file with the columns of the bill'],
    [
      'too many files',
      () => zipOf(Array.from({ length: 30 }, (_, i) => [`${i}.csv`, Buffer.from('a,b')] as const)),
      'too many files',
    ],
  ])('with %s is not believed and can be asked for again', async (_, make, reason) => {
    answers = { trade: there(), signcustomer: none }
    content = make()
    expect(await bills.fetchBill('2026-11-20')).toEqual({ outcome: 'unknown', reason })
  })

  test('without an answer of the gateway is unknown', async () => {
    answers = { trade: none, signcustomer: { kind: 'unknown', reason: 'no answer' } }
    expect(await bills.fetchBill('2026-11-20')).toEqual({ outcome: 'unknown', reason: 'no answer' })
  })
})

const GBK = new Map<string, number>()
/** The other way round than TextDecoder goes. */
function gbkOf(text: string): Buffer {
  if (GBK.size === 0) {
    const decoder = new TextDecoder('gbk')
    for (let lead = 0x81; lead <= 0xfe; lead++)
      for (let trail = 0x40; trail <= 0xfe; trail++)
        if (trail !== 0x7f) GBK.set(decoder.decode(Uint8Array.of(lead, trail)), (lead << 8) | trail)
  }
  const bytes = [...text].flatMap((letter) => {
    const code = GBK.get(letter)
    return code === undefined ? [letter.charCodeAt(0)] : [code >> 8, code & 0xff]
  })
  return Buffer.from(bytes)
}

/** A zip of these files, as small as the format allows. */
function zipOf(files: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const [name, content] of files) {
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, tail, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06'), end])
}
