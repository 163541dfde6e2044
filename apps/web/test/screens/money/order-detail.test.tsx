// @vitest-environment jsdom
import { act, cleanup as forgetShown, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listFaults } from '@trove/contract/compute/faults'
import { clearCompute } from '@trove/contract/compute/orders'
import { listComputeGroups } from '@trove/contract/dictionary/routes'
import { cancelOrder, getOrder } from '@trove/contract/order-lists/routes'
import { PAYOUT_STATES } from '@trove/contract/orders/states'
import { payUrlByPost } from '@trove/contract/payment/routes'
import { getOrderReviews } from '@trove/contract/reviews/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import OrderDetailScreen from '../../../src/app/pages/order.tsx'
import { paths } from '../../../src/lib/addresses/paths.ts'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { queryClient } from '../../../src/lib/calls/query.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { formatMoment } from '../../../src/lib/shown/format.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { detailOf, gpuGroup, inDays, type OrderOfList, pageOf, serving, unpaid, withFault } from '../../orders.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** One order: where it stands, what happens next, the money, and its actions on both sides. */

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(() => {
  vi.useRealTimers()
  forgetScreen()
})

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string

describe.each(views)('an order on $device in $language', (view) => {
  const open = (id = 'o1') =>
    renderScreen(<OrderDetailScreen />, view, {
      path: `/personal-center/my-order/detail/${id}`,
      pattern: '/personal-center/my-order/detail/:id',
    })
  const button = (key: string) => screen.queryByRole('button', { name: t(key) })

  it('is read out as loading, and says why it could not be had', async () => {
    server.on(getOrder, () => refused('service.unavailable'))
    await open('o9')
    screen.getByRole('status', { name: t('common.loading') })
    const said = await screen.findByText(wordsOfCode('service.unavailable')!)
    const failure = within(said.closest<HTMLElement>('[role="alert"]')!)
    server.on(getOrder, detailOf(serving))
    await userEvent.click(failure.getByRole('button', { name: t('common.retry') }))
    await screen.findByText('TR20261101')
  })

  it('that is not there, or somebody else’s, leads to one’s own; trying again would bring nothing', async () => {
    server.on(getOrder, () => refused('orders.not-found'))
    await open('o9')
    const said = await screen.findByText(wordsOfCode('orders.not-found')!)
    const failure = within(said.closest<HTMLElement>('[role="alert"]')!)
    expect(failure.getByRole('link', { name: t('titles.myOrder') }).getAttribute('href')).toBe(paths.orders())
    expect(failure.queryByRole('button', { name: t('common.retry') })).toBeNull()
  })

  it.each([
    ['', 6, 3],
    ['?kind=code', 5, 1],
    ['?kind=manpower', 6, 2],
  ])('whose link ends in “%s” waits with the steps and the panels of its market', async (search, steps, panels) => {
    server.on(getOrder, () => new Promise<Response>(() => undefined))
    await open(`o9${search}`)
    const waiting = screen.getByRole('status', { name: t('common.loading') })
    expect(waiting.querySelectorAll('[class*="stepBone"]')).toHaveLength(steps)
    // Besides what every order has: what comes next, its steps, the money, and what was bought.
    expect(waiting.querySelectorAll('section')).toHaveLength(4 + panels)
  })

  it('that a list had is there at once but for its steps, unless something changed since', async () => {
    const key = ['orders', 'list', 'superPoints', 'profit', '']
    queryClient.setQueryData(key, { pages: [pageOf(serving)], pageParams: [undefined] })
    server.on(getOrder, () => new Promise(() => {}))
    await open()
    for (const text of ['TR20261101', 'Bea', t('orders.standing.serving'), t('orders.next.seller.serving')])
      screen.getByText(text)
    expect(button('orders.clear')).not.toBeNull()
    within(screen.getByRole('heading', { name: t('orders.progress') }).parentElement!).getByRole('status')
    forgetShown()
    await queryClient.invalidateQueries({ queryKey: key })
    await open()
    expect(screen.queryByText('TR20261101')).toBeNull()
    screen.getByRole('status', { name: t('common.loading') })
  })

  it('of a kind this page does not know says that it could not be had, and is asked for again', async () => {
    const strange = { ...detailOf(serving), orderSource: 'later' }
    server.on(getOrder, () => Response.json({ code: 200, message: '', data: strange }))
    await open()
    const failure = within(await screen.findByRole('alert'))
    failure.getByText(t('common.failedToLoad'))
    server.on(getOrder, detailOf(serving))
    await userEvent.click(failure.getByRole('button', { name: t('common.retry') }))
    await screen.findByText('TR20261101')
  })

  it('in service tells the buyer what happens next, what was paid, and the way to the machine', async () => {
    server.on(getOrder, detailOf(serving))
    await open()
    await screen.findByText(t('orders.next.buyer.serving'))
    for (const text of ['Sam', 'CP-77', t('orders.paid'), t('orders.Alipay')]) screen.getByText(text)
    const steps = within(screen.getByRole('list', { name: t('orders.progress') }))
    for (const step of ['steps.created', 'machineSteps.serving', 'machineSteps.ended'])
      steps.getByText(t(`orders.${step}`))
    const link = screen.getByRole('link', { name: t('orders.openCompute') })
    expect(link.getAttribute('href')).toBe('/personal-center/my-calculate')
    expect(button('orders.clear')).toBeNull()
  })

  it('says which GPUs the machine has, and that its renewal is prepared', async () => {
    server.on(listComputeGroups, gpuGroup)
    const gpu = { model: 'rtx-4090', count: 2, vramSize: 24 }
    server.on(getOrder, detailOf({ ...serving, gpu, isAutoRenewed: true }))
    await open()
    await screen.findByText(/^2 × RTX 4090 · 24 GB · 4 /)
    screen.getByText(t('autoRenewal.isOn'))
  })

  it('that waits for its money is paid in this window', async () => {
    const assign = vi.fn()
    vi.stubGlobal('location', { ...window.location, assign })
    server.on(getOrder, detailOf(unpaid))
    server.on(payUrlByPost, 'https://cashier.test/pay')
    await open('o2')
    await userEvent.click(await screen.findByRole('button', { name: t('orders.pay') }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://cashier.test/pay'))
    expect(server.asked(payUrlByPost)[0]?.body).toMatchObject({ orderId: 'o2' })
  })

  it('is cancelled only after a question', async () => {
    server.on(getOrder, detailOf(unpaid))
    server.on(cancelOrder, null)
    await open('o2')
    await userEvent.click(await screen.findByRole('button', { name: t('orders.cancel') }))
    let question = within(await screen.findByRole('alertdialog'))
    question.getByText(t('orders.cancelMachine'))
    await userEvent.click(question.getByRole('button', { name: t('orders.keep') }))
    expect(server.asked(cancelOrder)).toHaveLength(0)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: t('orders.cancel') }))
    question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: t('orders.cancel') }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(t('orders.cancelled')))
    expect(server.asked(cancelOrder)).toHaveLength(1)
  })

  it('of a seller says of each sum where it is, and that it was paid only when it was', async () => {
    const payouts = PAYOUT_STATES.map((state, i) => ({ amount: `${i}.50`, at: inDays(-1 - i), state }))
    server.on(getOrder, detailOf(serving, { role: 'seller', payouts }))
    await open()
    const when = (at: string) => formatMoment(at)
    await screen.findByText(t('orders.income.payouts.paid', { when: when(payouts[3]!.at) }))
    const words = payouts.map(({ state, at }) => t(`orders.income.payouts.${state}`, { when: when(at) }))
    expect(new Set(words).size).toBe(PAYOUT_STATES.length)
    for (const word of words) screen.getByText(word)
  })

  it('of a seller says until when a reported fault waits for an answer, and offers nothing to collect', async () => {
    server.on(getOrder, detailOf(withFault(), { role: 'seller' }))
    await open()
    await screen.findByText(t('orders.next.seller.fault.seller', { when: formatMoment(inDays(2)) }))
    screen.getByText(t('faults.yourTurn'))
    screen.getByText(t('orders.income.undecided'))
    expect(screen.queryByRole('button', { name: t('orders.clear') })).toBeNull()
  })

  it.each(['buyer', 'seller'] as const)(
    'of a %s says of an open fault whose turn it is and until when',
    async (role) => {
      const [soon, past] = [inDays(1), new Date(Date.now() - 60_000).toISOString()]
      server.on(getOrder, detailOf(serving, { role }))
      await open()
      await screen.findByText(t(`orders.next.${role}.serving`))
      for (const [fault, turn] of [
        [{ until: soon }, 'seller'],
        [{ until: past }, 'seller-late'],
        [{ awaits: 'buyer', until: soon }, 'buyer'],
        [{ awaits: 'buyer', until: past }, 'buyer-late'],
        [{ awaits: 'staff', until: null }, 'staff'],
        [{ awaits: 'staff', until: null, contest: 'unanswered' }, 'contest'],
        [{ awaits: 'staff', until: null, contest: 'answered' }, 'contest-answered'],
      ] as const) {
        act(() => queryClient.setQueryData(['orders', 'detail', 'o1'], detailOf(withFault(fault), { role })))
        const when = fault.until ? formatMoment(fault.until) : ''
        const said = await screen.findByText(t(`orders.next.${role}.fault.${turn}`, { when }))
        expect(said.textContent).toContain(when)
      }
    },
  )

  it('whose fault’s time ends while its page is open says so, and asks for nothing any more', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const until = new Date(Date.now() + 30_000).toISOString()
    server.on(getOrder, detailOf(withFault({ awaits: 'buyer', until })))
    await open()
    await screen.findByText(t('orders.next.buyer.fault.buyer', { when: formatMoment(until) }))
    await act(() => vi.advanceTimersByTimeAsync(36_000))
    await screen.findByText(t('orders.next.buyer.fault.buyer-late', { when: formatMoment(until) }))
  })

  it.each(['buyer', 'seller'] as const)(
    'whose open fault waits for its %s leads them to where it is answered, and nobody else',
    async (role) => {
      const other = role === 'buyer' ? 'seller' : 'buyer'
      server.on(getOrder, detailOf(withFault({ awaits: role }), { role }))
      await open()
      await userEvent.click(await screen.findByRole('button', { name: t('faults.goTo') }))
      await waitFor(() => expect(document.activeElement?.textContent).toBe(t('faults.title')))
      act(() => queryClient.setQueryData(['orders', 'detail', 'o1'], detailOf(withFault({ awaits: other }), { role })))
      await screen.findByText(t('orders.standing.fault'))
      expect(button('faults.goTo')).toBeNull()
    },
  )

  it('of a seller shows the income and clears it; a refusal says why', async () => {
    server.on(getOrder, detailOf(serving, { role: 'seller', payouts: [] }))
    server.on(clearCompute, { clearedAmount: '0.50', totalClearedAmount: '1.00', payoutState: 'in-flight' })
    await open()
    await screen.findByText(t('orders.next.seller.serving'))
    for (const word of ['accrued', 'cleared', 'clearable']) screen.getByText(t(`orders.income.${word}`))
    screen.getByText('Bea')
    const clear = screen.getByRole('button', { name: t('orders.clear') })
    await userEvent.click(clear)
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(t('orders.cleared', { amount: '¥0.50' })))
    expect(server.asked(clearCompute)[0]?.body).toEqual({ superPointsProductId: 'o1' })
    server.on(clearCompute, () => refused('orders.nothing-to-clear'))
    await userEvent.click(clear)
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(wordsOfCode('orders.nothing-to-clear')))
  })

  it.each([
    ['refunded', { refund: '30.00', refundState: 'PaymentSuccessful', superPointsStatus: null }],
    ['refunding', { refund: '30.00', refundState: 'Refunding', superPointsStatus: null }],
    ['expired', { orderState: 'PaymentFailed', closeReason: 'expired', superPointsStatus: null, paidAt: null }],
    ['finished', { superPointsStatus: 3 }],
  ] as [string, Partial<OrderOfList>][])('that is %s says so and leaves nothing to do', async (standing, change) => {
    server.on(getOrder, detailOf({ ...serving, ...change }))
    await open()
    await screen.findByText(t(`orders.next.buyer.${standing}`))
    for (const key of ['orders.pay', 'orders.cancel', 'orders.clear']) expect(button(key)).toBeNull()
    if (change.refund) screen.getByText(t('orders.field.refund'))
  })

  it('that ended has its reviews above what its probes found and its faults, which grow when they are read', async () => {
    const over = { ...serving, superPointsStatus: 2 as const, serveStartTime: inDays(-30), serveEndTime: inDays(-1) }
    server.on(getOrder, detailOf(over))
    server.on(getOrderReviews, { own: null, other: null, mayWrite: true, until: inDays(13) })
    server.on(listFaults, { faults: [], mayReport: true })
    await open()
    const title = (key: string) => screen.findByRole('heading', { name: t(key) })
    const [reviews, ...others] = [
      await title('reviews.order.title'),
      await title('downtime.title'),
      await title('faults.title'),
    ]
    for (const other of others) expect(reviews!.compareDocumentPosition(other)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('with an open fault has the fault first, and its place before it is read', async () => {
    server.on(getOrder, detailOf(withFault()))
    server.on(listFaults, () => new Promise(() => {}))
    await open()
    const fault = await screen.findByRole('heading', { name: t('faults.title') })
    const probes = screen.getByRole('heading', { name: t('downtime.title') })
    expect(fault.compareDocumentPosition(probes)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('goes back to the list it belongs to', async () => {
    server.on(getOrder, detailOf(serving, { role: 'seller' }))
    const { address } = await open()
    await screen.findByText('TR20261101')
    await userEvent.click(screen.getByRole('button', { name: t('common.back') }))
    expect(address()).toBe('/personal-center/my-order/profit/calculateOrder')
  })
})
