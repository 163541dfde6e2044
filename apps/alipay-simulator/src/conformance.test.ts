import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBuffer } from 'yauzl'
import { shanghaiTime } from './base/clock.ts'
import { connect, type Mode, startSimulator, type TestSimulator } from './test-simulator.ts'

const DAY_MS = 86_400_000
const TRANSFER = { product_code: 'TRANS_ACCOUNT_NO_PWD', biz_scene: 'DIRECT_TRANSFER' }

let simulator: TestSimulator
beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(() => simulator.close())

/** The only file of a zip, as text read from GBK. */
function unzipGbk(zip: Buffer): Promise<string> {
  return new Promise((done, failed) => {
    fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error) return failed(error)
      file.on('entry', (entry) => {
        if (entry.fileName.includes('汇总')) return file.readEntry()
        file.openReadStream(entry, async (problem, stream) => {
          if (problem) return failed(problem)
          const chunks: Buffer[] = []
          for await (const chunk of stream) chunks.push(chunk as Buffer)
          done(iconv.decode(Buffer.concat(chunks), 'gbk'))
        })
      })
      file.readEntry()
    })
  })
}

describe.each<Mode>(['key', 'cert'])('the unmodified SDK in %s mode with validateSign', (mode) => {
  const number = (name: string) => `${name}-${mode}`
  const merchant = () => connect(simulator.merchant, mode)

  it('pays, queries and refunds', async () => {
    const { call, payUrl } = merchant()
    const no = number('pay')
    await simulator.control(`trades/${no}/pay`, { payUrl: payUrl(no) })
    const trade = await call('alipay.trade.query', { out_trade_no: no })
    expect(trade).toMatchObject({ code: '10000', trade_status: 'TRADE_SUCCESS', total_amount: '9.90' })
    const refund = { out_trade_no: no, refund_amount: '9.90', out_request_no: number('r') }
    expect(await call('alipay.trade.refund', refund)).toMatchObject({ code: '10000', fund_change: 'Y' })
    const asked = await call('alipay.trade.fastpay.refund.query', { out_trade_no: no, out_request_no: number('r') })
    expect(asked).toMatchObject({ refund_status: 'REFUND_SUCCESS', refund_amount: '9.90' })
    expect((await call('alipay.trade.query', { out_trade_no: no })).trade_status).toBe('TRADE_CLOSED')
  })

  it('closes an unpaid trade', async () => {
    const { call, payUrl } = merchant()
    const no = number('close')
    await simulator.control(`trades/${no}/scan`, { payUrl: payUrl(no) })
    expect(await call('alipay.trade.close', { out_trade_no: no })).toMatchObject({ code: '10000', out_trade_no: no })
    expect((await call('alipay.trade.query', { out_trade_no: no })).trade_status).toBe('TRADE_CLOSED')
    expect((await call('alipay.trade.close', { out_trade_no: no })).sub_code).toBe('ACQ.TRADE_STATUS_ERROR')
  })

  it('signs a person in and reads who it is', async () => {
    const { sdk } = merchant()
    const wish = { redirect_uri: 'http://127.0.0.1:9/bind?kept=1', state: 'xyz', user: 'seller' }
    const address = new URL((await simulator.control('authorize', wish)).body.location)
    expect(address.searchParams.get('state')).toBe('xyz')
    expect(address.searchParams.get('kept')).toBe('1')
    const exchange = { grant_type: 'authorization_code', code: address.searchParams.get('auth_code') }
    const token = await sdk.exec('alipay.system.oauth.token', exchange, { validateSign: true })
    expect(token).toMatchObject({ user_id: '2088102180010001' })
    expect(token).not.toHaveProperty('code')
    const person = await sdk.exec('alipay.user.info.share', { auth_token: token.access_token }, { validateSign: true })
    expect(person).toMatchObject({ code: '10000', user_id: '2088102180010001', nick_name: '嘉木' })
    expect((await fetch(person.avatar)).headers.get('content-type')).toContain('image/svg+xml')
  })

  it('transfers and asks about the transfer', async () => {
    const { call } = merchant()
    const payee = { identity: '2088102180010001', identity_type: 'ALIPAY_USER_ID', name: '陈嘉木' }
    const order = { out_biz_no: number('t'), trans_amount: '0.10', order_title: '结算', payee_info: payee, ...TRANSFER }
    const made = await call('alipay.fund.trans.uni.transfer', order)
    expect(made).toMatchObject({ code: '10000', status: 'SUCCESS', out_biz_no: number('t') })
    const asked = await call('alipay.fund.trans.common.query', { out_biz_no: number('t'), ...TRANSFER })
    expect(asked).toMatchObject({ status: 'SUCCESS', order_id: made.order_id, trans_amount: '0.10' })
  })

  it('gets a bill address', async () => {
    const { call } = merchant()
    const yesterday = shanghaiTime(simulator.world.clock.nowMs() - 2 * DAY_MS).slice(0, 10)
    const bill = await call('alipay.data.dataservice.bill.downloadurl.query', {
      bill_type: 'trade',
      bill_date: yesterday,
    })
    expect(bill).toMatchObject({ code: '10000', bill_download_url: expect.stringContaining('/bills/') })
  })
})

