// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listWorks } from '@trove/contract/code/market'
import { listCodeConsume, listCodeProfit } from '@trove/contract/code/orders'
import { listComputeConsume, listComputeProfit } from '@trove/contract/compute/orders'
import { listOffers } from '@trove/contract/compute/routes'
import { listNotices } from '@trove/contract/notices/routes'
import { listExperts } from '@trove/contract/talent/experts'
import { listHumanConsume, listHumanProfit } from '@trove/contract/talent/orders'
import i18next from 'i18next'
import { Link } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, ok, refused } from '../../../test/fake-server.ts'
import { pageOf, serving } from '../../../test/orders.ts'
import { forgetScreen, renderScreen, views } from '../../../test/render.tsx'
import { Pages } from '../router.tsx'

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listNotices, { content: [], totalElements: 0, unread: 0 })
})
afterEach(forgetScreen)

const t = (key: string) => i18next.t(key as 'common.ok')
const NOTICES = '/personal-center/notices'
const expert = {
  ...{
    productId: 'e1',
    realName: '林一舟',
    identity: '架构师',
    realHeadImgUrl: null,
    skills: ['Go'],
    hourSalary: '180.00',
  },
  ...{ countHires: 0, rating: null, countReviews: 0, isDemo: false },
}

describe.each(views)('on $device in $language', (view) => {
  it('Ctrl K finds an expert by two characters; Enter goes to the first find', async () => {
    server.on(listExperts, ({ url }) =>
      ok(listExperts, {
        content: url.searchParams.get('name') === '架构' ? [expert] : [],
        ...{ totalElements: 1, nextCursor: null },
      }),
    )
    server.on(listWorks, () => refused('service.unavailable'))
    server.on(listOffers, { productCount: 0, products: { content: [] }, nextCursor: null })
    const { address } = await renderScreen(<Pages />, view, { path: NOTICES })
    await userEvent.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox', { name: t('palette.title') })
    await waitFor(() => expect(document.activeElement === field).toBe(true))
    await userEvent.type(field, '架构')
    const found = await screen.findByRole('option', { name: /林一舟/ })
    await screen.findByText(t('palette.missing'))
    await waitFor(() => expect(found.getAttribute('data-combobox-selected')).toBe('true'))
    // The field names it, so that a screen reader says it although no key was pressed.
    expect(found.id).not.toBe('')
    await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(found.id))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/manpower?productId=e1'))
    expect(screen.queryByRole('combobox', { name: t('palette.title') })).toBeNull()
  })

  it('Escape closes it, and the focus is back where it was', async () => {
    await renderScreen(<Pages />, view, { path: NOTICES })
    const before = (await screen.findAllByRole('link'))[0]!
    before.focus()
    await userEvent.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox', { name: t('palette.title') })
    await waitFor(() => expect(document.activeElement === field).toBe(true))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox', { name: t('palette.title') })).toBeNull())
    await waitFor(() => expect(document.activeElement === before).toBe(true))
  })
})

