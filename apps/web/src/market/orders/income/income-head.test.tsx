// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { clearAll } from '@trove/contract/order-lists/income'
import i18next from 'i18next'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeServer, fakeServer, ok } from '../../../../test/fake-server.ts'
import { chineseDesk, forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { moneyText } from '../../../lib/shown/money.ts'
import { IncomeHead } from './income-head.tsx'
import type { Income } from './queries.ts'

const now = new Date().toISOString()
const income: Income = {
  ...{ clearableAmount: '9.00', clearableLimit: '9.00', clearablePerDayAmount: '0.00', perDayAmount: '0.00' },
  ...{ undecidedAmount: '0.00', heldAmount: '0.00', todayAmount: '0.00', todayLimit: '0.00', earnedAmount: '9.00' },
  ...{ growsUntil: null, asOf: now, since: now, days: [], goods: [], isClearedDaily: false },
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)

let show: (next: Income) => void
function Changing() {
  const [shown, setShown] = useState(income)
  show = setShown
  return <IncomeHead income={shown} purse={undefined} />
}

describe('the sums of income', () => {
  /** Draws other figures a moment later, with the frames of the screen in hand. */
  async function change() {
    await renderScreen(<Changing />, chineseDesk)
    const frames: FrameRequestCallback[] = []
    vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
    const next = { ...income, earnedAmount: '29.00', clearableAmount: '29.00', clearableLimit: '29.00' }
    act(() => show(next))
    const draw = (at: number) => act(() => void frames.splice(0).forEach((frame) => void frame(at)))
    return { draw, shown: (amount: string) => screen.queryAllByText(moneyText(amount)).length }
  }

  it('count to their new values within 150 ms', async () => {
    const { draw, shown } = await change()
    expect([shown('9.00'), shown('29.00')]).toEqual([2, 0])
    draw(1_000)
    draw(1_075)
    expect(shown('19.00')).toBe(2)
    draw(1_150)
    expect(shown('29.00')).toBe(2)
  })

  it('change at once for who wishes less motion', async () => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: true,
      media,
      addEventListener() {},
      removeEventListener() {},
    }))
    const { shown } = await change()
    expect([shown('9.00'), shown('29.00')]).toEqual([0, 2])
  })
})

describe.each(views)('collecting all income on $device in $language', (view) => {
  it('comes to every order, however many could not be collected before it, and tells the sum of all', async () => {
    const pages = [
      { orders: 0, clearedAmount: '0.00', nextCursor: 'o200' },
      { orders: 3, clearedAmount: '2.40', nextCursor: 'o400' },
      { orders: 1, clearedAmount: '0.71', nextCursor: null },
    ]
    server.on(clearAll, () => ok(clearAll, pages.shift()!))
    await renderScreen(<IncomeHead income={income} purse={undefined} />, view, {})
    await userEvent.setup().click(screen.getByRole('button', { name: i18next.t('income.collect') }))
    await screen.findByText(i18next.t('income.collected', { count: 4, amount: moneyText('3.11') }))
    expect(server.asked(clearAll).map(({ url }) => url.searchParams.get('cursor'))).toEqual([null, 'o200', 'o400'])
  })
})
