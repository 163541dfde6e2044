// @vitest-environment jsdom

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDictionaryTree } from '@trove/contract/dictionary/routes'
import { addFavourite, isFavourite, listFavourites } from '@trove/contract/favourites/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import { createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { getHomepage } from '@trove/contract/talent/experts'
import { answerRefund, getAgreement, getHireSheet, removeSheetEntry, setWeekLimit } from '@trove/contract/talent/hours'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { queryClient } from '../../../src/lib/calls/query.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { formatMoment } from '../../../src/lib/shown/format.ts'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import { inDays } from '../../orders.ts'
import { forgetScreen, renderScreen, type View, views } from '../../render.tsx'
import { saidOnPress } from '../../withheld.ts'

/** Hires: the page of the order with its panels, the settlement desk, the homepage of an expert. */

type Hire = Extract<RouteResult<typeof getOrder>, { orderSource: 'manpower' }>
type Sheet = RouteResult<typeof getHireSheet>

const hire: Hire = {
  ...{ id: 'h1', fkProductId: 'e1', orderSource: 'manpower', outTradeNo: 'TR7', closeReason: null },
  ...{ orderState: 'PaymentSuccessful', totalAmount: '800.00', feeAmount: '0.00', tradingPlatform: 'Alipay' },
  ...{ cstCreate: inDays(-1), expiresAt: inDays(-1), paidAt: inDays(-1), refund: null, refundState: null },
  ...{ manStatus: 1, fkProductName: 'Shen', manRealName: 'Shen', manIdentity: 'Architect', manIdentityEn: 'Architect' },
  ...{ manServeStartTime: inDays(-1), manServeEndTime: null, manWorkingHourId: '8', manWorkingRequire: 'A ledger' },
  ...{
    hours: 8,
    hourSalary: '100.00',
    returnedHours: 0,
    openAsk: null,
    openDispute: null,
    isRuled: false,
    purchaser: 'Bea',
    role: 'seller',
    payouts: [],
    income: null,
  },
  timeLine: [
    { step: 'created', at: inDays(-1), state: 'done' },
    { step: 'serving', at: inDays(-1), state: 'now' },
    ...(['delivered', 'accepted', 'finished'] as const).map((step) => ({ step, at: null, state: 'next' as const })),
  ],
}
const sheet: Sheet = {
  ...{ hours: 8, returnedHours: 0, minutes: 90, deliveryNote: null, dueAt: null },
  entries: [{ id: 't1', workDay: '2026-11-03', minutes: 90, note: 'Tables', link: '', commit: null }],
  refundAsks: [
    {
      ...{ id: 'r1', hours: 2, reason: 'Less to do', state: 'open' },
      ...{ askedAt: inDays(0), endsAt: inDays(7), answeredAt: null },
    },
  ],
  ...{ weekHours: null, weekMinutes: 90, disputes: [], mayDispute: false },
  agreement: { version: '2026-11', hash: 'a'.repeat(64), acceptedAt: inDays(-1) },
}
const page = {
  ...{ productId: 'e1', realName: 'Shen', identity: 'Architect', realHeadImgUrl: null, skills: ['React'] },
  ...{
    hourSalary: '100.00',
    countHires: 3,
    rating: null,
    countReviews: 0,
    isDemo: false,
    workExp: '3-5',
    productCodes: [],
    productCases: [],
    codeProofs: [],
  },
  ...{ isOwn: false, isOpen: true },
} satisfies RouteResult<typeof getHomepage>
const hash = 'b'.repeat(64)

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  sessionStorage.clear()
  server.on(getHomepage, page)
  server.on(getHireSheet, sheet)
  server.on(getOrder, hire)
  server.on(getAgreement, { version: '2026-11', hash, clauses: ['Hours are hours.'] })
})
afterEach(() => {
  forgetScreen()
  vi.restoreAllMocks()
})
/** What a reload forgets. */
const leave = () => {
  cleanup()
  queryClient.clear()
}
const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const question = async () => within(await screen.findByRole('alertdialog'))

