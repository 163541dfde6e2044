// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { countOffers, getOffer, listOffers, spreadOfOffers } from '@trove/contract/compute/routes'
import { listComputeGroups } from '@trove/contract/dictionary/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import CompareCompute from '../../../src/features/compute/list/compare-compute.tsx'
import ComputeList from '../../../src/features/compute/list/compute-list.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import { offerOf } from '../../people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../render.tsx'
import { withheldFor } from '../../withheld.ts'

/** The market as an exchange: a dense table with keys, ranges in a rail, ticks to compare. */

let server: FakeServer
const ids = ['m1', 'm2', 'm3', 'm4', 'm5']
const path = '/computingPowerMarket/computing-list'
const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const open = (view: View, search = '') => renderScreen(<ComputeList />, view, { path: path + search, pattern: path })

beforeEach(() => {
  server = fakeServer()
  server.on(listComputeGroups, {
    OS: [{ dictKey: 'Debian', dictValue: 'Debian', labelZh: 'Debian', labelEn: 'Debian' }],
  })
  server.on(countOffers, { productCount: 5 })
  server.on(spreadOfOffers, {
    perDay: [
      { from: '0.00', count: 3 },
      { from: '1.00', count: 2 },
    ],
    cores: [],
    ram: [],
    disk: [],
  })
  server.on(listOffers, {
    productCount: 5,
    products: { content: ids.map((id) => offerOf(id)) },
    nextCursor: null,
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  forgetScreen()
})

const lastAsked = () => Object.fromEntries(server.asked(listOffers).at(-1)!.url.searchParams)
const rowLinks = () => ids.map((id) => screen.getByRole('link', { name: `CP-${id}` }))

describe('the filter at a desk', () => {
  const desk: View = { device: 'pc', language: 'zh-CN' }
  const opener = () => screen.queryByRole('button', { name: new RegExp(`^${t('market.filter.title')}`) })

  it.each([true, false])(
    'is opened by a button only where it does not stand beside the list: wide %s',
    async (isWide) => {
      const media = { matches: isWide, addEventListener() {}, removeEventListener() {} } as unknown as MediaQueryList
      vi.spyOn(window, 'matchMedia').mockReturnValue(media)
      await open(desk)
      await screen.findByText('Seller m1')
      expect(screen.queryByRole('complementary', { name: t('market.filter.title') }) !== null).toBe(isWide)
      expect(opener() === null).toBe(isWide)
    },
  )
})

describe.each(views)('the market as a table on $device in $language', (view) => {
  it('is chosen beside the cards, and the choice stands in the address', async () => {
    const { address } = await open(view)
    await screen.findByText('Seller m1')
    await userEvent.click(screen.getByRole('button', { name: t('market.view.table') }))
    expect(address()).toBe(`${path}?view=table`)
    await screen.findByRole('link', { name: 'CP-m1' })
    await userEvent.click(screen.getByRole('button', { name: t('market.view.cards') }))
    expect(address()).toBe(path)
    expect(await screen.findByText('Seller m1')).toBeTruthy()
  })

  it('goes down with J and up with K, opens a row with Enter and ticks it with X', async () => {
    const { address } = await open(view, '?view=table')
    await screen.findByRole('link', { name: 'CP-m1' })
    const links = rowLinks()
    for (const [key, index] of [
      ['j', 0],
      ['j', 1],
      ['j', 2],
      ['k', 1],
    ] as const) {
      fireEvent.keyDown(document.documentElement, { key, code: `Key${key.toUpperCase()}` })
      expect(document.activeElement).toBe(links[index])
    }
    fireEvent.keyDown(document.documentElement, { key: 'x', code: 'KeyX' })
    await waitFor(() => expect(address()).toBe(`${path}?view=table&pick=m2`))
    expect(links[1]!.getAttribute('href')).toBe('/computingPowerMarket/offer/m2')
    await userEvent.keyboard('{Enter}')
    expect(address()).toBe('/computingPowerMarket/offer/m2')
  })

  it.runIf(view.device === 'mobile')('says in each row on a phone for how long its price is', async () => {
    await open(view, '?view=table')
    const row = (await screen.findByRole('link', { name: 'CP-m1' })).closest('li')
    expect(row?.textContent).toContain(t('compute.facts.period'))
  })

  it('lets machines be chosen on their cards as well, the same as in the table', async () => {
    const { address } = await open(view)
    await screen.findByText('Seller m1')
    const pick = (id: string) => screen.findByRole('button', { name: t('market.compare.pick', { name: `CP-${id}` }) })
    expect((await pick('m1')).getAttribute('aria-pressed')).toBe('false')
    for (const id of ids.slice(0, 4)) await userEvent.click(await pick(id))
    expect((await pick('m1')).getAttribute('aria-pressed')).toBe('true')
    expect((await pick('m5')).getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(await pick('m5'))
    expect(decodeURIComponent(address())).toBe(`${path}?pick=m1,m2,m3,m4`)
    const way = screen.getByRole('link', { name: t('market.compare.open') })
    expect(decodeURIComponent(way.getAttribute('href')!)).toBe('/computingPowerMarket/compare/m1,m2,m3,m4')
    await userEvent.click(await pick('m2'))
    expect(decodeURIComponent(address())).toBe(`${path}?pick=m1,m3,m4`)
  })

  it('lets four be ticked and no more, and leads to them side by side', async () => {
    const { address } = await open(view, '?view=table')
    await screen.findByRole('link', { name: 'CP-m1' })
    const tick = (id: string) =>
      screen.getByRole('checkbox', { name: t('market.compare.pick', { name: `CP-${id}` }) }) as HTMLInputElement
    for (const id of ids.slice(0, 4)) await userEvent.click(tick(id))
    expect(tick('m5').disabled).toBe(true)
    await userEvent.click(tick('m1'))
    expect(tick('m5').disabled).toBe(false)
    await userEvent.click(screen.getByRole('link', { name: t('market.compare.open') }))
    expect(decodeURIComponent(address())).toBe('/computingPowerMarket/compare/m2,m3,m4')
  })
})

describe.each(views)('the text search of the market on $device in $language', (view) => {
  const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: t('market.search') })

  it('asks once typing pauses, stands in the address and as a chip, and is taken away with it', async () => {
    const { address } = await open(view, '?ramFrom=8')
    await screen.findByText('Seller m1')
    const before = server.asked(listOffers).length
    await userEvent.type(box(), '编译 gpu')
    await waitFor(() => expect(lastAsked()).toMatchObject({ keyword: '编译 gpu', ramFrom: '8' }))
    expect(server.asked(listOffers).length - before).toBe(1)
    expect(new URL(address(), 'http://x').searchParams.get('keyword')).toBe('编译 gpu')
    const chips = within(screen.getByRole('list', { name: t('market.filter.active') }))
    chips.getByText(t('market.quoted', { value: '编译 gpu' }))
    await userEvent.click(
      chips.getByRole('button', { name: t('market.filter.remove', { name: t('compute.facts.keyword') }) }),
    )
    await waitFor(() => expect(address()).toBe(`${path}?ramFrom=8`))
    expect(box().value).toBe('')
  })

  it('is read from the address, kept when the filter is chosen anew, and counts with it', async () => {
    const { address } = await open(view, '?keyword=%E7%BC%96%E8%AF%91')
    await screen.findByText('Seller m1')
    expect(box().value).toBe('编译')
    await userEvent.click(screen.getByRole('button', { name: new RegExp(t('market.filter.title')) }))
    const dialog = within(await screen.findByRole('dialog'))
    const show = await dialog.findByRole('button', { name: t('compute.filter.show', { count: 5, shown: '5' }) })
    const counted = Object.fromEntries(server.asked(countOffers).at(-1)!.url.searchParams)
    expect(counted).toEqual({ keyword: '编译' })
    await userEvent.click(show)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(new URL(address(), 'http://x').searchParams.get('keyword')).toBe('编译')
  })
})

describe.each(views.filter(({ device }) => device === 'mobile'))('the rows of a phone in $language', (view) => {
  it('say what graphics cards a machine has and what its hour costs, and nothing where there is none', async () => {
    const gpu = { model: 'A100', count: 2, vramSize: 80 }
    const plain = { ...offerOf('m2'), gpu: null, hourPrice: null }
    const content = [{ ...offerOf('m1'), gpu, hourPrice: '1.25' }, plain]
    server.on(listOffers, { productCount: 2, products: { content }, nextCursor: null })
    await open(view, '?view=table')
    const rowOf = async (id: string) => (await screen.findByRole('link', { name: `CP-${id}` })).closest('[data-row]')!
    expect((await rowOf('m1')).textContent).toContain('2 × A100')
    expect((await rowOf('m1')).textContent).toContain('¥1.25')
    const words = (await rowOf('m2')).textContent!
    for (const word of ['–', t('compute.facts.gpu'), t('compute.facts.perHour')]) expect(words).not.toContain(word)
  })
})

describe.each(views.filter(({ device }) => device === 'pc'))('the table at a desk in $language', (view) => {
  it('sorts by the columns the server can sort by, the other way round on a second press, then as usual', async () => {
    const { address } = await open(view, '?view=table')
    await screen.findByRole('link', { name: 'CP-m1' })
    const heading = () => screen.getByRole('columnheader', { name: t('compute.facts.price') })
    const press = () => userEvent.click(within(heading()).getByRole('button'))
    expect(heading().getAttribute('aria-sort')).toBe('none')
    await press()
    expect(address()).toBe(`${path}?view=table&sort=price-asc`)
    expect(heading().getAttribute('aria-sort')).toBe('ascending')
    await waitFor(() => expect(lastAsked()).toMatchObject({ sort: 'price-asc' }))
    await press()
    expect(heading().getAttribute('aria-sort')).toBe('descending')
    await press()
    expect(address()).toBe(`${path}?view=table`)
    const os = screen.getByRole('columnheader', { name: t('compute.facts.os') })
    expect(within(os).queryByRole('button')).toBeNull()
  })

  it('has a rail of ranges where the window is wide, which applies by itself and follows the address', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('min-width: 1200px'),
      media: query,
      addEventListener() {},
      removeEventListener() {},
    }))
    const { address } = await open(view, '?perDayTo=8')
    await screen.findByText('Seller m1')
    const range = within(await screen.findByRole('group', { name: t('compute.facts.perDay') }))
    expect((range.getByLabelText(t('market.filter.to')) as HTMLInputElement).value).toBe('8')
    await range.findByRole('img', { name: t('market.filter.spread') })
    const from = range.getByLabelText(t('market.filter.from')) as HTMLInputElement
    // However slowly it is typed: what was applied meanwhile takes nothing away, and half a figure counts as far as it goes.
    for (const [typed, applied] of [
      ['0.', '0'],
      ['50', '0.50'],
    ] as const) {
      await userEvent.type(from, typed)
      await waitFor(() => expect(address()).toBe(`${path}?perDayTo=8&perDayFrom=${applied}`))
    }
    expect(from.value).toBe('0.50')
    await waitFor(() => expect(lastAsked()).toMatchObject({ perDayFrom: '0.50', perDayTo: '8' }))
    const chips = within(screen.getByRole('list', { name: t('market.filter.active') }))
    chips.getByText('≥ ¥0.50')
    await userEvent.click(chips.getByRole('button', { name: t('market.filter.clearAll') }))
    await waitFor(() => expect(address()).toBe(path))
    expect((range.getByLabelText(t('market.filter.from')) as HTMLInputElement).value).toBe('')
  })

  it('has the pairs of cores and RAM in that rail too, and says there that bandwidth ends at 50', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('min-width: 1200px'),
      media: query,
      addEventListener() {},
      removeEventListener() {},
    }))
    const pair = { dictKey: '4C-8G', dictValue: '4-8', labelZh: '4C-8G', labelEn: '4C-8G' }
    server.on(listComputeGroups, { OS: [], cpuAndRam: [pair] })
    const { address } = await open(view)
    await screen.findByText('Seller m1')
    await userEvent.click(await screen.findByRole('combobox', { name: t('compute.facts.cpuAndRam') }))
    await userEvent.click(await screen.findByRole('option', { name: `4 ${t('units.core', { count: 4 })} -8G` }))
    await waitFor(() => expect(address()).toBe(`${path}?cpuAndRAM=4-8`))
    await userEvent.type(screen.getByLabelText(t('compute.facts.bandwidth')), '99')
    expect(toastStore.getCurrent()?.text).toBe(t('compute.filter.bandwidthHelp'))
  })
})

