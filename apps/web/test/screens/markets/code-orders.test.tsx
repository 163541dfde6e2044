// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { listCodeConsume, listCodeProfit } from '@trove/contract/code/orders'
import type { RouteResult } from '@trove/contract/kit/route'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { type FakeServer, fakeServer } from '../../fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** What the list of bought works calls its orders (b-markets 4: code order labels and platform). */

type Order = RouteResult<typeof listCodeConsume>['content'][number]
const paid: Order = {
  ...{ id: 'o1', fkProductId: 'w1', orderSource: 'code', outTradeNo: 'TR1', orderState: 'PaymentSuccessful' },
  ...{ closeReason: null, totalAmount: '9.90', feeAmount: '0.00', tradingPlatform: 'Alipay' },
  ...{ cstCreate: '2026-11-01T00:00:00.000Z', expiresAt: '2099-11-01T00:00:00.000Z', paidAt: null },
  ...{ refund: null, refundState: null, fkProductName: 'Ledger', fkProductImage: null, licence: 'personal' },
  ...{ version: 1, codeStatus: 3, refundableUntil: null, purchaser: 'Bea', sharer: 'Sam' },
}
const orders: Order[] = [
  { ...paid, fkProductName: 'Paid' },
  { ...paid, id: 'o2', fkProductName: 'Open', orderState: 'ToBePaid', tradingPlatform: 'WeChat', codeStatus: null },
  { ...paid, id: 'o3', fkProductName: 'Gone', orderState: 'PaymentFailed', closeReason: 'expired', codeStatus: null },
]
const WORDS = {
  'zh-CN': { Paid: ['交易完成', '支付宝'], Open: ['待支付', '微信'], Gone: ['交易取消', '支付宝'] },
  en: {
    Paid: ['Transaction complete', 'Alipay'],
    Open: ['Awaiting payment', 'WeChat'],
    Gone: ['Transaction cancelled', 'Alipay'],
  },
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listCodeConsume, { content: orders, totalElements: 3, nextCursor: null })
})
afterEach(forgetScreen)

it.each(views)('an order of a work says how it stands and how it was paid, on $device in $language', async (view) => {
  await renderScreen(<Pages />, view, { path: '/personal-center/my-order/consume/codeOrder', isSignedIn: true })
  for (const [name, words] of Object.entries(WORDS[view.language])) {
    const card = (await screen.findByText(name)).closest('li, article, tr')!
    for (const word of words) expect(card.textContent).toContain(word)
  }
})

const sides = views.flatMap((view) => [
  { ...view, side: 'consume' as const, other: 'Sam' },
  { ...view, side: 'profit' as const, other: 'Bea' },
])
it.each(sides)(
  'its card among $side orders has picture, title, number, licence, amount, time and the other side, on $device in $language',
  async ({ side, other, ...view }) => {
    const order = { ...paid, cstCreate: '2026-11-01T04:30:00.000Z', fkProductImage: '/files/public/ledger.webp' }
    const income = {
      ...{ accruedAmount: '0.00', clearedAmount: '0.00', clearableAmount: '0.00', perDayAmount: '0.00' },
      asOf: '2026-11-01T04:30:00.000Z',
    }
    server.on(listCodeConsume, { content: [order], totalElements: 1, nextCursor: null })
    server.on(listCodeProfit, { content: [{ ...order, income }], totalElements: 1, nextCursor: null })
    await renderScreen(<Pages />, view, { path: `/personal-center/my-order/${side}/codeOrder`, isSignedIn: true })
    const card = (await screen.findByText('Ledger')).closest('li, article, tr')!
    for (const word of ['TR1', '9.90', '4:30', other, view.language === 'en' ? 'Personal' : '个人'])
      expect(card.textContent).toContain(word)
    expect(card.querySelector('img')?.getAttribute('src')).toBe('/files/public/ledger.webp')
  },
)