describe('the gateway as a whole', () => {
  it('names the certificate it signed with in certificate mode only', async () => {
    const ask = async (mode: Mode) => {
      const { sdk } = connect(simulator.merchant, mode)
      const address = sdk.pageExec('alipay.trade.query', 'GET', { bizContent: { out_trade_no: 'nobody' } })
      return (await fetch(address)).text()
    }
    expect(await ask('cert')).toContain(`"alipay_cert_sn":"${simulator.world.keys.gatewayCertSn}","sign":`)
    expect(await ask('key')).not.toContain('alipay_cert_sn')
  })

  it('answers a bad auth_code and a used one as error_response', async () => {
    const address = (code: string) =>
      simulator.sdk.pageExec('alipay.system.oauth.token', 'GET', { grant_type: 'authorization_code', code })
    const { body } = await simulator.control('authorize', { redirect_uri: 'http://127.0.0.1:9/' })
    const code = new URL(body.location).searchParams.get('auth_code') ?? ''
    expect(await (await fetch(address(code))).json()).toHaveProperty('alipay_system_oauth_token_response')
    for (const bad of [code, 'nonsense']) {
      const answer = (await (await fetch(address(bad))).json()) as Record<string, unknown>
      expect(answer.error_response).toMatchObject({ code: '40002', sub_code: 'isv.code-invalid' })
    }
  })

  it('lets an auth_code and a token end', async () => {
    const { body } = await simulator.control('authorize', { redirect_uri: 'http://127.0.0.1:9/' })
    await simulator.control('clock', { advanceMs: DAY_MS + 1 })
    const code = new URL(body.location).searchParams.get('auth_code') ?? ''
    const address = simulator.sdk.pageExec('alipay.system.oauth.token', 'GET', {
      grant_type: 'authorization_code',
      code,
    })
    expect(await (await fetch(address)).text()).toContain('isv.code-invalid')
  })

  it.each([
    ['a changed amount', (url: string) => url.replace('nobody', 'somebody'), 'isv.invalid-signature'],
    ['another app', (url: string) => url.replace(/app_id=\d+/, 'app_id=9021000199999999'), 'isv.invalid-app-id'],
    ['an unknown method', (url: string) => url.replace('trade.query', 'trade.nothing'), 'isv.invalid-method'],
    ['SHA-1', (url: string) => url.replace('RSA2', 'RSA'), 'isv.invalid-signature-type'],
    ['a parameter given twice', (url: string) => `${url}&version=1.0`, 'isv.invalid-parameter'],
  ])('refuses %s', async (_, change, code) => {
    const address = simulator.sdk.pageExec('alipay.trade.query', 'GET', { bizContent: { out_trade_no: 'nobody' } })
    const text = await (await fetch(change(address))).text()
    expect(text).toContain(`"sub_code":"${code}"`)
  })

  it('refuses a clock that is 8 hours off', async () => {
    const timestamp = shanghaiTime(Date.now() - 8 * 3_600_000)
    const address = simulator.sdk.pageExec('alipay.trade.query', 'GET', {
      bizContent: { out_trade_no: 'x' },
      timestamp,
    })
    expect(await (await fetch(address)).text()).toContain('isv.invalid-timestamp')
  })

  it('keeps keys and merchant.json readable by the owner only', () => {
    const keys = dirname(simulator.merchant.appCertPath)
    for (const path of [join(keys, 'gateway.pem'), join(keys, 'app.pem'), join(keys, '..', 'merchant.json')]) {
      expect(statSync(path).mode & 0o077).toBe(0)
    }
  })
})

