// @vitest-environment jsdom

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { currentCertification } from '@trove/contract/certification/routes'
import { listMinerOrders, listUserOrders } from '@trove/contract/chain/routes'
import { listCodeConsume, listCodeProfit } from '@trove/contract/code/orders'
import { listComputeConsume, listComputeProfit } from '@trove/contract/compute/orders'
import { logout } from '@trove/contract/identity/routes'
import { countOrders } from '@trove/contract/order-lists/routes'
import { listHumanConsume, listHumanProfit } from '@trove/contract/talent/orders'
import { TroveThemeProvider } from '@trove/ui/base/theme'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeServer, fakeServer } from '../../../test/fake-server.ts'
import keystore from '../../../test/keystore.json' with { type: 'json' }
import { pageOf } from '../../../test/orders.ts'
import { buyer } from '../../../test/people.ts'
import { chineseDesk, forgetScreen, renderScreen, type View, views } from '../../../test/render.tsx'
import { keepUser, readSession } from '../../lib/session/session.ts'
import { connectExtensionAccount, disconnectWallet } from '../../lib/wallet/wallet.ts'
import { markets } from '../entries/markets.ts'
import { Pages } from '../router.tsx'

/** Tabs of orders: storage, and one for each market; the specification's four stand first. */
const TABS = [{ tab: 'storageOrder', name: 'orders.tabs.storageOrder' }, ...markets] as const

const NO_PAGE = { content: [], totalElements: 0, nextCursor: null }
const NO_ORDERS = { consume: 0, profit: 0, purchases: 0 }
const LISTS = [
  ...[listComputeConsume, listComputeProfit, listCodeConsume, listCodeProfit],
  ...[listHumanConsume, listHumanProfit],
]

/** The front page, hub, personal center, order tabs and the frame, through the real router on both devices and in both languages. */

// Screens are loaded when first opened, which a busy machine takes its time over.
let server: FakeServer
const notCertified = { status: 0, identity: null, realName: null, realHeadImgUrl: null, reason: null }
beforeEach(() => {
  server = fakeServer()
  server.on(currentCertification, notCertified)
})
afterEach(() => {
  disconnectWallet()
  forgetScreen()
  vi.restoreAllMocks()
})

const t = (key: string) => i18next.t(key as 'common.ok')
const open = (path: string, view: View, isSignedIn = true) => renderScreen(<Pages />, view, { path, isSignedIn })
const hrefOf = (name: string) =>
  screen.getAllByRole('link', { name: new RegExp(name) }).map((it) => it.getAttribute('href'))
const desk = chineseDesk

