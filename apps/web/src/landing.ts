import type { Figures } from './lib/calls/figures.ts'

/**
 * All the code a prerendered landing page starts with: it fills in the live figures and fetches the app with the first
 * sign that somebody wants to do something. A press that came before the app is repeated once the app is there.
 */

const root = document.documentElement
/** The page as it was drawn ahead. */
const place = document.getElementById('drawn')!
let figures: Promise<Figures | undefined> = Promise.resolve(undefined)
let starting: Promise<void> | undefined

async function ask(path: string): Promise<object | undefined> {
  try {
    const response = await fetch(path, { headers: { 'accept-language': root.lang } })
    return response.ok ? ((await response.json()) as { data: object }).data : undefined
  } catch {
    return undefined
  }
}

/** The figures of all markets together; undefined without those of the first. */
async function askFigures(): Promise<Figures | undefined> {
  const [first, ...others] = await Promise.all(place.dataset.figures!.split(' ').map(ask))
  return first && (Object.assign({}, first, ...others) as Figures)
}

function showFigures(values: Figures | undefined): void {
  if (!values) root.dataset.market = 'unknown'
  else if (values.openOffers + values.servingOrders === 0) root.dataset.market = 'empty'
  const format = new Intl.NumberFormat(root.lang, { maximumFractionDigits: 1 })
  for (const slot of place.querySelectorAll<HTMLElement>('[data-figure]')) {
    const value = values?.[slot.dataset.figure as keyof Figures]
    if (typeof value !== 'number' || starting) continue
    slot.textContent = format.format(value)
    const door = slot.closest<HTMLElement>('[data-unless-zero]')
    if (door) door.hidden = value === 0
  }
}

/** What can be pressed or focused, in the order of the page: the app draws the same ones in the same order. */
function targets(): HTMLElement[] {
  const page = place.isConnected ? place : document.getElementById('root')!
  return [...page.querySelectorAll<HTMLElement>('a[href], button, [tabindex]')]
}

function startApp(): Promise<void> {
  starting ??= takeOver()
  return starting
}

async function takeOver(): Promise<void> {
  for (const type of SIGNS) removeEventListener(type, startApp)
  const [{ start }, known] = await Promise.all([import('./start.tsx'), figures])
  await start(known, keepPlace)
  root.removeAttribute('data-wait')
}

/** The app takes the page's place: who was reading reads on at the same line, and the focus stays where it was. */
function keepPlace(show: () => void): void {
  const { scrollX, scrollY } = window
  const focused = targets().indexOf(document.activeElement as HTMLElement)
  place.removeEventListener('click', repeatPress, { capture: true })
  removeEventListener('keydown', repeatShortcut)
  place.remove()
  show()
  if (focused >= 0) targets()[focused]?.focus({ preventScroll: true })
  scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
}

async function repeatPress(event: MouseEvent): Promise<void> {
  const pressed = (event.target as Element).closest<HTMLElement>('a[href], button, [tabindex]')!
  const index = targets().indexOf(pressed)
  const href = pressed?.getAttribute('href')
  if (index < 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  await startApp()
  const now = targets()
  // For a known person the app may put the markets in another order: a link stays the one that was pressed.
  const same = href && now[index]?.getAttribute('href') !== href && now.find((one) => one.getAttribute('href') === href)
  ;(same || now[index])?.click()
}

/** The shortcut of the palette, which browsers take for their own search: the app hears it once it is there. */
async function repeatShortcut(event: KeyboardEvent): Promise<void> {
  const { key, code, ctrlKey, metaKey } = event
  if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey)) return
  event.preventDefault()
  await startApp()
  root.dispatchEvent(new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, bubbles: true, cancelable: true }))
}

const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel', 'focusin'] as const

/** Fetches the app into the cache while nothing else is going on, so that the first press does not wait for the network. */
function prefetch(): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
  for (const href of place.dataset.prefetch!.split(' ')) {
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.href = href
    document.head.append(link)
  }
}

figures = askFigures()
void figures.then(showFigures)
if (root.dataset.wait !== undefined) void startApp()
else {
  for (const type of SIGNS) addEventListener(type, startApp, { once: true, passive: true })
  place.addEventListener('click', repeatPress, { capture: true })
  addEventListener('keydown', repeatShortcut)
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000))
  // What a page has to fetch before it shows its goods does not wait for a hand.
  const soon = place.dataset.fills === undefined ? () => setTimeout(() => idle(prefetch), 2000) : () => idle(startApp)
  addEventListener('load', soon, { once: true })
}
