// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { countOffers, listOffers } from '@trove/contract/compute/routes'
import { listComputeGroups } from '@trove/contract/dictionary/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import ComputeList from '../../../src/features/compute/list/compute-list.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import { offerOf } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

let server: FakeServer
let reachEnd: () => void = () => undefined
const groups = {
  OS: [{ dictKey: 'Debian', dictValue: 'Debian', labelZh: 'Debian', labelEn: 'Debian' }],
  cpuAndRam: [{ dictKey: '4C-8G', dictValue: '4-8', labelZh: '4C-8G', labelEn: '4C-8G' }],
}
const options = (dictValue: string, dictKey: string) => [{ dictKey, dictValue, labelZh: dictKey, labelEn: dictKey }]
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        reachEnd = () => seen([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  server = fakeServer()
  server.on(listComputeGroups, groups)
  server.on(countOffers, { productCount: 2 })
  server.on(listOffers, ({ url }) =>
    ok(listOffers, {
      productCount: 2,
      products: { content: [offerOf(url.searchParams.has('cursor') ? 'm2' : 'm1')] },
      nextCursor: url.searchParams.has('cursor') ? null : 'next',
    }),
  )
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const path = '/computingPowerMarket/computing-list'

describe.each(views)('the market list on $device in $language', (view) => {
  const open = (search = '') => renderScreen(<ComputeList />, view, { path: path + search, pattern: path })

  it('shows how many match, and loads on at the end until there is no more', async () => {
    await open()
    expect(await screen.findByText('Seller m1')).toBeTruthy()
    expect(screen.getByText(t('compute.found', { count: 2, shown: '2' }))).toBeTruthy()
    reachEnd()
    expect(await screen.findByText('Seller m2')).toBeTruthy()
    expect(await screen.findByText(t('common.noMore'))).toBeTruthy()
    expect(server.asked(listOffers)).toHaveLength(2)
    const { searchParams } = server.asked(listOffers)[0]!.url
    expect([searchParams.get('page'), searchParams.get('size')]).toEqual(['0', '20'])
  })

  it.each([
    ['', 0],
    ['?gpuCount=2', 8],
  ])('with the filter "%s" %i cards are awaited with a row for GPUs', async (search, rows) => {
    server.on(listOffers, () => new Promise(() => {}))
    const { container } = await open(search)
    await screen.findByRole('list', { name: t('common.loading'), hidden: true })
    expect(container.querySelectorAll('[data-wide]')).toHaveLength(rows)
  })

  it('tells the age of an offer by the business clock, whatever the reader’s own says', async () => {
    const info = {
      product: 'trove',
      ssoClient: 'trove:trove',
      walletExtensionUrl: 'https://wallet.example/get',
      isEmbedded: true,
      isDemo: true,
      hasDevClock: true,
      chainUrl: null,
      storageUrl: null,
    }
    server.on(siteInfo, { ...info, now: '2026-11-04T00:00:00.000Z' })
    await open()
    const ago = new Intl.RelativeTimeFormat(view.language, { numeric: 'auto' }).format(-3, 'day')
    expect((await screen.findAllByText(new RegExp(ago))).length).toBeGreaterThan(0)
  })

  it('reads the filter from the address, shows it as chips and takes single ones away', async () => {
    const { address } = await open('?operationSystem=Debian&bandwidth=20&sort=price-asc')
    await screen.findByText('Seller m1')
    const [first] = server.asked(listOffers)
    expect(Object.fromEntries(first!.url.searchParams)).toMatchObject({
      operationSystem: 'Debian',
      bandwidth: '20',
      sort: 'price-asc',
    })
    await userEvent.click(
      screen.getByRole('button', { name: t('market.filter.remove', { name: t('compute.facts.bandwidth') }) }),
    )
    await waitFor(() => expect(address()).toBe(`${path}?operationSystem=Debian&sort=price-asc`))
    const other = t('market.filter.remove', { name: t('compute.facts.os') })
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(other))
    expect(await screen.findByText('Seller m1')).toBeTruthy()
    expect(server.asked(listOffers).at(-1)!.url.searchParams.has('bandwidth')).toBe(false)
  })

  it('says when nothing matches and offers to clear the filter', async () => {
    server.on(listOffers, { productCount: 0, products: { content: [] }, nextCursor: null })
    const { address } = await open('?operationSystem=Debian')
    const empty = await screen.findByText(t('compute.empty.filteredTitle'))
    await userEvent.click(within(empty.parentElement!).getByRole('button', { name: t('market.filter.clearAll') }))
    await waitFor(() => expect(address()).toBe(path))
    expect(await screen.findByText(t('compute.empty.title'))).toBeTruthy()
  })

  it('says what went wrong and tries again when asked', async () => {
    server.on(listOffers, () => refused('service.unavailable'))
    await open()
    const retry = await screen.findByRole('button', { name: t('common.retry') })
    server.on(listOffers, { productCount: 1, products: { content: [offerOf('m3')] }, nextCursor: null })
    await userEvent.click(retry)
    expect(await screen.findByText('Seller m3')).toBeTruthy()
  })

  it('keeps what it shows when going on fails, says why, and goes on when asked', async () => {
    await open()
    expect(await screen.findByText('Seller m1')).toBeTruthy()
    server.on(listOffers, () => refused('service.unavailable'))
    reachEnd()
    const retry = await screen.findByRole('button', { name: t('common.retry') })
    expect(screen.getByText('Seller m1')).toBeTruthy()
    server.on(listOffers, { productCount: 1, products: { content: [offerOf('m3')] }, nextCursor: null })
    await userEvent.click(retry)
    expect(await screen.findByText('Seller m3')).toBeTruthy()
  })

  it('comes to its end although fewer came than were counted, because some were bought meanwhile', async () => {
    server.on(listOffers, { productCount: 3, products: { content: [offerOf('m1')] }, nextCursor: null })
    await open()
    expect(await screen.findByText(t('common.noMore'))).toBeTruthy()
    expect(screen.queryByText(t('common.loadingMore'))).toBeNull()
  })
})

describe.each(views)('the filter on $device in $language', (view) => {
  const open = async (search = '') => {
    const shown = await renderScreen(<ComputeList />, view, { path: path + search, pattern: path })
    await screen.findByText('Seller m1')
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${t('market.filter.title')}`) }))
    const bandwidth = (await screen.findByLabelText(t('compute.filter.bandwidth'))) as HTMLInputElement
    // The dialog takes the focus a moment after it opens; nobody types faster than that.
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
    return { ...shown, bandwidth }
  }

  it('begins with its five fields empty at each opening, whatever is applied', async () => {
    server.on(listComputeGroups, {
      ...groups,
      diskSize: options('100', '100 GB'),
      servePeriod: options('30', '1 month'),
    })
    const { bandwidth, address } = await open(
      '?operationSystem=Debian&servePeriod=30&cpuAndRAM=4-8&diskSize=100&bandwidth=20',
    )
    expect(bandwidth.value).toBe('')
    const fields = screen.getByRole('dialog').querySelectorAll<HTMLInputElement>('input:not([type=hidden])')
    // The five of the specification, both ends of four ranges, three of GPUs, and whether it is let by the hour.
    expect(fields.length).toBe(5 + 2 * 4 + 3 + 1)
    const isFilled = ({ type, value, checked }: HTMLInputElement) => (type === 'checkbox' ? checked : value !== '')
    expect([...fields].filter(isFilled)).toEqual([])
    await userEvent.click(
      await screen.findByRole('button', { name: t('compute.filter.show', { count: 2, shown: '2' }) }),
    )
    await waitFor(() => expect(address()).toBe(path))
  })

  it('takes at most 50 Mbps and says so', async () => {
    const { bandwidth } = await open()
    await userEvent.type(bandwidth, '99')
    expect(bandwidth.value).toBe('50')
    expect(toastStore.getCurrent()?.text).toBe(t('compute.filter.bandwidthHelp'))
  })

  it('shows how many would match, and waits while nothing does', async () => {
    server.on(countOffers, ({ url }) => ok(countOffers, { productCount: url.searchParams.has('bandwidth') ? 0 : 2 }))
    const { bandwidth } = await open()
    expect(await screen.findByRole('button', { name: t('compute.filter.show', { count: 2, shown: '2' }) })).toBeTruthy()
    await userEvent.type(bandwidth, '40')
    const nothing = await screen.findByRole('button', { name: t('compute.filter.nothing') })
    expect((nothing as HTMLButtonElement).disabled).toBe(true)
  })

  it('counts anew 500 ms after the last change, and nothing that was typed on the way', async () => {
    const { bandwidth } = await open()
    await screen.findByRole('button', { name: t('compute.filter.show', { count: 2, shown: '2' }) })
    const counted = () => server.asked(countOffers).flatMap(({ url }) => url.searchParams.get('bandwidth') ?? [])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const type = (value: string) => fireEvent.change(bandwidth, { target: { value } })
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    type('4')
    await pass(499)
    type('40')
    await pass(499)
    expect(counted()).toEqual([])
    await pass(1)
    vi.useRealTimers()
    await waitFor(() => expect(counted()).toEqual(['40']))
  })

  it('puts what was chosen into the address', async () => {
    const { bandwidth, address } = await open()
    await userEvent.type(bandwidth, '10')
    await userEvent.click(
      await screen.findByRole('button', { name: t('compute.filter.show', { count: 2, shown: '2' }) }),
    )
    await waitFor(() => expect(address()).toBe(`${path}?bandwidth=10`))
  })
})