describe.each(views)('on $device in $language', (view) => {
  it('the home page shows the three markets, each with a button to its details', async () => {
    await open('/home', view, false)
    const sections = ['compute', 'code', 'talent'].map((market) => ({
      market,
      title: t(`landing.home.${market}.title`),
    }))
    const led = []
    for (const { market, title } of sections) {
      const heading = await screen.findByRole('heading', { level: 2, name: title })
      const link = within(heading.closest('section')!).getByRole('link', { name: t('landing.details') })
      led.push([market, link.getAttribute('href')])
    }
    expect(led).toEqual([
      ['compute', '/computingPower'],
      ['code', '/workCodeForce'],
      ['talent', '/manpower'],
    ])
  })

  it('the hub has four ways: two dialogs, two pages', async () => {
    await open('/computingPowerMarket/hub', view)
    await screen.findByText(t('compute.hub.needCompute'))
    expect(hrefOf(t('compute.hub.shareStorageText'))).toEqual(['/computingPowerMarket/share'])
    expect(hrefOf(t('compute.hub.shareComputeText'))).toEqual(['/computingPowerMarket/shared-computing'])
    await userEvent.click(screen.getByText(t('compute.hub.needCompute')))
    await screen.findByRole('dialog', { name: t('market.filter.title') })
  })

  it('the hub has need before share, and storage before computing (B:35)', async () => {
    await open('/computingPowerMarket/hub', view)
    await screen.findByText(t('compute.hub.needCompute'))
    const track = within(screen.getByRole('region', { name: t('compute.hub.title') }))
    const order = track.getAllByRole('listitem').map((tile) => tile.querySelector('strong')!.textContent)
    const names = ['needStorage', 'needCompute', 'shareStorage', 'shareCompute']
    expect(order).toEqual(names.map((name) => t(`compute.hub.${name}`)))
  })

  it('the personal center keeps what is said of a person together, so that both go to the next line', async () => {
    await open('/personalCenter', view)
    await screen.findByText(t('certification.status.none'))
    act(() => keepUser({ ...buyer, isDemo: true }))
    const demo = await screen.findByText(t('common.demo'))
    await waitFor(() => expect(demo.parentElement!.children).toHaveLength(2))
  })

  it('the personal center shows the person, shortcuts and tiles of orders and resources', async () => {
    await open('/personalCenter', view)
    const tiles = async (title: string) =>
      within(await screen.findByRole('region', { name: t(`personal.${title}`) }))
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')])
    const keys = TABS.map(({ tab }) => tab)
    const kinds = TABS.map(({ name }) => t(name))
    const of = (side: string, names: string[]) =>
      keys.map((key, at) => [names[at], `/personal-center/my-order/${side}/${key}`])
    expect(await tiles('incomeOrders')).toEqual(of('profit', [t('personal.storageIncome'), ...kinds.slice(1)]))
    expect(await tiles('consumption')).toEqual(of('consume', kinds))
    const own = (page: string, name: string) => [t(name), `/personal-center/${page}`]
    expect(await tiles('resources')).toEqual([
      own('my-storage', 'titles.myStorage'),
      own('my-calculate', 'titles.myCalculate'),
      own('my-code', 'titles.myCode'),
      own('saved-searches', 'titles.savedSearches'),
    ])
    expect(await tiles('shortcuts')).toEqual([
      own('my-purse', 'personal.wallet'),
      own('income', 'titles.income'),
      own('favourites', 'titles.favourites'),
      own('hour-salary', 'personal.salary'),
      own('profile', 'personal.account'),
    ])
    const person = within(screen.getByRole('heading', { name: 'Ada' }).closest('a')!)
    // Without a picture the last two characters of the name stand for it.
    for (const text of ['da', '138****0002']) person.getByText(text)
    const banner = (await screen.findByText(t('personal.goCertify'))).closest('a')
    expect(banner?.getAttribute('href')).toBe('/personal-center/authentication')
    screen.getByText(t('certification.status.none'))
  })

  it('the personal center says how many orders of each kind there are, and nothing where there are none', async () => {
    const counted = (productType: 'superPoints' | 'code', consume: number, profit: number) => ({
      ...{ productType, consume, profit, purchases: 0 },
    })
    server.on(countOrders, [counted('superPoints', 12, 0), counted('code', 3, 1204)])
    await open('/personalCenter', view)
    const tile = (key: string) =>
      screen.getAllByRole('link').find((link) => link.getAttribute('href') === `/personal-center/my-order/${key}`)
    await waitFor(() => expect(tile('consume/calculateOrder')!.textContent).toContain('12'))
    expect(tile('consume/codeOrder')!.textContent).toContain('3')
    expect(tile('profit/codeOrder')!.textContent).toContain('1,204')
    for (const key of ['profit/calculateOrder', 'consume/storageOrder', 'consume/manpowerOrder'])
      expect(tile(key)!.textContent).not.toMatch(/\d/)
  })

  it.each([
    [1, 'waiting', 'certification.waitingText'],
    [2, 'verified', undefined],
    [3, 'none', 'certification.again'],
  ] as const)(
    'the personal center shows a certification of status %i by badge, banner and names',
    async (status, badge, banner) => {
      const reason = status === 3 ? '证书看不清' : null
      server.on(currentCertification, { ...notCertified, status, reason, realName: '沈知行', identity: '架构师' })
      await open('/personalCenter', view)
      await screen.findByText(t(`certification.status.${badge}`))
      if (banner) screen.getByText(t(banner))
      expect(screen.queryByText(t('personal.goCertify'))).toBeNull()
      screen.getByRole('heading', { name: status === 2 ? '沈知行' : 'Ada' })
      expect(screen.queryAllByText('架构师').length).toBe(status === 2 ? 1 : 0)
      const homepage = screen.queryByRole('link', { name: t('talent.myHomepage') })
      expect(homepage?.getAttribute('href')).toBe(status === 2 ? '/manpower' : undefined)
      expect(screen.queryAllByText(/证书看不清/).length).toBe(status === 3 ? 1 : 0)
    },
  )

  it('the person at the head of the personal center leads to the profile', async () => {
    server.on(currentCertification, { ...notCertified, status: 2, realName: '沈知行', identity: '架构师' })
    const { address } = await open('/personalCenter', view)
    const name = await screen.findByRole('heading', { name: '沈知行' })
    act(() => keepUser({ ...buyer, headImgUrl: '/files/public/0123456789abcdef.webp' }))
    expect(name.closest('a')!.querySelector('img')?.getAttribute('src')).toBe('/files/public/0123456789abcdef.webp')
    await userEvent.click(name)
    expect(address()).toBe('/personal-center/profile')
  })

  it('the personal center offers to connect a wallet, by the extension or an account JSON', async () => {
    await open('/personalCenter', view)
    await userEvent.click(await screen.findByRole('button', { name: t('chainWallet.connect') }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('button', { name: new RegExp(t('chainWallet.choose.extension')) })
    await userEvent.click(dialog.getByRole('button', { name: new RegExp(t('chainWallet.choose.keystore')) }))
    await screen.findByText(t('chainWallet.keystore.lead'))
  })

  it.each(['consume', 'profit'] as const)(
    '%s orders have four tabs, talent first, each with its own list, search on all but storage',
    async (side) => {
      server.on(countOrders, [])
      for (const list of LISTS) server.on(list, NO_PAGE)
      const { address } = await open(`/personal-center/my-order/${side}`, view)
      const tabs = await screen.findAllByRole('tab')
      await screen.findByText(t(`talent.order.empty.${side}`))
      const four = ['storageOrder', 'calculateOrder', 'codeOrder', 'manpowerOrder']
      const names = tabs.map((tab) => tab.textContent)
      expect(names.slice(0, 4)).toEqual(four.map((key) => t(`orders.tabs.${key}`)))
      expect(names).toEqual(TABS.map(({ name }) => t(name)))
      expect(tabs[3]?.getAttribute('aria-selected')).toBe('true')
      expect(screen.queryAllByLabelText(t('orders.search'))).not.toHaveLength(0)
      const [compute, code] = LISTS.filter((_, at) => at % 2 === (side === 'consume' ? 0 : 1))
      for (const [at, key, list] of [
        [1, 'calculateOrder', compute!],
        [2, 'codeOrder', code!],
      ] as const) {
        expect(server.asked(list)).toHaveLength(0)
        await userEvent.click(screen.getAllByRole('tab')[at]!)
        expect(address()).toBe(`/personal-center/my-order/${side}/${key}`)
        await waitFor(() => expect(server.asked(list)).not.toHaveLength(0))
        expect(screen.queryAllByLabelText(t('orders.search'))).not.toHaveLength(0)
      }
      await userEvent.click(screen.getAllByRole('tab')[0]!)
      expect(address()).toBe(`/personal-center/my-order/${side}/storageOrder`)
      expect(screen.queryAllByLabelText(t('orders.search'))).toHaveLength(0)
      await screen.findByText(t(side === 'consume' ? 'storage.connectText' : 'storageEarnings.connectText'))
    },
  )

  it.each([
    ['consume', 'superPoints', 'calculateOrder', listComputeConsume],
    ['profit', 'superPoints', 'calculateOrder', listComputeProfit],
    ['consume', 'manpower', 'manpowerOrder', listHumanConsume],
    ['profit', 'manpower', 'manpowerOrder', listHumanProfit],
  ] as const)('%s orders of %s without a tab named open %s, with how many', async (side, kind, key, list) => {
    server.on(countOrders, [{ ...NO_ORDERS, productType: kind, [side]: 1234 }])
    server.on(list, NO_PAGE)
    await open(`/personal-center/my-order/${side}`, view)
    const tab = await screen.findByRole('tab', { name: new RegExp(t(`orders.tabs.${key}`)) })
    await waitFor(() => expect(tab.getAttribute('aria-selected')).toBe('true'))
    expect(tab.textContent).toContain('1,234')
    await waitFor(() => expect(server.asked(list)).not.toHaveLength(0))
    // Counting loads no list: only the open tab's is asked for.
    for (const other of LISTS) if (other !== list) expect(server.asked(other)).toHaveLength(0)
  })

  it.each([
    ['consume', listUserOrders],
    ['profit', listMinerOrders],
  ] as const)('%s orders open storage for who has no others, and a connected account with some', async (side, list) => {
    connectExtensionAccount(buyer.userId, { accountId: keystore.address, name: 'Mi' })
    const open = (total: number) => {
      server.on(countOrders, [])
      server.on(list, { content: [], total, block: 9 })
      return renderScreen(<Pages />, view, { path: `/personal-center/my-order/${side}` })
    }
    const chosen = (key: string) => screen.findByRole('tab', { name: t(`orders.tabs.${key}`), selected: true })
    await open(2)
    await chosen('storageOrder')
    expect(server.asked(listHumanConsume)).toHaveLength(0)
    forgetScreen()
    server = fakeServer()
    connectExtensionAccount(buyer.userId, { accountId: keystore.address, name: 'Mi' })
    await open(0)
    await chosen('manpowerOrder')
  })

  it.each([
    ['what one bought', 1, 1, 'consume'],
    ['what one sold where that is all there is', 0, 1, 'profit'],
    ['what one bought where there is nothing', 0, 0, 'consume'],
  ])('"my orders" leads to %s', async (_, consume, profit, side) => {
    server.on(countOrders, [{ ...NO_ORDERS, productType: 'manpower', consume, profit }])
    server.on(listHumanConsume, pageOf())
    server.on(listHumanProfit, pageOf())
    const { address } = await open('/personal-center/my-order', view)
    await waitFor(() => expect(address()).toBe(`/personal-center/my-order/${side}`))
    await screen.findByRole('heading', { name: t(`titles.my${side === 'consume' ? 'Consume' : 'Profit'}Order`) })
  })

  it.each([
    ['/personal-center/my-calculate', '/personalCenter'],
    ['/computingPowerMarket/storage-resources', '/computingPowerMarket/hub'],
    ['/personal-center/my-purse', '/personalCenter'],
    ['/computingPowerMarket/faucet', '/personal-center/my-purse'],
    ['/pay/result/o1', '/personal-center/my-order/detail/o1'],
  ])('%s has a way back on a phone, to %s', async (path, back) => {
    const { address } = await open(path, view)
    await screen.findByRole('heading', { level: 1 })
    const arrow = screen.queryByRole('button', { name: t('common.back') })
    if (view.device === 'pc') return expect(arrow).toBeNull()
    await userEvent.click(arrow!)
    expect(address()).toBe(back)
  })

  it('an unknown address leads to /404', async () => {
    const { address } = await open('/nowhere/at/all', view, false)
    await screen.findByText(t('notFound.text'))
    expect(address()).toBe('/404')
  })
})

describe.each(views.filter(({ device }) => device === 'mobile'))('a phone in $language', (view) => {
  it.each(['/home', '/computingPower', '/workCodeForce', '/login'])(
    'has the logo, the language and the appearance on %s before anybody signs in',
    async (path) => {
      await open(path, view, false)
      expect((await screen.findByRole('link', { name: t('common.brand') })).getAttribute('href')).toBe('/')
      await userEvent.click(screen.getByRole('button', { name: new RegExp(t('shell.theme')) }))
      await screen.findByRole('button', { name: t('shell.otherLanguage') })
      screen.getByRole('button', { name: t('shell.dark') })
    },
  )

  it('swipes through the four ways of the hub, which keys and dots reach as well', async () => {
    await open('/computingPowerMarket/hub', view)
    const hub = await screen.findByRole('region', { name: t('compute.hub.title') })
    expect(within(hub).getAllByRole('listitem')).toHaveLength(4)
    const shown: Element[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function show(this: Element) {
      shown.push(this)
    })
    await userEvent.click(within(hub).getByRole('button', { name: t('compute.hub.shareStorage') }))
    expect(shown).toEqual([within(hub).getAllByRole('listitem')[2]])
    const css = readFileSync(join(import.meta.dirname, 'computing-hub.module.css'), 'utf8')
    expect(css).toMatch(/data-device="mobile"\]\) \.tiles \{[^}]*scroll-snap-type: x mandatory/)
  })

  it.each([
    ['/personal-center/notices', false],
    ['/personalCenter', false],
    ['/computingPowerMarket/hub', false],
    ['/personal-center/profile', true],
    ['/personal-center/profile/sessions', true],
    ['/personal-center/my-calculate', true],
    ['/manpower', true],
  ])('of %s: it has a way back: %s', async (path, hasBack) => {
    const { address } = await open(path, view)
    await screen.findByRole('heading', { level: 1 })
    // While it is not known whose page it is, another header stands there.
    await waitFor(() => expect(screen.queryByRole('status', { busy: true })).toBeNull())
    const back = screen.queryByRole('button', { name: t('common.back') })
    expect(back !== null).toBe(hasBack)
    if (!back) return
    await userEvent.click(back)
    // Opened by its address there is nothing to go back to: it leads to where the page belongs.
    expect(['/personalCenter', '/computingPowerMarket/hub', '/personal-center/profile']).toContain(address())
  })

  it.each([
    ['/personal-center/notices', 'messages'],
    ['/personal-center/conversations', 'messages'],
    ['/personal-center/profile', 'me'],
  ])('of %s: the bottom bar shows the place %s', async (path, place) => {
    await open(path, view)
    await screen.findByRole('heading', { level: 1 })
    const links = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
    expect(links.map((link) => link.textContent)).toEqual([t(`shell.${place}`)])
  })
})

