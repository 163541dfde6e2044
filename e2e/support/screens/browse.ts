import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Say } from '@trove/messages/kit/say'
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from 'playwright-core'
import { facts } from '../world/world.ts'

/** Chromium as a desk or a phone, in one language, with a trace of what happened. */

export type Device = 'desktop' | 'phone'
export type Language = 'zh-CN' | 'en'
export type Setting = { device: Device; language: Language }

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const SHAPES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: {
    viewport: { width: 390, height: 844 },
    userAgent: PHONE_AGENT,
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  },
} as const
/** Only ends what would never come. */
const WAIT_MS = 60_000
const SERVER_BUG = 500

export function launch(): Promise<Browser> {
  const libraries = process.env.E2E_CHROMIUM_LIBRARIES
  // Where no locale is set, Chromium calls every file whose name is not ASCII "download".
  const env = { ...process.env, LC_ALL: 'C.UTF-8', ...(libraries && { LD_LIBRARY_PATH: libraries }) }
  return chromium.launch({ executablePath: facts.chromium, args: ARGS, env: env as Record<string, string> })
}

/** One person's window. */
export type Window = Setting & {
  context: BrowserContext
  page: Page
  /** The word of a text in this window's language. */
  t(text: Say, params?: Record<string, string | number>): string
  open(path: string): Promise<void>
  /** Bugs seen so far: script errors, answers of 5xx, refused content. */
  bugs: string[]
  trace: string[]
  /** Requests that were asked and not answered yet. */
  pending: Set<Request>
}

const windows = new Set<Window>()

/** Opens a window with nothing kept in it. */
export async function openWindow(browser: Browser, setting: Setting): Promise<Window> {
  const context = await browser.newContext({
    ...SHAPES[setting.device],
    locale: setting.language,
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(WAIT_MS)
  // The site starts in Chinese; the choice of another language is kept in the browser.
  // Only where nothing is kept: what the person switches to must hold over the next page.
  if (setting.language === 'en')
    await context.addInitScript(() => localStorage.getItem('language') ?? localStorage.setItem('language', 'en'))
  const page = await context.newPage()
  const window: Window = {
    ...setting,
    context,
    page,
    bugs: [],
    trace: [],
    pending: new Set(),
    t: (text, params = {}) =>
      (setting.language === 'en' ? text.en : text.zh).replace(/\{\{(\w+)\}\}/g, (_, name) => String(params[name])),
    open: async (path) => {
      await page.goto(path.startsWith('http') ? path : facts.site + path)
    },
  }
  watch(window)
  windows.add(window)
  return window
}

function watch({ page, bugs, trace, pending }: Window): void {
  const note = (line: string) => trace.push(`${new Date().toISOString().slice(11, 23)} ${line}`)
  const bug = (line: string) => {
    note(`BUG ${line}`)
    bugs.push(line)
  }
  const short = (request: Request) => `${request.method()} ${request.url().slice(0, 200)}`
  page.on('framenavigated', (frame) => frame === page.mainFrame() && note(`at ${frame.url().slice(0, 200)}`))
  page.on('pageerror', (error) => bug(`script: ${error.message}`))
  page.on('console', (message) => {
    note(`console ${message.type()}: ${message.text()}`)
    if (/Content Security Policy/.test(message.text())) bug(message.text())
  })
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => {
    pending.delete(request)
    note(`failed ${short(request)} ${request.failure()?.errorText}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) note(`${response.status()} ${short(response.request())}`)
    if (response.status() >= SERVER_BUG) bug(`${response.status()} ${short(response.request())}`)
  })
}

/** Keeps a picture and the trace of every open window; called when a test failed. */
export async function keepEvidence(name: string): Promise<void> {
  mkdirSync(facts.evidenceDir, { recursive: true })
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)
  let no = 0
  for (const { page, trace, bugs } of windows) {
    const file = join(facts.evidenceDir, `${plain}-${++no}`)
    await page.screenshot({ path: `${file}.png`, timeout: 10_000 }).catch(() => undefined)
    const snapshot = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5000 })
      .catch(() => '')
    writeFileSync(`${file}.txt`, [page.url(), ...bugs, '', ...trace.slice(-200), '', snapshot].join('\n'))
  }
  console.log(`evidence: ${join(facts.evidenceDir, plain)}`)
}

export async function closeWindow(window: Window): Promise<void> {
  windows.delete(window)
  await window.context.close()
}

/** More than Tab has to step over on any page. */
const STEPS_MAX = 120

/** Steps with Tab from where the focus is until the target has it. @throws Error when no step reaches it */
export async function tabTo({ page }: Window, target: Locator): Promise<void> {
  await target.waitFor()
  for (let step = 0; step <= STEPS_MAX; step++) {
    if (await target.evaluate((node) => node === node.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

/** Steps to a button and presses it with Enter. */
export async function pressByKeys(window: Window, text: Say, scope?: Locator): Promise<void> {
  await tabTo(window, (scope ?? window.page).getByRole('button', { name: window.t(text), exact: true }))
  await window.page.keyboard.press('Enter')
}
