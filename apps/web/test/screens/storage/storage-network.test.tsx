// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getOrderPrice, storageDays, storageStatistics } from '@trove/contract/chain/routes'
import { countOffers, listOffers } from '@trove/contract/compute/routes'
import { listComputeGroups } from '@trove/contract/dictionary/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { compute } from '@trove/messages/compute/compute'
import { common } from '@trove/messages/site/common'
import { storageEntry } from '@trove/messages/storage/storage-entry'
import { storageNetwork } from '@trove/messages/storage/storage-network'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import ResourceMarket from '../../../src/app/pages/resource-market.tsx'
import NetworkPage from '../../../src/features/storage/network/network-page.tsx'
import { formatCalendarDay } from '../../../src/lib/shown/format.ts'
import { connectExtensionAccount, disconnectWallet } from '../../../src/lib/wallet/wallet.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import keystore from '../../keystore.json' with { type: 'json' }
import { buyer, offerOf } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** The storage tab and the network statistics: what is shown is what the server says, and nothing where it says nothing. */

const FIGURES = {
  ...{ storageNode: 12_345, validFilesNumber: 67, averageReplicasMessage: '2.94' },
  ...{ usedStorageMessage: '1.5 TB', availableStorageMessage: '38.25 TB', block: 4_321 },
  ...{ usedStorage: '1649267441664', availableStorage: '42056320262144' },
}
const PRICE = { price: '47720000000', work: '15000000000', pool: '27648000000', fees: '0', deposit: '1' }
const dayOf = (date: string, storageNode: number) => ({
  ...{ date, storageNode, validFilesNumber: storageNode * 2 },
  ...{ totalStorage: String(BigInt(storageNode) * 2n ** 30n), totalStorageMessage: `${storageNode} GB` },
})
const DAYS = [dayOf('2026-11-21', 11_000), dayOf('2026-11-22', 12_345)]

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(memberInfo, buyer)
  server.on(storageStatistics, FIGURES)
  server.on(storageDays, DAYS)
  server.on(getOrderPrice, PRICE)
})
afterEach(() => {
  disconnectWallet()
  forgetScreen()
  vi.restoreAllMocks()
})