it('the appearance offers the other one where the system is dark and nothing was chosen', async () => {
  const ask = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...ask(query), matches: query.includes('dark') }))
  const page = (
    <TroveThemeProvider env="test">
      <Pages />
    </TroveThemeProvider>
  )
  await renderScreen(page, { device: 'mobile', language: 'en' }, { path: '/home', isSignedIn: false })
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(t('shell.theme')) }))
  await userEvent.click(await screen.findByRole('button', { name: t('shell.light') }))
  await waitFor(() => expect(document.documentElement.dataset.mantineColorScheme).toBe('light'))
})

describe('the menu', () => {
  it('names every page of the market beside each other, the storage network among them', async () => {
    await open('/personalCenter', desk)
    const menu = within(screen.getByRole('navigation', { name: t('shell.menu') }))
    const market = within(menu.getByRole('region', { name: t('shell.sharedMarket') }))
    const words = market.getAllByRole('link').map(({ textContent }) => textContent)
    expect(words).toEqual(
      expect.arrayContaining(['informationStatistics', 'share'].map((title) => t(`titles.${title}`))),
    )
  })
})

describe('a page that is opened', () => {
  it('stays where the browser left it, and the next one begins at its top', async () => {
    vi.resetModules()
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    const { Pages: FreshPages } = await import('../router.tsx')
    const fresh = await import('../../../test/render.tsx')
    await fresh.renderScreen(<FreshPages />, desk, { path: '/404', isSignedIn: false })
    await screen.findByText(t('notFound.text'))
    expect(scroll).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('link', { name: t('notFound.toHome') }))
    await screen.findAllByText(t('landing.details'))
    expect(scroll).toHaveBeenCalledWith(0, 0)
  })

  it('is another one for each expert, though their homepages have the path of their list', async () => {
    vi.resetModules()
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    scroll.mockClear()
    const { Guarded } = await import('../routes/guarded.tsx')
    const { Link } = await import('react-router')
    const fresh = await import('../../../test/render.tsx')
    const links = ['/manpower?tab=experts&sort=price-asc', '/manpower?productId=one'].map((to, i) => (
      <Link key={to} to={to}>{`link ${i}`}</Link>
    ))
    const { talentRoutes } = await import('../../features/talent/entry/routes.ts')
    const route = talentRoutes.find(({ path }) => path === '/manpower')!
    await fresh.renderScreen(
      <Guarded awaited={null} route={route}>
        {links}
      </Guarded>,
      desk,
      {
        path: '/manpower?tab=experts',
        isSignedIn: false,
      },
    )
    await userEvent.click(screen.getByRole('link', { name: 'link 0' }))
    expect(scroll).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('link', { name: 'link 1' }))
    expect(scroll).toHaveBeenCalledWith(0, 0)
  })
})