describe.each(views)('machines side by side on $device in $language', (view) => {
  const pattern = '/computingPowerMarket/compare/:ids'
  const compare = (chosen: string) =>
    renderScreen(<CompareCompute />, view, {
      path: `/computingPowerMarket/compare/${chosen}`,
      pattern,
      isSignedIn: false,
    })
  const detail = (id: string, cpuCores: number) => ({
    ...offerOf(id),
    cpuCores,
    uploader: { id: 's', nickName: `Seller ${id}`, headImgUrl: null, isDemo: false },
    feeAmount: '0.00',
    isMine: false,
    isAvailable: true,
    unavailableReason: null,
    pastOrders: 0,
  })

  it('marks the best of each line, none where all are alike, and leaves out what is gone', async () => {
    server.on(getOffer, ({ url }) => {
      const id = url.pathname.split('/').at(-1)!
      return id === 'm3' ? refused('compute.not-found') : ok(getOffer, detail(id, id === 'm1' ? 4 : 16))
    })
    await compare('m1,m2,m3')
    const cpu = within((await screen.findByRole('rowheader', { name: t('compute.facts.cpu') })).closest('tr')!)
    expect(cpu.getAllByRole('cell').map((cell) => Boolean(within(cell).queryByRole('img')))).toEqual([false, true])
    const ram = within(screen.getByRole('rowheader', { name: t('compute.facts.ram') }).closest('tr')!)
    expect(ram.queryByRole('img', { name: t('market.compare.best') })).toBeNull()
    screen.getByText(t('market.compare.gone', { count: 1 }))
  })

  it('have what was measured below each figure, and what was not is called declared', async () => {
    server.on(getOffer, ({ url }) => {
      const offer = detail(url.pathname.split('/').at(-1)!, 4)
      const measured = {
        ...offer.verification.measured!,
        diskSize: 1000,
        operationSystem: 'Debian GNU/Linux 12 (bookworm)',
      }
      if (offer.id === 'm2') Object.assign(measured, { bandwidth: null })
      return ok(getOffer, { ...offer, verification: { ...offer.verification, measured } })
    })
    await compare('m1,m2')
    const header = (fact: string) => screen.findByRole('rowheader', { name: t(`compute.facts.${fact}`) })
    const notesOf = async (fact: string) =>
      within((await header(fact)).closest('tr')!)
        .getAllByRole('cell')
        .map((cell) => cell.lastElementChild?.textContent)
    expect(await notesOf('os')).toEqual(Array(2).fill(t('compute.measuredAs', { value: 'Debian 12' })))
    expect(await notesOf('disk')).toEqual(
      Array(2).fill(t('compute.measuredAs', { value: `1,000\u00a0${t('units.gb')}` })),
    )
    expect((await notesOf('bandwidth'))[1]).toBe(t('compute.declared'))
    // Three beside each other on a phone: a long figure may have its unit below it, but no word is broken.
    const scores = within((await header('score')).closest('tr')!).getAllByRole('cell')
    for (const score of scores) expect(score.firstElementChild?.textContent).toMatch(/^[\d,]+ \S+$/)
  })

  it('are rented from there, and what is not on sale cannot be', async () => {
    server.on(getOffer, ({ url }) => {
      const id = url.pathname.split('/').at(-1)!
      const isTaken = id === 'm1'
      return ok(getOffer, { ...detail(id, 4), isAvailable: !isTaken, unavailableReason: isTaken ? 'taken' : null })
    })
    await compare('m1,m2')
    const [first, second] = await screen.findAllByRole('button', { name: t('compute.buyNow') })
    expect([first, second].map((button) => withheldFor(button!))).toEqual([t('compute.unavailable.taken'), undefined])
  })

  it('of which one cannot be had for now is not called gone, and is asked for again', async () => {
    server.on(getOffer, ({ url }) => {
      const id = url.pathname.split('/').at(-1)!
      if (id === 'm2') throw new TypeError('Failed to fetch')
      return id === 'm3' ? refused('compute.not-found') : ok(getOffer, detail(id, 4))
    })
    await compare('m1,m2,m3')
    const failure = within(await screen.findByRole('alert'))
    expect(screen.queryByText(t('market.compare.gone', { count: 2 }))).toBeNull()
    server.on(getOffer, ({ url }) => {
      const id = url.pathname.split('/').at(-1)!
      return id === 'm3' ? refused('compute.not-found') : ok(getOffer, detail(id, 4))
    })
    await userEvent.click(failure.getByRole('button', { name: t('common.retry') }))
    await screen.findByRole('link', { name: 'CP-m2' })
    screen.getByText(t('market.compare.gone', { count: 1 }))
  })

  it('says so when nothing of it is left, and leads to the market', async () => {
    server.on(getOffer, () => refused('compute.not-found'))
    await compare('m1,m2')
    await screen.findByText(t('market.compare.none'))
    screen.getByRole('link', { name: t('compute.others') })
  })
})
