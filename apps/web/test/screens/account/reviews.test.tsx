// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getOffer, listShares } from '@trove/contract/compute/routes'
import { listSshKeys } from '@trove/contract/compute/ssh-keys'
import { listComputeGroups } from '@trove/contract/dictionary/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import { getOrder } from '@trove/contract/order-lists/routes'
import {
  getOrderReviews,
  listReviews,
  listSellerReviews,
  replyToReview,
  reportReview,
  writeReview,
} from '@trove/contract/reviews/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { formatMoment } from '../../../src/lib/shown/format.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { detailOf, inDays, serving } from '../../orders.ts'
import { offerOf } from '../../people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../render.tsx'

/** Reviews of both sides: on the page of an order, of an offer, and of its seller. */

type Review = RouteResult<typeof listReviews>['content'][number]
const sam = { id: 's', nickName: 'Sam', headImgUrl: null, isDemo: false }
const ada = { id: 'buyer', nickName: 'Ada', headImgUrl: null, isDemo: false }
const review = (id: string, author: typeof sam, parts: Partial<Review> = {}): Review => ({
  ...{ id, author, side: 'buyer', stars: 4, text: `text ${id}`, writtenAt: inDays(-1), reply: null, measured: null },
  ...{ isReplied: Boolean(parts.reply), ...parts },
})

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const star = (count: number) => t('reviews.stars', { count })

describe.each(views)('the reviews of an order on $device in $language', (view) => {
  const open = (state: RouteResult<typeof getOrderReviews>) => {
    server.on(getOrder, detailOf(serving))
    server.on(getOrderReviews, state)
    return renderScreen(<Pages />, view, { path: '/personal-center/my-order/detail/o1' })
  }
  const panel = async () => within((await screen.findByText(t('reviews.order.title'))).closest('section')!)

  it('are not spoken of before the service ended', async () => {
    await open({ own: null, other: null, mayWrite: false, until: null })
    await waitFor(() => expect(server.asked(getOrderReviews)).toHaveLength(1))
    expect(server.asked(getOrderReviews)[0]!.url.search).toBe('?kind=superPoints&orderId=o1')
    await screen.findByText(t('orders.progress'))
    expect(screen.queryByText(t('reviews.order.title'))).toBeNull()
  })

  it('are written with stars, which are asked for, and then wait for the other side', async () => {
    const until = inDays(12)
    await open({ own: null, other: null, mayWrite: true, until })
    const shown = await panel()
    shown.getByText(t('reviews.order.hiddenUntil', { when: formatMoment(until) }))
    const send = shown.getByRole('button', { name: t('reviews.write.send') })
    await userEvent.click(send)
    shown.getByText(t('reviews.write.starsFirst'))
    await userEvent.click(shown.getByRole('radio', { name: star(4) }))
    await userEvent.type(shown.getByRole('textbox'), ' good machine ')
    const own = review('r1', ada, { text: 'good machine' })
    server.on(writeReview, own)
    server.on(getOrderReviews, { own, other: null, mayWrite: false, until })
    await userEvent.click(send)
    await shown.findByText('good machine')
    expect(server.asked(writeReview).map(({ body }) => body)).toEqual([
      { kind: 'superPoints', orderId: 'o1', stars: 4, text: 'good machine' },
    ])
    expect(toastStore.getCurrent()?.text).toBe(t('reviews.write.sent'))
    shown.getByText(t('reviews.order.waiting'))
    expect(shown.queryByRole('button', { name: t('reviews.write.send') })).toBeNull()
  })

  it('show both sides once both wrote, and who was reviewed replies once', async () => {
    const other = review('r2', sam, { side: 'seller', stars: 5 })
    await open({ own: review('r1', ada), other, mayWrite: false, until: inDays(3) })
    const shown = await panel()
    shown.getByText('text r1')
    shown.getByText(t('reviews.order.fromSeller'))
    shown.getByRole('img', { name: star(5) })
    await userEvent.click(shown.getByRole('button', { name: t('reviews.answer.open') }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: t('reviews.answer.send') }))
    dialog.getByText(t('reviews.answer.empty'))
    server.on(replyToReview, { ...other, reply: 'thanks' })
    await userEvent.type(dialog.getByRole('textbox'), 'thanks')
    await userEvent.click(dialog.getByRole('button', { name: t('reviews.answer.send') }))
    await waitFor(() => expect(server.asked(replyToReview)[0]?.body).toEqual({ text: 'thanks' }))
  })

  it('say to who replied that the reply is hidden, and offer no second one', async () => {
    const other = review('r2', sam, { side: 'seller', isReplied: true })
    await open({ own: review('r1', ada, { isReplied: true }), other, mayWrite: false, until: inDays(3) })
    const shown = await panel()
    expect(shown.getAllByText(t('reviews.replyHidden'))).toHaveLength(1)
    expect(shown.queryByRole('button', { name: t('reviews.answer.open') })).toBeNull()
  })

  it('say after the time that it is over', async () => {
    await open({ own: null, other: null, mayWrite: false, until: inDays(-1) })
    const shown = await panel()
    for (const key of ['over', 'otherSilent']) shown.getByText(t(`reviews.order.${key}`))
  })
})

