import { createHash } from 'node:crypto'
import { AGREEMENT_VERSION } from '@trove/contract/identity/routes'
import { expect, test } from 'vitest'
import { agreement } from './login.ts'

test('the agreement speaks of the four markets as they are, and of every way in which income is earned', () => {
  for (const market of ['机器', '代码', '专家', '存储']) expect(agreement.use.zh).toContain(market)
  for (const market of ['machines', 'code', 'experts', 'storage']) expect(agreement.use.en).toContain(market)
  expect(`${agreement.use.zh}${agreement.use.en}`).not.toMatch(/之后|later/)
  for (const way of ['线性', '验收后', '退款期结束后']) expect(agreement.money.zh).toContain(way)
  for (const way of ['evenly', 'accepts', 'refund period is over']) expect(agreement.money.en).toContain(way)
  expect(`${agreement.money.zh}${agreement.money.en}`).not.toMatch(/逐秒|by the second/)
})

test('a new text of the agreement has a new version, by which it is agreed to again', () => {
  const { use, money, data, rights } = agreement
  const digest = createHash('sha256')
    .update(JSON.stringify([use, money, data, rights]))
    .digest('hex')
  expect([AGREEMENT_VERSION, digest]).toEqual([
    '2026-11-29',
    '573a26bcd7cacc3ee441efe0ee50258746c30bb49d368df60c5d42037143f907',
  ])
})