describe('the palette', () => {
  const phone = { device: 'mobile', language: 'en' } as const
  const paletteField = () => screen.queryByRole('combobox', { name: t('palette.title') })

  const none = { content: [], totalElements: 0, nextCursor: null }
  const type = async (words: string) => {
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.type(await screen.findByRole('combobox', { name: t('palette.title') }), words)
  }

  it('keeps the chosen option when more is found for the same words', async () => {
    server.on(listExperts, { ...none, content: [expert, { ...expert, productId: 'e2', realName: '林二舟' }] })
    server.on(listOffers, { productCount: 0, products: { content: [] }, nextCursor: null })
    server.on(listWorks, none)
    let answer: (response: Response) => void = () => undefined
    server.on(listComputeProfit, () => new Promise<Response>((resolve) => (answer = resolve)))
    for (const list of [listCodeConsume, listCodeProfit, listComputeConsume, listHumanConsume, listHumanProfit])
      server.on(list, none)
    await renderScreen(<Pages />, phone, { path: NOTICES })
    await type('林')
    const second = await screen.findByRole('option', { name: /林二舟/ })
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(second.getAttribute('data-combobox-selected')).toBe('true'))
    answer(ok(listComputeProfit, pageOf(serving)))
    await screen.findByRole('option', { name: new RegExp(serving.outTradeNo) })
    expect(second.getAttribute('data-combobox-selected')).toBe('true')
    expect(paletteField()?.getAttribute('aria-activedescendant')).toBe(second.id)
  })

  it('offers nothing of former words: Enter waits for what is found for those of now', async () => {
    for (const list of [listComputeProfit, listCodeConsume, listCodeProfit, listComputeConsume]) server.on(list, none)
    for (const list of [listHumanConsume, listHumanProfit]) server.on(list, none)
    server.on(listWorks, none)
    server.on(listOffers, { productCount: 0, products: { content: [] }, nextCursor: null })
    let answer: (response: Response) => void = () => undefined
    server.on(listExperts, ({ url }) => {
      if (url.searchParams.get('name') === '架构') return ok(listExperts, { ...none, content: [expert] })
      return new Promise<Response>((resolve) => (answer = resolve))
    })
    const { address } = await renderScreen(<Pages />, phone, { path: NOTICES })
    await type('架构')
    const former = await screen.findByRole('option', { name: /林一舟/ })
    await waitFor(() => expect(former.getAttribute('data-combobox-selected')).toBe('true'))
    await userEvent.type(paletteField()!, '师')
    await userEvent.keyboard('{Enter}')
    expect(address()).toBe(NOTICES)
    expect(paletteField()?.getAttribute('aria-activedescendant')).toBeNull()
    await waitFor(() => expect(server.asked(listExperts).at(-1)!.url.searchParams.get('name')).toBe('架构师'))
    answer(ok(listExperts, { ...none, content: [{ ...expert, productId: 'e2', realName: '林二舟' }] }))
    const now = await screen.findByRole('option', { name: /林二舟/ })
    await waitFor(() => expect(now.getAttribute('data-combobox-selected')).toBe('true'))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/manpower?productId=e2'))
  })

  it('has the first of what is found by now chosen, until a key chooses another', async () => {
    for (const list of [listCodeConsume, listCodeProfit, listComputeConsume, listHumanConsume, listHumanProfit])
      server.on(list, none)
    server.on(listComputeProfit, pageOf(serving))
    server.on(listWorks, none)
    server.on(listOffers, { productCount: 0, products: { content: [] }, nextCursor: null })
    let answer: (response: Response) => void = () => undefined
    server.on(listExperts, () => new Promise<Response>((resolve) => (answer = resolve)))
    await renderScreen(<Pages />, phone, { path: NOTICES })
    await type('林')
    const order = await screen.findByRole('option', { name: new RegExp(serving.outTradeNo) })
    await waitFor(() => expect(order.getAttribute('data-combobox-selected')).toBe('true'))
    answer(ok(listExperts, { ...none, content: [expert] }))
    const found = await screen.findByRole('option', { name: /林一舟/ })
    await waitFor(() => expect(paletteField()?.getAttribute('aria-activedescendant')).toBe(found.id))
    expect(order.getAttribute('data-combobox-selected')).toBeNull()
  })

  it('says of a free work what the cards of the market say', async () => {
    const at = '2026-01-01T00:00:00.000Z'
    const work = {
      ...{ id: 'w1', productName: 'Ledger', productUrl: null, blurb: 'Counts.', language: 'Other', labels: [] },
      ...{ price: '0.00', countBrowses: 1, countComments: 0, countDownloads: 2, rating: null },
      ...{ publishTime: at, updateTime: at, author: { id: 'a1', nickName: 'Ada', headImgUrl: null, isDemo: false } },
    }
    server.on(listWorks, { ...none, content: [work] })
    await renderScreen(<Pages />, phone, { path: NOTICES })
    await type('ledger')
    const found = await screen.findByRole('option', { name: /Ledger/ })
    expect(found.textContent).toContain(`${t('works.otherLanguage')} · ${t('works.free')}`)
  })

  it('opens with a button on the signed-in phone’s first pages, not only on the landing pages', async () => {
    await renderScreen(<Pages />, phone, { path: NOTICES })
    await userEvent.click(await screen.findByRole('button', { name: t('shell.find') }))
    await screen.findByRole('combobox', { name: t('palette.title') })
  })

  it('has no button beside the search of a page’s own, which looks the same', async () => {
    await renderScreen(<Pages />, phone, { path: '/personal-center/my-order/consume/codeOrder' })
    await screen.findByRole('button', { name: t('orders.search') })
    expect(screen.queryByRole('button', { name: t('shell.find') })).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: new RegExp(t('orders.tabs.storageOrder')) }))
    await screen.findByRole('button', { name: t('shell.find') })
    expect(screen.queryByRole('button', { name: t('orders.search') })).toBeNull()
  })

  it('opens on the bare sign-in page, with the shortcut and with a button', async () => {
    await renderScreen(<Pages />, phone, { path: '/login', isSignedIn: false })
    await screen.findByRole('button', { name: t('shell.find') })
    await userEvent.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: t('palette.title') })
  })

  it('leaves Ctrl K to the terminal, and does not open when it is left', async () => {
    const { address } = await renderScreen(
      <>
        <Pages />
        <Link to={NOTICES}>leave</Link>
      </>,
      phone,
      { path: '/personal-center/my-calculate/terminal/m1' },
    )
    const passed: boolean[] = []
    const note = (event: KeyboardEvent) => passed.push(!event.defaultPrevented)
    window.addEventListener('keydown', note)
    await userEvent.keyboard('{Control>}k{/Control}')
    window.removeEventListener('keydown', note)
    expect(passed).toEqual([true, true])
    await userEvent.click(screen.getByRole('link', { name: 'leave' }))
    await waitFor(() => expect(address()).toBe(NOTICES))
    await screen.findByRole('button', { name: t('shell.find') })
    expect(paletteField() === null).toBe(true)
  })
})
