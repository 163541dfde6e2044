// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getOffer, listOffers } from '@trove/contract/compute/routes'
import {
  addFavourite,
  favouritesAmong,
  isFavourite,
  listFavourites,
  removeFavourite,
} from '@trove/contract/favourites/routes'
import { listExperts } from '@trove/contract/talent/experts'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { queryClient } from '../../../src/lib/calls/query.ts'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import { inDays } from '../../orders.ts'
import { offerOf } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** Favourites: the heart on an offer, and the page with all of them. */

let server: FakeServer
const subject = { kind: 'superPoints', id: 'm1' } as const
beforeEach(() => {
  server = fakeServer()
  const uploader = { id: 's', nickName: 'Sam', headImgUrl: null, isDemo: false }
  const detail = { ...offerOf('m1'), uploader, isMine: false, isAvailable: true, unavailableReason: null }
  server.on(getOffer, { ...detail, feeAmount: '0.00', pastOrders: 2 })
})
afterEach(forgetScreen)
const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string

describe.each(views)('favourites on $device in $language', (view) => {
  it('are added with the heart of an offer, and taken out with it', async () => {
    server.on(isFavourite, false)
    server.on(addFavourite, null)
    server.on(removeFavourite, null)
    await renderScreen(<Pages />, view, { path: '/computingPowerMarket/offer/m1' })
    const heart = await screen.findByRole('button', { name: t('favourites.add') })
    server.on(isFavourite, true)
    await userEvent.click(heart)
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(t('favourites.added')))
    expect(server.asked(addFavourite).map(({ body }) => body)).toEqual([subject])
    await userEvent.click(await screen.findByRole('button', { name: t('favourites.remove') }))
    await waitFor(() => expect(server.asked(removeFavourite).map(({ body }) => body)).toEqual([subject]))
  })

  it('are listed with where they are shown; one that is gone can only be taken out', async () => {
    const gone = { kind: 'code', id: 'w1', title: null, addedAt: inDays(-2) } as const
    server.on(listFavourites, {
      totalElements: 2,
      content: [{ ...subject, title: 'CP-77', addedAt: inDays(-1) }, gone],
    })
    server.on(removeFavourite, null)
    await renderScreen(<Pages />, view, { path: '/personal-center/favourites' })
    const link = await screen.findByRole('link', { name: 'CP-77' })
    expect(link.getAttribute('href')).toBe('/computingPowerMarket/offer/m1')
    expect(screen.getByText(t('favourites.gone')).closest('a')).toBeNull()
    // A machine is known by what it has and costs, and whether it can be had now.
    const facts = await screen.findByText(new RegExp(t('compute.available')))
    expect(facts.textContent).toContain('¥')
    expect(server.asked(getOffer)).toHaveLength(1)
    const removes = screen.getAllByRole('button', { name: t('favourites.remove') })
    // A row of a phone has no room for the words beside a long title.
    expect(removes.map((button) => button.textContent)).toEqual(
      Array.from(removes, () => (view.device === 'mobile' ? '' : t('favourites.remove'))),
    )
    server.on(listFavourites, { totalElements: 1, content: [{ ...subject, title: 'CP-77', addedAt: inDays(-1) }] })
    await userEvent.click(removes[1]!)
    await waitFor(() => expect(server.asked(removeFavourite)[0]?.body).toEqual({ kind: 'code', id: 'w1' }))
    // Who goes on with the keyboard goes on beside it, not at the top of the page.
    await waitFor(() => expect(document.activeElement === removes[0]).toBe(true))
  })
})

const pageOf = (ids: string[], nextCursor: string | null = null) => ({
  productCount: 4,
  products: { content: ids.map((id) => offerOf(id)) },
  nextCursor,
})
const LIST = '/computingPowerMarket/computing-list?coresFrom=2'
const heartOf = (id: string) => screen.findByRole('button', { name: t('favourites.mark', { name: `CP-${id}` }) })
const isOn = async (id: string) => (await heartOf(id)).getAttribute('aria-pressed')

