// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getOrderPrice } from '@trove/contract/chain/routes'
import { marketFigures } from '@trove/contract/compute/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { FILTER_FIELDS } from '../../../src/features/compute/facts/filter-names.ts'
import { readFilter } from '../../../src/market/list/list-url.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { forgetScreen, renderScreen, type View, views } from '../../render.tsx'

/** The computing landing: what it advertises, in which order, and where its cards lead (b-markets 1 and 2). */

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)

const t = (key: string) => i18next.t(key as 'common.ok')
const open = (path: string, view: View, isSignedIn = true) => renderScreen(<Pages />, view, { path, isSignedIn })
const hrefOf = (name: string) =>
  screen.getAllByRole('link', { name: new RegExp(name) }).map((it) => it.getAttribute('href'))

describe.each(views)('on $device in $language', (view) => {
  it('the computing landing advertises rentals, storage kinds and three steps, and leads into the market', async () => {
    await open('/computingPower', view, false)
    await screen.findByText(t('landing.compute.stepsTitle'))
    for (const kind of ['lab', 'training', 'burst']) screen.getByText(t(`landing.compute.rentalKinds.${kind}`))
    for (const kind of ['technical', 'video', 'pictures', 'music'])
      screen.getByText(t(`landing.compute.storage.${kind}`))
    for (const step of ['add', 'price', 'earn']) screen.getByText(t(`landing.compute.steps.${step}`))
    expect(hrefOf(t('landing.compute.experience'))).toEqual(['/computingPowerMarket/storage-resources'])
    expect(hrefOf(t('landing.compute.shareText'))).toEqual(['/computingPowerMarket/share'])
    expect(hrefOf(t('landing.compute.makeMoney'))).toEqual(['/computingPowerMarket/share'])
    expect(hrefOf(t('landing.compute.seeMore'))).toEqual(['/computingPowerMarket/share'])
    const storageTab = '/computingPowerMarket/storage-resources?tab=storage'
    expect(hrefOf(t('landing.compute.uploadNow'))).toEqual(Array.from({ length: 4 }, () => storageTab))
    expect(hrefOf(t('landing.compute.enterNow'))).toHaveLength(3)
  })

  it.each(['/home', '/computingPower'])(
    '%s says that the figures cannot be read, and reads them when asked',
    async (path) => {
      const { dataset } = document.documentElement
      server.on(marketFigures, () => refused('request.too-frequent'))
      await open(path, view, false)
      const retry = await screen.findByRole('button', { name: t('common.retry') })
      await waitFor(() => expect(dataset.market).toBe('unknown'))
      const known = {
        openOffers: 7,
        verifiedOffers: 6,
        cpuCores: 5,
        ramSize: 4,
        servingOrders: 3,
        lowestPricePerDay: null,
      }
      server.on(marketFigures, known)
      await userEvent.click(retry)
      await waitFor(() => expect(dataset.market).toBeUndefined())
      expect(document.querySelector('[data-figure="verifiedOffers"]')?.textContent).toBe('6')
    },
  )

  it('the rental cards of the landing show 9.9, 239.9 and 239.9, a total of 8 and one month, as examples (b-markets 1)', async () => {
    await open('/computingPower', view, false)
    const kinds = ['lab', 'training', 'burst'].map((kind) => t(`landing.compute.rentalKinds.${kind}`))
    await screen.findByText(kinds[0]!)
    const cards = kinds.map((name) => screen.getByText(name).closest('article')!)
    expect(cards.map((card) => /¥\d+\.\d\d/.exec(card.textContent!)![0])).toEqual(['¥9.90', '¥239.90', '¥239.90'])
    const total = view.language === 'en' ? '8 in total · 1-month lease' : '共 8 台 · 租期 1 个月'
    for (const card of cards) within(card).getByText(total)
    screen.getByText(t('landing.compute.example'))
  })

  it('the computing landing has its storage cards before its rental cards (B:34)', async () => {
    await open('/computingPower', view, false)
    await screen.findByText(t('landing.compute.stepsTitle'))
    const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)
    expect(titles).toEqual(['storageKinds', 'rentals', 'stepsTitle'].map((key) => t(`landing.compute.${key}`)))
  })

  it('each storage card of the landing names the real price of a year, never lower than it is', async () => {
    server.on(getOrderPrice, { price: '11834560000001', work: '1', pool: '1', fees: '0', deposit: '1' })
    await open('/computingPower', view, false)
    const words = i18next.t('landing.compute.perYear', { price: '11.84' })
    await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(4))
    const { searchParams } = server.asked(getOrderPrice)[0]!.url
    expect(Object.fromEntries(searchParams)).toEqual({ file_size: '1073741824', duration: String(365 * 14_400) })
  })

  it('the storage cards name no price where the chain says none', async () => {
    server.on(getOrderPrice, () => refused('chain.unavailable'))
    await open('/computingPower', view, false)
    await screen.findByText(t('landing.compute.storage.music'))
    await waitFor(() => expect(server.asked(getOrderPrice).length).toBeGreaterThan(0))
    expect(screen.queryByText(/TTC/)).toBeNull()
  })

  it('each rental card of the landing opens the list of what it promises: a lease of one month', async () => {
    await open('/computingPower', view, false)
    await screen.findByText(t('landing.compute.stepsTitle'))
    const filters = hrefOf(t('landing.compute.enterNow')).map((href) => {
      const { pathname, searchParams } = new URL(href!, 'http://trove.test')
      expect(pathname).toBe('/computingPowerMarket/computing-list')
      return { ...readFilter(searchParams, FILTER_FIELDS), sort: searchParams.get('sort') ?? 'newest' }
    })
    expect(filters).toEqual([
      { servePeriod: '30', sort: 'price-asc' },
      { servePeriod: '30', cpuAndRAM: '64', sort: 'newest' },
      { servePeriod: '30', sort: 'speed-desc' },
    ])
  })
})
