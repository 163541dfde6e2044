// @vitest-environment jsdom

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { countOffers, getOffer, listOffers, listShares } from '@trove/contract/compute/routes'
import { listSshKeys } from '@trove/contract/compute/ssh-keys'
import { listComputeGroups } from '@trove/contract/dictionary/routes'
import { createPayment } from '@trove/contract/order-lists/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { paths } from '../../../src/lib/addresses/paths.ts'
import { queryClient } from '../../../src/lib/calls/query.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { formatDay, formatMoment } from '../../../src/lib/shown/format.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { share } from '../../orders.ts'
import { offerOf } from '../../people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../render.tsx'
import { withheldFor } from '../../withheld.ts'

/** What an offer says of itself on its card, its own page and the settlement desk, and whom it can be bought by. */

const DAY_MS = 86_400_000
const LIST = '/computingPowerMarket/computing-list'
const offer = offerOf('m1', '239.90')
const detail = {
  ...offer,
  uploader: { id: 's', nickName: 'Seller m1', headImgUrl: null, isDemo: false },
  isMine: false,
  isAvailable: true,
  unavailableReason: null,
  feeAmount: '0.00',
  pastOrders: 0,
}
const pending = { state: 'pending', checkedAt: null, differing: [], measured: null } as const

let server: FakeServer
const offers = (...content: (typeof offer)[]) =>
  server.on(listOffers, { productCount: content.length, products: { content }, nextCursor: null })
beforeEach(() => {
  server = fakeServer()
  server.on(listComputeGroups, { OS: [], cpuAndRam: [] })
  server.on(listShares, { content: [], totalElements: 0 })
  server.on(getOffer, detail)
  server.on(listSshKeys, [])
  offers(offer)
})
afterEach(() => {
  vi.useRealTimers()
  forgetScreen()
})

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const open = (path: string, view: View, isSignedIn = true) => renderScreen(<Pages />, view, { path, isSignedIn })
const cardOf = async (name: string) => (await screen.findByText(name)).closest('article') as HTMLElement

describe.each(views)('a card of the market on $device in $language', (view) => {
  it('carries one sign of its check, with when that was', async () => {
    await open(LIST, view)
    const card = within(await cardOf('Seller m1'))
    expect(card.getAllByText(new RegExp(t('compute.verification.verified')))).toHaveLength(1)
    expect(card.queryByRole('img', { name: t('compute.verification.verified') })).toBeNull()
    card.getByText(/ · .*\d/, { selector: '[class*=badge]' })
  })

  it('calls measured what was measured, and declared what was not', async () => {
    const { verification } = offer
    const measured = { ...verification.measured!, ramSize: 7.8, bandwidth: null }
    offers({ ...offer, verification: { ...verification, measured } })
    await open(LIST, view)
    const card = within(await cardOf('Seller m1'))
    const known = (fact: string) => card.getByText(t(`compute.facts.${fact}`)).closest('div')!.textContent
    expect(known('ram')).toContain(t('compute.measuredAs', { value: `7.8\u00a0${t('units.gb')}` }))
    expect(known('bandwidth')).toContain(t('compute.declared'))
    expect(card.queryByText(t('compute.measured'))).toBeNull()
  })

  it('that waits for its check says that its facts are declared, and turns to verified by itself', async () => {
    offers({ ...offer, verification: { ...pending, differing: [] } })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await open(LIST, view)
    const card = within(await cardOf('Seller m1'))
    card.getByText(t('compute.asDeclared'))
    const buy = () => card.getByRole('button', { name: t('compute.buyNow') })
    expect(withheldFor(buy())).toBe(t('compute.unavailable.unverified'))
    offers(offer)
    await vi.advanceTimersByTimeAsync(5_000)
    await card.findByText(new RegExp(t('compute.verification.verified')))
    expect(withheldFor(buy())).toBeUndefined()
  })

  it('says what a day costs and until which day it lasts', async () => {
    await open(LIST, view)
    const card = within(await cardOf('Seller m1'))
    const until = t('compute.until', { when: formatDay(new Date(Date.now() + 30 * DAY_MS).toISOString()) })
    card.getByText(`${t('compute.perDay', { amount: '¥7.99' })} · ${until}`)
  })

  it('of one’s own machine leads to looking after it, never to the settlement desk', async () => {
    server.on(listShares, { content: [{ ...share, id: 'm1' }], totalElements: 1 })
    offers(offer, { ...offerOf('m2'), uploaderNickName: 'Somebody else' })
    await open(LIST, view)
    const own = within(await cardOf('Seller m1'))
    const manage = await own.findByRole('link', { name: t('compute.detail.manage') })
    expect(manage.getAttribute('href')).toBe('/personal-center/my-calculate?tab=share')
    expect(own.queryByRole('button', { name: t('compute.buyNow') })).toBeNull()
    within(await cardOf('Somebody else')).getByRole('button', { name: t('compute.buyNow') })
  })
})