describe.each(views)('the storage network on $device in $language', (view) => {
  const say = (text: { zh: string; en: string }) => (view.language === 'en' ? text.en : text.zh)
  const figure = (name: { zh: string; en: string }) =>
    within(screen.getByRole('region', { name: say(storageNetwork.title) })).getByText(say(name)).nextSibling
      ?.textContent

  it('the storage tab has a way to store, which wants an account, one to share, and the statistics', async () => {
    const path = '/computingPowerMarket/storage-resources?tab=storage'
    const { address } = await renderScreen(<ResourceMarket />, view, { path, hasStayingMessages: true })
    const store = await screen.findByRole('button', { name: new RegExp(say(storageNetwork.store)) })
    const share = screen.getByRole('link', { name: new RegExp(say(storageNetwork.share)) })
    expect(share.getAttribute('href')).toBe('/computingPowerMarket/share')
    await screen.findByRole('region', { name: say(storageNetwork.title) })
    await userEvent.click(store)
    await screen.findByText(say(storageEntry.connectFirst))
    expect(address()).toBe(path)
  })

  it('with a connected account the way to store opens uploading', async () => {
    connectExtensionAccount(buyer.userId, { accountId: keystore.address, name: 'Mi' })
    const path = '/computingPowerMarket/storage-resources?tab=storage'
    const { address } = await renderScreen(<ResourceMarket />, view, { path })
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(say(storageNetwork.store)) }))
    expect(address()).toBe('/personal-center/my-storage?upload=1')
  })

  it('the market has two tabs, storage and computing, of which computing shows its list of machines', async () => {
    server.on(listComputeGroups, {})
    server.on(countOffers, { productCount: 1 })
    server.on(listOffers, { productCount: 1, products: { content: [offerOf('m1')] }, nextCursor: null })
    const path = '/computingPowerMarket/storage-resources'
    const { address } = await renderScreen(<ResourceMarket />, view, { path: `${path}?tab=storage`, pattern: path })
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual([say(compute.storageTab), say(compute.computingTab)])
    await screen.findByRole('region', { name: say(storageNetwork.title) })
    await userEvent.click(tabs[1]!)
    expect(address()).toBe(`${path}?tab=computing`)
    await screen.findByText('Seller m1')
    expect(screen.queryByRole('region', { name: say(storageNetwork.title) })).toBeNull()
  })

  it('the market opens storage where the address names no tab (B:36)', async () => {
    await renderScreen(<ResourceMarket />, view, { path: '/computingPowerMarket/storage-resources' })
    await screen.findByRole('region', { name: say(storageNetwork.title) })
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe(say(compute.storageTab))
    expect(server.asked(listOffers)).toHaveLength(0)
  })

  it('the panel shows six figures, the price per GB and day with six decimals among them', async () => {
    await renderScreen(<NetworkPage />, view)
    await waitFor(() => expect(figure(storageNetwork.nodes)).toBe('12,345'))
    expect(figure(storageNetwork.files)).toBe('67')
    expect(figure(storageNetwork.replicas)).toBe('2.94')
    expect(figure(storageNetwork.used)).toBe('1.5 TB')
    expect(figure(storageNetwork.available)).toBe('38.25 TB')
    await waitFor(() => expect(figure(storageNetwork.price)).toBe(`0.047720${say(storageNetwork.priceUnit)}`))
    const { searchParams } = server.asked(getOrderPrice)[0]!.url
    expect(Object.fromEntries(searchParams)).toEqual({ file_size: '1073741824', duration: '14400' })
  })

  it('the chart switches between three series, with short labels and a table behind it', async () => {
    // jsdom measures nothing, and what has no size draws nothing.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: Element) {
      return this.className === 'recharts-responsive-container' ? new DOMRect(0, 0, 600, 240) : new DOMRect(0, 0, 9, 9)
    })
    await renderScreen(<NetworkPage />, view)
    const panel = within(await screen.findByRole('region', { name: say(storageNetwork.days) }))
    const [first, second] = ['2026-11-21', '2026-11-22'].map(formatCalendarDay)
    const rows = () =>
      panel
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent)
    await waitFor(() => expect(rows()).toEqual([`${first}11000`, `${second}12345`]))
    const labels = () => [...document.querySelectorAll('[data-chart] text')].map((text) => text.textContent ?? '')
    await waitFor(() => expect(labels()).toEqual(expect.arrayContaining(['11-21', '11-22'])))
    const heights = labels().filter((label) => !label.includes('-'))
    expect(heights.length).toBeGreaterThan(1)
    for (const label of heights) expect(label.length).toBeLessThanOrEqual(4)
    expect(heights.some((label) => label.endsWith(view.language === 'en' ? 'K' : '万'))).toBe(true)
    for (const [series, cells] of [
      ['files', [`${first}22000`, `${second}24690`]],
      ['space', [`${first}11000 GB`, `${second}12345 GB`]],
    ] as const) {
      const choice = panel.getByRole('button', { name: say(storageNetwork.series[series]) })
      await userEvent.click(choice)
      expect(choice.getAttribute('aria-pressed')).toBe('true')
      expect(rows()).toEqual(cells)
    }
  })

  it('figures that cannot be had are said so, and are asked for again', async () => {
    for (const route of [storageStatistics, getOrderPrice, storageDays])
      server.on(route, () => refused('chain.unavailable'))
    await renderScreen(<NetworkPage />, view)
    const again = () => screen.queryAllByRole('button', { name: say(common.retry) })
    await waitFor(() => expect(again()).toHaveLength(2))
    expect(screen.queryByText(say(storageNetwork.nodes))).toBeNull()
    server.on(storageStatistics, FIGURES)
    await userEvent.click(again()[0]!)
    await waitFor(() => expect(figure(storageNetwork.nodes)).toBe('12,345'))
    expect(figure(storageNetwork.price)).toMatch(/^–/)
  })

  it('a network that the index has not seen yet says so', async () => {
    server.on(storageDays, [])
    await renderScreen(<NetworkPage />, view)
    await screen.findByText(say(storageNetwork.noDays))
  })
})