describe('the frame of the desktop', () => {
  it('has the menu with its two sections, the logo linking to /, and the footer', async () => {
    await open('/personalCenter', desk)
    const menu = screen.getByRole('navigation', { name: t('shell.menu') })
    within(menu).getByRole('region', { name: t('shell.sharedMarket') })
    within(menu).getByRole('region', { name: t('shell.personalCenter') })
    expect(
      within(menu)
        .getByRole('link', { name: t('common.brand') })
        .getAttribute('href'),
    ).toBe('/')
    expect(
      within(menu)
        .getByRole('link', { name: t('titles.personalCenter') })
        .getAttribute('aria-current'),
    ).toBe('page')
    screen.getByText(t('shell.footer'))
  })

  it('leads from the row with the picture, first in the header’s menu, to the profile', async () => {
    const { address } = await open('/personalCenter', desk)
    await userEvent.click(screen.getByRole('button', { name: new RegExp(t('shell.account')) }))
    const [row] = await screen.findAllByRole('menuitem')
    expect(row!.textContent).toContain(buyer.username)
    await userEvent.click(row!)
    await waitFor(() => expect(address()).toBe('/personal-center/profile'))
  })

  it('opens the header’s entries, and asks before logging out', async () => {
    await open('/personalCenter', desk)
    await userEvent.click(screen.getByRole('button', { name: new RegExp(t('shell.account')) }))
    for (const name of ['myWallet', 'myStorage', 'myOrder', 'myHourSalary'])
      await screen.findByRole('menuitem', { name: t(`shell.${name}`) })
    await userEvent.click(screen.getByRole('menuitem', { name: t('shell.logOut') }))
    const question = await screen.findByRole('alertdialog', { name: t('common.tips') })
    within(question).getByText(t('shell.logOutConfirm'))
    server.on(logout, null)
    await userEvent.click(within(question).getByRole('button', { name: t('common.ok') }))
    await waitFor(() => expect(server.asked(logout)).toHaveLength(1))
    await waitFor(() => expect(readSession().state).toBe('signed-out'))
  })
})