describe.each(views)('hearts on cards on $device in $language', (view) => {
  it('are one question for each page of cards', async () => {
    // The end of the list is in view, so its next page comes by itself.
    class InView {
      constructor(see: (entries: object[]) => void) {
        setTimeout(() => see([{ isIntersecting: true }]))
      }
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', InView)
    server.on(listOffers, ({ url }) =>
      ok(listOffers, url.searchParams.get('cursor') ? pageOf(['m3', 'm4']) : pageOf(['m1', 'm2'], 'next')),
    )
    server.on(favouritesAmong, ({ url }) =>
      ok(
        favouritesAmong,
        url.searchParams
          .get('ids')!
          .split(',')
          .filter((id) => ['m2', 'm3'].includes(id)),
      ),
    )
    await renderScreen(<Pages />, view, { path: LIST })
    await waitFor(async () => expect(await isOn('m2')).toBe('true'))
    expect(await isOn('m1')).toBe('false')
    await waitFor(async () => expect(await isOn('m3')).toBe('true'))
    expect(server.asked(favouritesAmong).map(({ url }) => url.searchParams.get('ids'))).toEqual(['m1,m2', 'm3,m4'])
  })

  it('show the change at once, and go back where it fails', async () => {
    server.on(listOffers, pageOf(['m1', 'm2']))
    server.on(favouritesAmong, ['m2'])
    const answer = Promise.withResolvers<Response>()
    server.on(addFavourite, () => answer.promise)
    await renderScreen(<Pages />, view, { path: LIST })
    await waitFor(async () => expect(await isOn('m2')).toBe('true'))
    await userEvent.click(await heartOf('m1'))
    await waitFor(async () => expect(await isOn('m1')).toBe('true'))
    // The list that is asked again afterwards never comes: what is shown is what was undone.
    server.on(favouritesAmong, () => new Promise<never>(() => undefined))
    answer.resolve(refused('favourites.limit', { count: 200 }))
    await waitFor(async () => expect(await isOn('m1')).toBe('false'))
    expect(await isOn('m2')).toBe('true')
    await waitFor(() => expect(toastStore.getCurrent()?.text).toContain('200'))
  })

  it('count the last of two presses, and undo one that fails without another', async () => {
    server.on(listOffers, pageOf(['m1', 'm2']))
    const kept = new Set<string>()
    server.on(favouritesAmong, () => ok(favouritesAmong, [...kept]))
    const adding = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let count = 0
    server.on(addFavourite, async ({ body }) => {
      const { id } = body as { id: string }
      await adding[count++]?.promise
      if (count === 2 && id === 'm1') return refused('favourites.limit', { count: 200 })
      kept.add(id)
      return ok(addFavourite, null)
    })
    server.on(removeFavourite, ({ body }) => {
      kept.delete((body as { id: string }).id)
      return ok(removeFavourite, null)
    })
    await renderScreen(<Pages />, view, { path: LIST })
    // In, and out again before that has come through.
    await userEvent.click(await heartOf('m1'))
    await waitFor(async () => expect(await isOn('m1')).toBe('true'))
    await userEvent.click(await heartOf('m1'))
    await waitFor(async () => expect(await isOn('m1')).toBe('false'))
    adding[0]!.resolve()
    await waitFor(() => expect(server.asked(removeFavourite)).toHaveLength(1))
    await waitFor(() => expect(queryClient.isMutating() + queryClient.isFetching()).toBe(0))
    expect([[...kept], await isOn('m1')]).toEqual([[], 'false'])
    // One that fails, and another one beside it.
    await userEvent.click(await heartOf('m1'))
    await userEvent.click(await heartOf('m2'))
    await waitFor(async () => expect([await isOn('m1'), await isOn('m2')]).toEqual(['true', 'true']))
    adding[1]!.resolve()
    await waitFor(async () => expect(await isOn('m1')).toBe('false'))
    expect(await isOn('m2')).toBe('true')
    await waitFor(() => expect([...kept]).toEqual(['m2']))
  })

  it('lead a stranger to sign in, and back to the list', async () => {
    const expert = { productId: 'e1', realName: 'CP-e1', identity: 'Architect', realHeadImgUrl: null, skills: [] }
    const content = [{ ...expert, hourSalary: '90.00', countHires: 0, rating: null, countReviews: 0, isDemo: false }]
    server.on(listExperts, { content, totalElements: 1, nextCursor: null })
    const list = '/manpower?tab=experts&minPrice=50'
    const { address } = await renderScreen(<Pages />, view, { path: list, isSignedIn: false })
    await userEvent.click(await heartOf('e1'))
    const next = encodeURIComponent(list)
    await waitFor(() => expect(address().endsWith(`next=${next}`)).toBe(true))
  })
})
