// @vitest-environment jsdom
import { openWorks } from '@trove/contract/code/market'
import { marketFigures } from '@trove/contract/compute/routes'
import { openExperts } from '@trove/contract/talent/experts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../test/fake-server.ts'

/** The change from a prerendered page to the app: nobody loses the line they read or the control in focus. */

/** Only ends what would never come. */
const WAIT_MS = 90_000
const PAGE = '<a href="/a">A</a><div tabindex="0">Track</div><button>B</button><b data-figure="openOffers">–</b>'
const figures = { openOffers: 0, verifiedOffers: 0, cpuCores: 0, ramSize: 0, servingOrders: 0, lowestPricePerDay: null }
const start = vi.fn()
vi.mock('./start.tsx', () => ({ start }))

const drawn = () => document.getElementById('drawn')!

beforeEach(() => {
  vi.resetModules()
  fakeServer().on(marketFigures, figures)
  document.documentElement.lang = 'en'
  document.body.innerHTML = `<div id="drawn" data-figures="${marketFigures.path}" data-prefetch="">${PAGE}</div><div id="root"></div>`
  const root = document.getElementById('root')!
  start.mockImplementation(async (_figures: unknown, draw: (show: () => void) => void) => {
    // The focus moves on while the app arrives.
    // Pages of earlier tests hear of what happens in the window, too, and have nothing drawn any more.
    drawn()?.querySelector<HTMLElement>('[tabindex]')?.focus()
    draw(() => {
      root.innerHTML = PAGE
      window.scrollY = 0
    })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  delete document.documentElement.dataset.market
})

it('keeps the scroll position and the focus, also of what is no link or button', async () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  await import('./landing.ts')
  window.scrollY = 640
  window.dispatchEvent(new Event('pointermove'))
  await vi.waitFor(() => expect(start).toHaveBeenCalled(), WAIT_MS)
  await vi.waitFor(
    () => expect(scroll).toHaveBeenCalledWith(expect.objectContaining({ top: 640, behavior: 'instant' })),
    WAIT_MS,
  )
  expect(document.activeElement?.textContent).toBe('Track')
  expect(document.activeElement?.closest('#root')).not.toBeNull()
  expect(drawn()).toBeNull()
})

it('hides the figures of a market that has none', async () => {
  await import('./landing.ts')
  await vi.waitFor(() => expect(document.documentElement.dataset.market).toBe('empty'), WAIT_MS)
})

it('says that the figures cannot be read where the market does not answer', async () => {
  fakeServer()
  await import('./landing.ts')
  await vi.waitFor(() => expect(document.documentElement.dataset.market).toBe('unknown'), WAIT_MS)
})

it('repeats the shortcut of the palette once the app is there, and keeps the browser from its own', async () => {
  await import('./landing.ts')
  const heard = vi.fn()
  const press = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true })
  document.body.dispatchEvent(press)
  expect(press.defaultPrevented).toBe(true)
  document.documentElement.addEventListener('keydown', (event) => heard(event.key, event.ctrlKey))
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('k', true), WAIT_MS)
})

const DOORS =
  '<p data-unless-zero><b data-figure="openWorks">–</b></p><p data-unless-zero><b data-figure="openExperts">–</b></p>'

it('shows what each market has, keeps a dash for what one did not tell, and hides a door’s zero', async () => {
  const root = drawn()
  root.dataset.figures = [marketFigures, openWorks, openExperts].map(({ path }) => path).join(' ')
  root.innerHTML = PAGE + DOORS
  const server = fakeServer()
  server.on(marketFigures, { ...figures, openOffers: 3 })
  server.on(openWorks, { openWorks: 1234 })
  await import('./landing.ts')
  const shown = () => [...root.querySelectorAll('[data-figure]')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(shown()).toEqual(['3', '1,234', '–']), WAIT_MS)
  expect(root.querySelectorAll('[hidden]')).toHaveLength(0)

  vi.resetModules()
  server.on(marketFigures, figures)
  server.on(openWorks, { openWorks: 0 })
  server.on(openExperts, { openExperts: 2 })
  await import('./landing.ts')
  await vi.waitFor(() => expect(shown()).toEqual(['0', '0', '2']), WAIT_MS)
  expect(root.querySelector('[hidden]')?.textContent).toBe('0')
})

it('fetches the app by itself where the page has no goods without it, and elsewhere waits for a hand', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  await import('./landing.ts')
  window.dispatchEvent(new Event('load'))
  expect(start).not.toHaveBeenCalled()

  vi.resetModules()
  drawn().dataset.fills = ''
  await import('./landing.ts')
  window.dispatchEvent(new Event('load'))
  await vi.waitFor(() => expect(start).toHaveBeenCalled(), WAIT_MS)
})

it('repeats a press on the link that was pressed, also where the app puts its links in another order', async () => {
  start.mockImplementation(async (_figures: unknown, draw: (show: () => void) => void) => {
    draw(() => {
      document.getElementById('root')!.innerHTML = '<a href="/z">Z</a><a href="/b">B</a><a href="/a">A</a>'
    })
  })
  drawn().innerHTML = '<a href="/a">A</a><a href="/b">B</a><a href="/gone">G</a>'
  await import('./landing.ts')
  const pressed: string[] = []
  document.addEventListener('click', (event) => {
    pressed.push((event.target as Element).getAttribute('href')!)
    event.preventDefault()
  })
  document.querySelector<HTMLElement>('[href="/a"]')!.click()
  // Once by the person, and once by the page.
  await vi.waitFor(() => expect(pressed).toHaveLength(2), WAIT_MS)
  expect(document.querySelectorAll('a')[0]!.getAttribute('href')).toBe('/z')
  expect(pressed).toEqual(['/a', '/a'])
})
