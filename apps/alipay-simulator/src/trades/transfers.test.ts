import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, startSimulator, type TestSimulator } from '../test-simulator.ts'

const KIND = { product_code: 'TRANS_ACCOUNT_NO_PWD', biz_scene: 'DIRECT_TRANSFER' }
const METHOD = 'alipay.fund.trans.uni.transfer'

let simulator: TestSimulator
beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(() => simulator.close())

const PAYEE = { identity: '2088102180010001', identity_type: 'ALIPAY_USER_ID', name: '陈嘉木' }
const order = (no: string, change: object = {}) => ({
  out_biz_no: no,
  trans_amount: '10.00',
  order_title: '结算',
  payee_info: PAYEE,
  ...KIND,
  ...change,
})
const transfer = (no: string, change: object = {}) => simulator.call(METHOD, order(no, change))
const ask = (no: string) => simulator.call('alipay.fund.trans.common.query', { out_biz_no: no, ...KIND })
const balance = async (user: string): Promise<string> =>
  (await simulator.control('book')).body.balances.find((each: { userKey: string }) => each.userKey === user).balance

describe('a transfer', () => {
  it('happens once per out_biz_no, also when asked ten times at once', async () => {
    const before = await balance('seller')
    const answers = await Promise.all(Array.from({ length: 10 }, () => transfer('once')))
    expect(new Set(answers.map((answer) => answer.order_id)).size).toBe(1)
    expect(Number(await balance('seller')) - Number(before)).toBe(10)
    expect((await transfer('once', { trans_amount: '10.01' })).sub_code).toBe('PAYMENT_INFO_INCONSISTENCY')
    expect((await transfer('once', { trans_amount: '10' })).order_id).toBe(answers[0].order_id)
  })

  it.each([
    ['a wrong real name', { payee_info: { ...PAYEE, name: '陈嘉林' } }, 'PAYEE_USER_INFO_ERROR'],
    ['an unknown person', { payee_info: { ...PAYEE, identity: '2088000000000000' } }, 'PAYEE_NOT_EXIST'],
    ['too little', { trans_amount: '0.09' }, 'EXCEED_LIMIT_SM_MIN_AMOUNT'],
    ['too much', { trans_amount: '50000.01' }, 'EXCEED_LIMIT_SM_AMOUNT'],
    ['three places', { trans_amount: '1.001' }, 'INVALID_PARAMETER'],
    ['another product', { product_code: 'STD_RED_PACKET' }, 'INVALID_PARAMETER'],
  ])('refuses %s and leaves nothing behind', async (name, change, code) => {
    expect((await transfer(`bad-${name}`.replace(/\W/g, '-'), change)).sub_code).toBe(code)
    expect((await ask(`bad-${name}`.replace(/\W/g, '-'))).sub_code).toBe('ORDER_NOT_EXIST')
  })

  it('is refused while the merchant has too little and goes through with the same number later', async () => {
    const kept = await balance('merchant')
    await simulator.control('accounts/merchant/balance', { balance: '9.99' })
    expect((await transfer('short')).sub_code).toBe('PAYER_BALANCE_NOT_ENOUGH')
    await simulator.control('accounts/merchant/balance', { balance: kept })
    expect((await transfer('short')).status).toBe('SUCCESS')
  })

  it('goes to an open id', async () => {
    const { openId } = (await simulator.control('accounts')).body.accounts.find(
      (each: { userKey: string }) => each.userKey === 'expert',
    )
    const payee = { identity: openId, identity_type: 'ALIPAY_OPEN_ID', name: '周以宁' }
    expect((await transfer('open-id', { payee_info: payee })).status).toBe('SUCCESS')
  })

  it.each([
    ['transfer-pending', 'SUCCESS', '10.00'],
    ['transfer-fails', 'FAIL', '0.00'],
  ])('of unknown outcome (%s) is found out by query', async (kind, end, gained) => {
    const before = Number(await balance('seller'))
    await simulator.control('faults', { on: METHOD, kind, delayMs: 60_000 })
    expect((await transfer(kind)).sub_code).toBe('SYSTEM_ERROR')
    expect((await transfer(kind)).sub_code).toBe('SYSTEM_ERROR')
    expect((await ask(kind)).status).toBe('DEALING')
    await simulator.control('clock', { advanceMs: 60_000 })
    expect((await ask(kind)).status).toBe(end)
    expect((Number(await balance('seller')) - before).toFixed(2)).toBe(gained)
    expect(await balance('transit')).toBe('0.00')
  })

  it('may come back after success', async () => {
    const before = await balance('merchant')
    await simulator.control('faults', { on: METHOD, kind: 'transfer-returned', delayMs: 60_000 })
    expect((await transfer('return-1')).status).toBe('SUCCESS')
    await simulator.control('clock', { advanceMs: 60_000 })
    expect((await ask('return-1')).status).toBe('REFUND')
    expect((await transfer('return-2')).status).toBe('SUCCESS')
    expect((await simulator.control('transfers/return-2/return', {})).body.status).toBe('REFUND')
    expect((await simulator.control('transfers/return-2/return', {})).body.status).toBe('REFUND')
    expect(await balance('merchant')).toBe(before)
  })

  it('needs certificate mode when production rules are on', async () => {
    await simulator.control('switches', { requiresCertForTransfer: true })
    expect((await transfer('cert-1')).sub_code).toBe('isv.insufficient-isv-permissions')
    expect((await connect(simulator.merchant, 'cert').call(METHOD, order('cert-1'))).status).toBe('SUCCESS')
    await simulator.control('switches', { requiresCertForTransfer: false })
  })

  it('stops at the limit of a day', async () => {
    await simulator.control('accounts/merchant/balance', { balance: '2000000.00' })
    let stopped = ''
    for (let n = 0; n < 21 && stopped === ''; n += 1) {
      const answer = await transfer(`day-${n}`, { trans_amount: '50000.00' })
      stopped = answer.sub_code ?? ''
    }
    expect(stopped).toBe('EXCEED_LIMIT_DM_AMOUNT')
    expect((await simulator.control('book')).body.entriesSum).toBe('0.00')
  })
})
