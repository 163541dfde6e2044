import { expect, it } from 'vitest'
import { billCsv } from './bill-csv.ts'
import type { BillItem } from './queries.ts'

const heads = {
  time: '时间',
  type: '类型',
  amount: '金额',
  fee: '服务费',
  state: '状态',
  reference: '编号',
  goods: '商品',
}
const words = { heads, typeOf: String, stateOf: String, timeOf: String }
const item: BillItem = {
  id: 'b1',
  type: 'clearing',
  amount: '1.04',
  feeAmount: '0.00',
  state: 'done',
  reference: '20261127807797000349',
  orderId: 'o-1',
  orderKind: 'superPoints',
  orderName: 'CP-77',
  createdAt: '2026-11-27T04:00:00.000Z',
}

it('writes a row for each movement, amounts as plain numbers with their sign', () => {
  const lines = billCsv(
    [item, { ...item, type: 'payout', amount: '-1.04', state: 'in-flight', orderName: null }],
    words,
  ).split('\r\n')
  expect(lines).toEqual([
    '\uFEFF"时间","类型","金额","服务费","状态","编号","商品"',
    '"2026-11-27T04:00:00.000Z","clearing",1.04,0.00,"done","20261127807797000349","CP-77"',
    '"2026-11-27T04:00:00.000Z","payout",-1.04,0.00,"in-flight","20261127807797000349",""',
    '',
  ])
})

it('lets no cell be a formula, and none end before its end', () => {
  const [, line] = billCsv([{ ...item, reference: '=1+"2"' }], words).split('\r\n')
  expect(line).toContain(`"'=1+""2"""`)
})