describe.each(views)('a hire on $device in $language', (view: View) => {
  const open = (path = '/personal-center/my-order/detail/h1') => renderScreen(<Pages />, view, { path })

  it.each([
    ['delivered, by a ruling', inDays(-1), true],
    ['never delivered, by a ruling', inDays(0), false],
  ])('that ended %s is not told as accepted', async (_, deliveredAt, isShown) => {
    const [at, state] = [inDays(0), 'done' as const]
    const steps = ['created', 'serving', 'delivered', 'accepted', 'finished'] as const
    const timeLine = steps.map((step) => ({ step, at: step === 'delivered' ? deliveredAt : at, state }))
    for (const role of ['buyer', 'seller'] as const) {
      server.on(getOrder, { ...hire, role, manStatus: 3, isRuled: true, returnedHours: 3, timeLine } as Hire)
      await open()
      await screen.findByText(t(`talent.order.next.${role}.ruled`, { count: 3 }))
      const line = within(screen.getByRole('list', { name: t('orders.progress') }))
      line.getByText(t('talent.order.step.ruled'))
      expect(line.queryByText(t('talent.order.step.accepted'))).toBeNull()
      expect(line.queryByText(t('talent.order.step.delivered')) !== null).toBe(isShown)
      leave()
    }
  })

  it('leads to the conversation of its two, from either side', async () => {
    server.on(getOrder, { ...hire, role: 'buyer' } as Hire)
    await open()
    const link = await screen.findByRole('link', { name: t('disputes.talk') })
    expect(link.getAttribute('href')).toBe('/personal-center/conversations/about/manpower/e1')
    leave()
    server.on(getOrder, hire)
    await open()
    const list = await screen.findByRole('link', { name: t('disputes.talk') })
    expect(list.getAttribute('href')).toBe('/personal-center/conversations')
  })

  it('says time worked in hours and minutes, without the part that is nought', async () => {
    const [entry] = sheet.entries
    const entries = [60, 45, 90].map((minutes, i) => ({ ...entry!, id: `t${i}`, minutes }))
    server.on(getHireSheet, { ...sheet, minutes: 195, entries })
    await open()
    await screen.findByText(t('talent.sheet.wholeHours', { hours: 1 }))
    screen.getByText(t('talent.sheet.minutesOnly', { minutes: 45 }))
    screen.getByText(t('talent.sheet.time', { hours: 1, minutes: 30 }))
  })

  it('lets the buyer limit the week and take the limit back, and says it to both', async () => {
    server.on(setWeekLimit, null)
    server.on(getOrder, { ...hire, role: 'buyer' } as Hire)
    await open()
    const field = (await screen.findByLabelText(t('weekLimit.label'))) as HTMLInputElement
    const save = () => screen.getByRole('button', { name: t('weekLimit.save') }) as HTMLButtonElement
    expect(await saidOnPress(save())).toBe(t('reasons.unchanged'))
    expect(server.asked(setWeekLimit)).toHaveLength(0)
    await userEvent.type(field, '10')
    server.on(getHireSheet, { ...sheet, weekHours: 10 })
    await userEvent.click(save())
    await screen.findByText(
      t('weekLimit.now', { worked: t('talent.sheet.time', { hours: 1, minutes: 30 }), hours: 10 }),
    )
    expect(server.asked(setWeekLimit)[0]!.body).toEqual({ hours: 10 })
    await userEvent.clear(screen.getByLabelText(t('weekLimit.label')))
    await userEvent.click(save())
    await waitFor(() => expect(server.asked(setWeekLimit)[1]!.body).toEqual({ hours: null }))
    leave()
    server.on(getOrder, hire)
    await open()
    await screen.findByText(new RegExp(t('weekLimit.now', { worked: '.*', hours: 10 })))
    expect(screen.queryByLabelText(t('weekLimit.label'))).toBeNull()
  })

  it('says of hours that were asked back what they are worth, when it was asked, and who declined it when', async () => {
    const [asked] = sheet.refundAsks
    const declined = {
      ...asked!,
      state: 'declined' as const,
      askedAt: inDays(-3),
      endsAt: null,
      answeredAt: inDays(-2),
    }
    server.on(getHireSheet, { ...sheet, refundAsks: [declined] })
    await open()
    const hours = t('talent.order.hours', { count: 2 })
    const line = (await screen.findByText(t('talent.back.wanted', { hours, amount: '¥200.00' }))).closest('li')!
    expect(line.textContent).toContain(t('talent.back.since', { when: formatMoment(inDays(-3)) }))
    expect(line.textContent).toContain(t('talent.back.answeredAt.declined', { when: formatMoment(inDays(-2)) }))
    // The rule below an entry is between two of them.
    const css = readFileSync(join(import.meta.dirname, '../../../src/features/talent/talent.module.css'), 'utf8')
    expect(css).toMatch(/\.entry:last-child \{[^}]*border-bottom: 0;/)
  })

  it('says of a commit that an entry links to what its repository says', async () => {
    const link = `https://example.org/shop/commit/${'4f2a'.repeat(10)}`
    const at = inDays(-2)
    const known = { oid: '4f2a'.repeat(10), author: 'Ada', subject: 'Tables of orders', at }
    const entryOf = (state: 'found' | 'missing') => ({
      ...sheet.entries[0]!,
      id: state,
      link,
      commit: state === 'found' ? { ...known, state } : { ...known, state, author: '', subject: '', at: null },
    })
    server.on(getHireSheet, { ...sheet, entries: [entryOf('found'), entryOf('missing')] })
    await open()
    await screen.findByText(t('talent.sheet.commit.found', { oid: '4f2a4f2', subject: 'Tables of orders' }))
    screen.getByText(t('talent.sheet.commit.by', { author: 'Ada', when: formatMoment(at) }))
    screen.getByText(t('talent.sheet.commit.missing', { oid: '4f2a4f2' }))
    // As high as a finger needs, and told nothing of where one comes from.
    for (const shown of screen.getAllByRole('link', { name: link }))
      expect([shown.className, shown.getAttribute('rel')]).toEqual([
        expect.stringMatching(/lone/),
        expect.stringMatching(/noreferrer/),
      ])
  })

  it('tells its steps and what cancelling means in the words of hires, not of machines', async () => {
    await open()
    const steps = within(await screen.findByRole('list', { name: t('orders.progress') }))
    for (const step of ['serving', 'delivered', 'accepted', 'finished']) steps.getByText(t(`talent.order.step.${step}`))
    const unpaid = {
      orderState: 'ToBePaid',
      manStatus: null,
      paidAt: null,
      expiresAt: inDays(1),
      role: 'buyer',
    } as const
    leave()
    server.on(getOrder, { ...hire, ...unpaid })
    await open()
    await press(t('orders.cancel'))
    const asked = await question()
    asked.getByText(t('talent.order.cancelText'))
    expect(t('talent.order.cancelText')).not.toMatch(/machine|机器/)
  })

  it('says that its time-sheet is on its way, and why it does not come', async () => {
    let answer: (response: Response) => void = () => undefined
    server.on(getHireSheet, () => new Promise<Response>((resolve) => (answer = resolve)))
    await open()
    const panel = within((await screen.findByRole('heading', { name: t('talent.sheet.title') })).closest('section')!)
    panel.getByRole('status', { name: t('common.loading') })
    answer(refused('orders.not-found'))
    const failure = within(await screen.findByRole('alert'))
    failure.getByText(wordsOfCode('orders.not-found')!)
    server.on(getHireSheet, sheet)
    await userEvent.click(failure.getByRole('button', { name: t('common.retry') }))
    await screen.findByText(/Tables/)
  })

  it('keeps an open dialog with its words when the hire changes meanwhile', async () => {
    await open()
    await press(t('talent.back.give'))
    const field = within(await screen.findByRole('dialog')).getByRole('textbox', { name: t('talent.back.reason') })
    await userEvent.type(field, 'Done sooner')
    let answer: (response: Response) => void = () => undefined
    server.on(getOrder, { ...hire, manStatus: 2 } as Hire)
    server.on(getHireSheet, () => new Promise<Response>((resolve) => (answer = resolve)))
    const before = server.asked(getHireSheet).length
    // What a live update does.
    for (const queryKey of [['orders'], ['talent']]) void queryClient.invalidateQueries({ queryKey })
    // Once for the old key, once for that of the changed hire.
    await waitFor(() => expect(server.asked(getHireSheet)).toHaveLength(before + 2))
    const given = () => within(screen.getByRole('dialog')).getByRole('textbox', { name: t('talent.back.reason') })
    expect((given() as HTMLInputElement).value).toBe('Done sooner')
    answer(ok(getHireSheet, { ...sheet, deliveryNote: 'All of it', dueAt: inDays(7) }))
    await screen.findByText('All of it')
    expect((given() as HTMLInputElement).value).toBe('Done sooner')
  })

  it('writes days as the reader does, and takes an entry back only after a question', async () => {
    server.on(removeSheetEntry, null)
    await open()
    const day = new Intl.DateTimeFormat(view.language, { dateStyle: 'medium', timeZone: 'UTC' })
    await screen.findByText(day.format(new Date('2026-11-03')))
    await press(t('talent.sheet.remove'))
    await userEvent.click((await question()).getByRole('button', { name: t('common.cancel') }))
    expect(server.asked(removeSheetEntry)).toHaveLength(0)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await press(t('talent.sheet.remove'))
    await userEvent.click((await question()).getByRole('button', { name: t('talent.sheet.remove') }))
    await waitFor(() => expect(server.asked(removeSheetEntry)).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('whose buyer wants hours back says whose turn that is, and leads its expert to the answer before anything else', async () => {
    const until = inDays(7)
    const openAsk = { hours: 2, until }
    server.on(getOrder, { ...hire, openAsk })
    const { unmount } = await open()
    const asked = { hours: t('talent.order.hours', { count: 2 }), when: formatMoment(until) }
    await screen.findByText(t('talent.order.next.seller.asked', asked))
    await press(t('talent.back.toAnswer'))
    await waitFor(() => expect(document.activeElement?.textContent).toBe(t('talent.back.title')))
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(titles.indexOf(t('talent.back.title'))).toBeLessThan(titles.indexOf(t('talent.sheet.title')))
    // What was worked on can be delivered nevertheless.
    screen.getByRole('button', { name: t('talent.order.deliver') })
    unmount()
    leave()
    server.on(getOrder, { ...hire, openAsk, role: 'buyer', manStatus: 2 })
    await open()
    await screen.findByText(t('talent.order.next.buyer.asked', asked))
    expect(screen.queryByRole('button', { name: t('talent.back.toAnswer') })).toBeNull()
    screen.getByRole('button', { name: t('talent.order.accept') })
  })

  it('gives hours back on request only after a question', async () => {
    server.on(answerRefund, null)
    await open()
    await press(t('talent.back.agree'))
    const asked = await question()
    asked.getByText(t('talent.back.agreeText', { hours: t('talent.order.hours', { count: 2 }) }))
    expect(server.asked(answerRefund)).toHaveLength(0)
    await userEvent.click(asked.getByRole('button', { name: t('talent.back.agree') }))
    await waitFor(() => expect(server.asked(answerRefund).map(({ body }) => body)).toEqual([{ isAgreed: true }]))
  })

  it('is ordered with what was typed before a reload, under the agreement that was read once', async () => {
    const entry = { dictValue: '8', labelZh: '8 小时', labelEn: '8 hours', children: [] }
    server.on(getDictionaryTree, { key: 'working_hour', children: [entry] } as never)
    server.on(createPayment, () => new Promise<Response>(() => undefined))
    await open('/manpower/orderNow/e1')
    await screen.findByText(t('talent.checkout.notice'))
    expect(screen.queryByText(t('compute.checkout.notice'))).toBeNull()
    await userEvent.type(
      await screen.findByRole('textbox', { name: new RegExp(t('talent.checkout.require')) }),
      'A till',
    )
    await userEvent.click(await screen.findByRole('checkbox', { name: t('talent.checkout.agree') }))
    await screen.findByText(t('talent.checkout.hold'))
    // A reader who comes back to the tab a minute later reads the same text.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(server.asked(getHomepage)).toHaveLength(2))
    expect(server.asked(getAgreement)).toHaveLength(1)
    leave()
    await open('/manpower/orderNow/e1')
    const typed = await screen.findByRole('textbox', { name: new RegExp(t('talent.checkout.require')) })
    expect((typed as HTMLTextAreaElement).value).toBe('A till')
    await screen.findByText(t('talent.checkout.agreeFirst'))
    await userEvent.click(await screen.findByRole('checkbox', { name: t('talent.checkout.agree') }))
    await userEvent.click(screen.getByRole('checkbox', { name: t('market.checkout.confirm') }))
    await press(t('market.checkout.pay'))
    await waitFor(() => expect(server.asked(createPayment)).toHaveLength(1))
    expect(server.asked(createPayment)[0]!.body).toMatchObject({ manWorkingRequire: 'A till', manAgreement: hash })
    expect(server.asked(getAgreement)).toHaveLength(2)
  })

  it('begins on a homepage with the programmes of the expert and a heart that keeps the page', async () => {
    const programme = { productId: 'w1', productName: 'Ledger', productUrl: '' }
    const counts = { countBrowses: 5, countComments: 1, countDownloads: 2 }
    server.on(getHomepage, { ...page, productCodes: [{ ...programme, ...counts }] })
    server.on(isFavourite, false)
    server.on(addFavourite, null)
    await open('/manpower?productId=e1')
    const link = await screen.findByRole('link', { name: /Ledger/ })
    expect(link.getAttribute('href')).toBe('/codeForce/codeDetails/w1')
    await press(t('favourites.add'))
    await waitFor(() =>
      expect(server.asked(addFavourite).map(({ body }) => body)).toEqual([{ kind: 'manpower', id: 'e1' }]),
    )
  })

  it('is found again among the favourites, which lead to the homepage', async () => {
    const kept = { kind: 'manpower', id: 'e1', title: 'Shen', addedAt: inDays(-1) } as const
    server.on(listFavourites, { totalElements: 1, content: [kept] })
    await open('/personal-center/favourites')
    const link = await screen.findByRole('link', { name: 'Shen' })
    expect(link.getAttribute('href')).toBe('/manpower?productId=e1')
  })

  it.each([
    ['/manpower/contactConsultant?productId=e1', '/manpower?productId=e1'],
    ['/manpower/contactConsultant', '/manpower?tab=experts'],
  ])('has a way back from %s, which a phone opens by the QR code', async (path, back) => {
    const { address } = await open(path)
    // While its code is on its way, the way back is the general one.
    await waitFor(() => expect(screen.queryByRole('status', { name: t('common.loading') })).toBeNull())
    await press(t('common.back'))
    expect(address()).toBe(back)
  })
})