describe.each(views)('the market on $device in $language', (view) => {
  it('is put in order by the price of a day', async () => {
    const { address } = await open(LIST, view)
    await cardOf('Seller m1')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: t('market.sort') }), 'per-day-asc')
    await waitFor(() => expect(address()).toBe(`${LIST}?sort=per-day-asc`))
    await waitFor(() => expect(server.asked(listOffers).at(-1)!.url.searchParams.get('sort')).toBe('per-day-asc'))
  })

  it('says of a chosen pair how many cores it means, and that its RAM means at least', async () => {
    await open(`${LIST}?cpuAndRAM=4-8`, view)
    await cardOf('Seller m1')
    const size = `4 ${t('units.core', { count: 4 })} · ≥ 8 ${t('units.gb')}`
    within(screen.getByRole('list', { name: t('market.filter.active') })).getByText(size)
  })

  it('out of order stops loading everywhere, and still lets a filter be chosen', async () => {
    server.on(listOffers, () => new Response('', { status: 503 }))
    server.on(countOffers, () => new Response('', { status: 503 }))
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
    await open(LIST, view)
    await screen.findByRole('button', { name: t('common.retry') })
    expect(screen.queryByText(t('common.loading'))).toBeNull()
    expect(screen.queryByRole('status', { name: t('common.loading') })).toBeNull()
    vi.useRealTimers()
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${t('market.filter.title')}`) }))
    const show = await screen.findByRole('button', { name: t('market.filter.showAny') })
    expect((show as HTMLButtonElement).disabled).toBe(false)
  })
})

describe.each(views)('the resource id on $device in $language', (view) => {
  it.each([LIST, '/computingPowerMarket/offer/m1', '/computingPowerMarket/computing-check/m1'])(
    'is the one people quote on %s, and no other id is shown',
    async (path) => {
      const hidden = offerOf('internal-1')
      offers({ ...hidden, authId: 'CP-77' })
      server.on(getOffer, { ...detail, ...hidden, authId: 'CP-77' })
      await open(path.replace('m1', 'internal-1'), view)
      await screen.findByText('CP-77')
      expect(document.body.textContent!.replaceAll('Seller internal-1', '')).not.toContain('internal-1')
    },
  )
})

describe.each(views)('an offer’s own page on $device in $language', (view) => {
  const path = '/computingPowerMarket/offer/m1'
  it('shows price, price of a day and the exact end', async () => {
    await open(path, view)
    await screen.findByText(t('compute.detail.compare'))
    // Inside a date and a price no line breaks.
    const note = document.body.textContent!.replaceAll('\u00A0', ' ')
    expect(note).toContain('¥239.90')
    expect(note).toContain(t('compute.perDay', { amount: '¥7.99' }))
    const minute = formatMoment(new Date(Date.now() + 30 * DAY_MS).toISOString()).replace(/:\d\d.*$/, '')
    expect(note).toContain(minute)
  })

  it('that cannot be had says why and leads to other machines', async () => {
    server.on(getOffer, { ...detail, isAvailable: false, unavailableReason: 'offline' })
    await open(path, view)
    const way = await screen.findByRole('link', { name: t('compute.others') })
    expect(way.getAttribute('href')).toBe(paths.computeList())
    expect(screen.getAllByText(t('compute.unavailable.offline')).length).toBeGreaterThan(0)
  })

  it.each([
    [null, () => `4 ${t('units.core', { count: 4 })} · 8 ${t('units.gb')}`],
    [
      { model: 'rtx-4090', count: 2, vramSize: 24 },
      () => t('compute.gpu.name', { model: 'rtx-4090', count: 2, vram: '24' }),
    ],
  ])('is headed by what the machine has: %j', async (gpu, name) => {
    server.on(getOffer, { ...detail, gpu })
    await open(path, view)
    await screen.findByRole('heading', { level: 1, name: name() })
  })

  it('is headed by the name that its list said, or by a line, while it is on its way', async () => {
    server.on(getOffer, () => new Promise<Response>(() => undefined))
    const shown = await open(path, view)
    const awaited = await screen.findByRole('heading', { level: 1, name: t('titles.computingOffer') })
    expect(awaited.textContent).toBe('')
    shown.unmount()
    const gpu = { model: 'rtx-4090', count: 2, vramSize: 24 }
    const page = { productCount: 1, products: { content: [{ ...offer, gpu }] }, nextCursor: null }
    queryClient.setQueryData(['compute', 'list', {}, 'newest'], { pages: [page], pageParams: [undefined] })
    await open(path, view)
    await screen.findByRole('heading', {
      level: 1,
      name: t('compute.gpu.name', { ...gpu, vram: '24' }),
    })
  })

  const readAgain = () => act(() => queryClient.refetchQueries({ queryKey: ['compute', 'offer'] }))
  it('stays as it is when it cannot be read anew, and goes once it is not there any more', async () => {
    await open(path, view)
    await screen.findByText(t('compute.detail.compare'))
    server.on(getOffer, () => refused('service.unavailable'))
    await readAgain()
    screen.getByText(t('compute.detail.compare'))
    expect(screen.queryByText(wordsOfCode('service.unavailable')!)).toBeNull()
    server.on(getOffer, () => refused('compute.not-found'))
    await readAgain()
    const gone = await screen.findByText(wordsOfCode('compute.not-found')!)
    expect(screen.queryByText(t('compute.detail.compare'))).toBeNull()
    // Nothing comes of trying again: the way on is to the list.
    const state = within(gone.closest<HTMLElement>('[role="alert"]')!)
    expect(state.getByRole('link', { name: t('compute.others') }).getAttribute('href')).toBe(
      paths.market({ tab: 'computing' }),
    )
    expect(state.queryByRole('button', { name: t('common.retry') })).toBeNull()
  })

  it('is open to who is not signed in, and buying asks for that and goes on to the settlement desk', async () => {
    const { address } = await open(path, view, false)
    await screen.findByText(t('compute.detail.compare'))
    expect(address()).toBe(path)
    await userEvent.click(screen.getByRole('button', { name: t('compute.buyNow') }))
    const next = encodeURIComponent('/computingPowerMarket/computing-check/m1')
    await waitFor(() =>
      expect(address()).toBe(view.device === 'mobile' ? `/login?next=${next}` : `${path}?next=${next}`),
    )
    await screen.findByLabelText(t('login.phone'))
  })
})

describe.each(views)('the settlement desk on $device in $language', (view) => {
  const path = '/computingPowerMarket/computing-check/m1'
  it('says what a day costs, what is to be paid, and the minute the lease would end', async () => {
    await open(path, view)
    await screen.findByText(t('compute.checkout.perDay'))
    screen.getByText('¥7.99')
    expect(screen.getByText(t('market.checkout.total')).closest('div')!.textContent).toContain('¥239.90')
    const minute = formatMoment(new Date(Date.now() + 30 * DAY_MS).toISOString()).replace(/:\d\d.*$/, '')
    expect(document.body.textContent).toContain(minute)
  })

  it('says of a machine for some hours how long that is, and not the period of its offer', async () => {
    server.on(getOffer, { ...detail, hourPrice: '1.25' })
    await open(`${path}?hours=3`, view)
    await screen.findAllByText(t('compute.facts.period'))
    const periods = () => screen.getAllByText(t('compute.facts.period')).map((one) => one.closest('div')!.textContent)
    const isOfHours = (text: string | null) => text?.includes(t('units.left.hour', { count: 3 }))
    expect(periods().map(isOfHours)).not.toContain(false)
    await userEvent.click(screen.getAllByRole('radio')[0]!)
    await waitFor(() => expect(periods().map(isOfHours)).not.toContain(true))
  })

  it('refuses one’s own machine and leads on', async () => {
    server.on(getOffer, { ...detail, isMine: true })
    await open(path, view)
    await screen.findByText(t('compute.checkout.own'))
    expect(screen.queryByRole('button', { name: t('market.checkout.pay') })).toBeNull()
    for (const [key, href] of [
      ['compute.detail.manage', '/personal-center/my-calculate?tab=share'],
      ['compute.others', '/computingPowerMarket/storage-resources?tab=computing'],
    ] as const)
      expect(screen.getByRole('link', { name: t(key) }).getAttribute('href')).toBe(href)
    expect(server.asked(createPayment)).toHaveLength(0)
  })
})

describe.each(views)('the browser’s tab on $device in $language', (view) => {
  it('is named after the machine, and after the next page once it is left', async () => {
    const { address } = await open('/computingPowerMarket/offer/m1', view)
    await waitFor(() => expect(document.title).toContain(`${detail.authId} · ${t('common.brand')}`))
    await userEvent.click(screen.getByRole('button', { name: t('common.back') }))
    await waitFor(() => expect(address()).not.toContain('/offer/'))
    await waitFor(() => expect(document.title).toBe(`${t('titles.storageResources')} · ${t('common.brand')}`))
  })
})