describe.each(views)('the reviews of an offer on $device in $language', (view: View) => {
  const five = [review('a', ada, { reply: 'thank you' }), review('b', { ...sam, id: 'x', nickName: 'Xu' })]
  const open = (isMine = false) => {
    const detail = { ...offerOf('m1'), uploader: sam, isMine, isAvailable: true, unavailableReason: null }
    server.on(getOffer, { ...detail, feeAmount: '0.00', pastOrders: 2 })
    server.on(listComputeGroups, { OS: [], cpuAndRam: [] })
    server.on(listShares, { content: [], totalElements: 0 })
    server.on(listSshKeys, [])
    server.on(listReviews, { content: five, totalElements: 12, counts: [0, 0, 2, 4, 6] })
    server.on(listSellerReviews, { content: five, totalElements: 30, counts: [0, 0, 0, 15, 15] })
    return renderScreen(<Pages />, view, { path: '/computingPowerMarket/offer/m1' })
  }
  const panel = async () => within((await screen.findByText(t('reviews.title'))).closest('section')!)

  it('say how many gave how many stars, choose by them, and grow', async () => {
    await open()
    const shown = await panel()
    await shown.findByText('4.3')
    shown.getByText('thank you')
    expect((shown.getByRole('button', { name: new RegExp(star(1)) }) as HTMLButtonElement).disabled).toBe(true)
    await userEvent.click(shown.getByRole('button', { name: new RegExp(star(3)) }))
    await waitFor(() => expect(server.asked(listReviews).at(-1)!.url.searchParams.get('stars')).toBe('3'))
    const third = review('c', { ...sam, id: 'y', nickName: 'Yan' })
    server.on(listReviews, { content: [third], totalElements: 12, counts: [0, 0, 2, 4, 6] })
    await userEvent.click(await shown.findByRole('button', { name: t('reviews.more') }))
    await waitFor(() => expect(server.asked(listReviews).at(-1)!.url.searchParams.get('page')).toBe('1'))
    await shown.findByText(t('common.added', { count: 1 }))
  })

  it('keep their bars in sight while others are chosen and when these do not come, with a way to try again', async () => {
    await open()
    const shown = await panel()
    const three = await shown.findByRole('button', { name: new RegExp(star(3)) })
    server.on(listReviews, () => refused('service.unavailable'))
    await userEvent.click(three)
    await shown.findByRole('button', { name: t('common.retry') })
    expect(shown.getByRole('button', { name: new RegExp(star(3)) })).toBe(three)
    expect(three.getAttribute('aria-pressed')).toBe('true')
  })

  it('are reported with a reason, and not one’s own', async () => {
    await open()
    const shown = await panel()
    const reports = await shown.findAllByRole('button', { name: t('reviews.report.open') })
    expect(reports).toHaveLength(1)
    expect(shown.queryByRole('button', { name: t('reviews.answer.open') })).toBeNull()
    await userEvent.click(reports[0]!)
    const dialog = within(await screen.findByRole('dialog'))
    server.on(reportReview, null)
    await userEvent.type(dialog.getByRole('textbox'), 'spam')
    await userEvent.click(dialog.getByRole('button', { name: t('reviews.report.send') }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(t('reviews.report.sent')))
    expect(server.asked(reportReview)[0]?.body).toEqual({ reason: 'spam' })
    server.on(reportReview, () => refused('reviews.reported'))
    await userEvent.click(reports[0]!)
    const again = within(await screen.findByRole('dialog'))
    await userEvent.type(again.getByRole('textbox'), 'spam')
    await userEvent.click(again.getByRole('button', { name: t('reviews.report.send') }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(wordsOfCode('reviews.reported')))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('of all that its seller sold open from the seller’s stars', async () => {
    await open()
    await userEvent.click(
      await screen.findByRole('button', { name: new RegExp(t('reviews.average', { stars: '4.5' })) }),
    )
    const dialog = within(await screen.findByRole('dialog', { name: t('reviews.ofSeller', { name: 'Sam' }) }))
    await dialog.findByText('thank you')
    expect(server.asked(listSellerReviews)[0]!.url.searchParams.get('sellerId')).toBe('s')
  })

  it('are replied to by who sells it', async () => {
    await open(true)
    const shown = await panel()
    expect(await shown.findAllByRole('button', { name: t('reviews.answer.open') })).toHaveLength(1)
  })
})
