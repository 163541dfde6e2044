import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startSimulator, type TestSimulator } from '../test-simulator.ts'
import { Faults } from './faults.ts'

const REFUND = 'alipay.trade.refund'

let simulator: TestSimulator
beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(() => simulator.close())
afterEach(() => simulator.control('faults', {}, 'DELETE'))

let count = 0
/** A paid trade, a fault on its refund, the outcome the caller saw and whether the money moved. */
async function refundUnder(kind: string, times = 1): Promise<{ answer: unknown; error: string; isMoved: boolean }> {
  count += 1
  const no = `fault-${count}`
  const { control, call, payUrl } = simulator
  await control(`trades/${no}/pay`, { payUrl: payUrl(no) })
  await control('faults', { on: REFUND, kind, times, delayMs: 50, seed: 7 })
  let answer: unknown
  let error = ''
  try {
    answer = await call(REFUND, { out_trade_no: no, refund_amount: '9.90', out_request_no: 'r' })
  } catch (caught) {
    error = String(caught)
  }
  const asked = await call('alipay.trade.query', { out_trade_no: no })
  return { answer, error, isMoved: asked.trade_status === 'TRADE_CLOSED' }
}

describe('a fault on a call', () => {
  it.each([
    ['http-500', '500', false],
    ['http-500-after', '500', true],
    ['cut-before', 'request error', false],
    ['cut-after', 'request error', true],
    ['hang', 'timeout', false],
    ['hang-after', 'timeout', true],
    ['unsigned', 'Error', true],
    ['wrong-signature', '验签失败', true],
    ['wrong-key', '验签失败', true],
    ['truncated-json', '格式错误', true],
  ])('%s fails the caller and the effect is what it says', async (kind, message, isMoved) => {
    // The HTTP client inside the SDK repeats a call once, unasked, when the connection is cut.
    const seen = await refundUnder(kind, kind.startsWith('cut') ? 2 : 1)
    expect(seen.answer).toBeUndefined()
    expect(seen.error.toLowerCase()).toContain(message.toLowerCase())
    expect(seen.isMoved).toBe(isMoved)
  })

  it('cut once after the effect is repeated by the SDK, whose caller then reads fund_change N for a refund that moved', async () => {
    const seen = await refundUnder('cut-after')
    expect(seen.answer).toMatchObject({ code: '10000', fund_change: 'N' })
    expect(seen.isMoved).toBe(true)
  })

  it.each([
    ['unknown', { code: '20000' }, false],
    ['unknown-after', { code: '20000' }, true],
    ['system-error', { code: '40004', sub_code: 'ACQ.SYSTEM_ERROR' }, false],
    ['system-error-after', { code: '40004', sub_code: 'ACQ.SYSTEM_ERROR' }, true],
    ['latency', { code: '10000', fund_change: 'Y' }, true],
  ])('%s answers as planned', async (kind, answer, isMoved) => {
    const seen = await refundUnder(kind)
    expect(seen.answer).toMatchObject(answer)
    expect(seen.isMoved).toBe(isMoved)
  })

  it('is used up after `times` and refused when unknown', async () => {
    const ask = () => simulator.call('alipay.trade.query', { out_trade_no: 'nobody' })
    await simulator.control('faults', { on: '*', kind: 'unknown', times: 2 })
    expect([await ask(), await ask(), await ask()].map((answer) => answer.code)).toEqual(['20000', '20000', '40004'])
    expect((await simulator.control('faults', { on: 'alipay.trade.query', kind: 'late' })).status).toBe(400)
    expect((await simulator.control('faults', { on: 'alipay.trade.nothing', kind: 'hang' })).status).toBe(400)
    expect((await simulator.control('faults', { on: 'notify', kind: 'bogus' })).status).toBe(400)
  })

  it('strikes the same calls for the same seed', () => {
    const struck = (seed: number) => {
      const faults = new Faults()
      faults.add({ on: 'notify', kind: 'late', times: 100, seed, rate: 0.3, delayMs: 0, copies: 1, amount: '1' })
      return Array.from({ length: 60 }, () => (faults.take('notify') ? 1 : 0)).join('')
    }
    expect(struck(11)).toBe(struck(11))
    expect(struck(11)).not.toBe(struck(12))
    expect(struck(11)).toMatch(/0.*1|1.*0/)
  })
})