describe('the bill', () => {
  it('is a GBK CSV of the day with the planted differences, for 30 seconds', async () => {
    const { call, payUrl, control, world } = simulator
    const today = shanghaiTime(world.clock.nowMs()).slice(0, 10)
    for (const no of ['bill-1', 'bill-2']) await control(`trades/${no}/pay`, { payUrl: payUrl(no) })
    await call('alipay.trade.refund', { out_trade_no: 'bill-1', refund_amount: '0.90', out_request_no: 'bill-r' })
    const wish = { bill_type: 'trade', bill_date: today }
    const early = await call('alipay.data.dataservice.bill.downloadurl.query', wish)
    expect(early.sub_code).toBe('isp.bill_not_exist')
    await control('bills/discrepancies', { billDate: today, kind: 'missing', outTradeNo: 'bill-2' })
    await control('bills/discrepancies', { billDate: today, kind: 'extra', outTradeNo: 'bill-9', amount: '7.77' })
    await control('clock', { advanceMs: 2 * DAY_MS })
    const { bill_download_url: url } = await call('alipay.data.dataservice.bill.downloadurl.query', wish)
    const text = await unzipGbk(Buffer.from(await (await fetch(url)).arrayBuffer()))
    const rows = text.split('\r\n').filter((row) => !row.startsWith('#'))
    const cells = (no: string) =>
      rows.filter((row) => row.includes(`,${no}\t,`)).map((row) => row.split(',').map((cell) => cell.trim()))
    expect(cells('bill-1').map((row) => [row[2], row[11], row[21]])).toEqual([
      ['交易', '9.90', ''],
      ['退款', '-0.90', 'bill-r'],
    ])
    expect(cells('bill-2')).toEqual([])
    expect(cells('bill-9').map((row) => row[11])).toEqual(['7.77'])
    await control('clock', { advanceMs: 30_001 })
    expect((await fetch(url)).status).toBe(404)
    const accounts = await call('alipay.data.dataservice.bill.downloadurl.query', {
      ...wish,
      bill_type: 'signcustomer',
    })
    const account = await unzipGbk(Buffer.from(await (await fetch(accounts.bill_download_url)).arrayBuffer()))
    expect(account).toContain('bill-2\t')
  })

  it('has planted differences of refunds and of transfers too, each where it belongs', async () => {
    const { call, payUrl, control, world } = simulator
    const today = shanghaiTime(world.clock.nowMs()).slice(0, 10)
    for (const no of ['twice', 'gone', 'wrong']) {
      await control(`trades/${no}/pay`, { payUrl: payUrl(no) })
      await call('alipay.trade.refund', { out_trade_no: no, refund_amount: '0.90', out_request_no: `${no}-r` })
    }
    const plant = (kind: string, number: string) =>
      control('bills/discrepancies', { billDate: today, kind, number, amount: '1.23' })
    await plant('duplicate-refund', 'twice-r')
    await plant('missing-refund', 'gone-r')
    await plant('wrong-refund-amount', 'wrong-r')
    await plant('extra-refund', 'nobody-r')
    await plant('extra-transfer', 'nobody-t')
    await control('clock', { advanceMs: 2 * DAY_MS })
    const bill = async (type: string) => {
      const wish = { bill_type: type, bill_date: today }
      const { bill_download_url: url } = await call('alipay.data.dataservice.bill.downloadurl.query', wish)
      const text = await unzipGbk(Buffer.from(await (await fetch(url)).arrayBuffer()))
      return text.split('\r\n').map((row) => row.split(',').map((cell) => cell.trim()))
    }
    const trades = await bill('trade')
    const amounts = (request: string) => trades.filter((row) => row[21] === request).map((row) => row[11])
    expect([amounts('twice-r'), amounts('gone-r'), amounts('wrong-r'), amounts('nobody-r')]).toEqual([
      ['-0.90', '-0.90'],
      [],
      ['-1.23'],
      ['-1.23'],
    ])
    expect(trades.filter((row) => row[2] === '交易' && row[1] === 'gone')).toHaveLength(1)
    const transfer = (await bill('signcustomer')).find((row) => row[2] === 'nobody-t')
    expect(transfer?.slice(6, 8).concat(transfer[10]!)).toEqual(['0.00', '-1.23', '转账'])
  })
})
