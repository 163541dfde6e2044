import { setTimeout as sleep } from 'node:timers/promises'
import AxeBuilder from '@axe-core/playwright'
import { identity } from '@trove/messages/people/identity'
import { texts } from '@trove/messages/texts'
import type { Page } from 'playwright-core'
import type { Window } from './browse.ts'

/** What is looked at on every page: whether everybody can use it, and whether all of it is in words. */

/** Only ends what would never come. */
const SETTLED_MS = 60_000
const QUIET_MS = 120
const BUSY = '#content [aria-busy="true"], .mantine-Skeleton-root'

/** A page that was drawn ahead in another language than the person chose is about to be handed over to the app. */
const IS_IN_ITS_LANGUAGE = `(() => {
  const language = localStorage.getItem('language')
  const isTitleOld = language === 'en' && document.title.endsWith('众享')
  return [null, document.documentElement.lang].includes(language) && !isTitleOld
})()`

/** Goes to a page as a link does, without loading the site again. */
export async function follow({ page }: Window, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate', { state: null }))`,
  )
}

/** Waits until the page has drawn what it asked for. @throws Error with what is still missing at the limit */
export async function settle({ page, pending }: Window): Promise<void> {
  await page.locator('main, h1').first().waitFor({ timeout: SETTLED_MS })
  const isQuiet = async () =>
    pending.size === 0 && (await page.locator(BUSY).count()) === 0 && (await page.evaluate<boolean>(IS_IN_ITS_LANGUAGE))
  const end = Date.now() + SETTLED_MS
  for (let quietSince = Date.now(); Date.now() - quietSince < QUIET_MS; await sleep(30)) {
    if (await isQuiet()) continue
    quietSince = Date.now()
    if (quietSince > end) throw new Error(`${page.url()} still asks for ${[...pending].map((one) => one.url())}`)
  }
}

const MOVED_ON = /Execution context was destroyed|frame was detached|Cannot find context/
const LOOKS = 4

/**
 * What a check finds on the page once it stands still. A page may be on its way to another one (the guard, a landing page
 * that hands over to the app, binding that leaves for the provider): then the page it moved on to is looked at.
 */
export async function lookAt(window: Window, check: () => Promise<string[]>): Promise<string[]> {
  for (let look = 1; ; look++) {
    try {
      await settle(window)
      const address = window.page.url()
      const findings = await check()
      if (window.page.url() === address) return findings
      if (look === LOOKS) throw new Error(`${address} never stood still`)
    } catch (error) {
      if (look === LOOKS || !MOVED_ON.test((error as Error).message)) throw error
      await window.page.waitForLoadState()
    }
  }
}

/** Serious and critical findings of axe, each with where it is. */
export async function findBarriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map((node) => `${id}: ${node.target.join(' ')}: ${node.html.slice(0, 160)}`),
    )
}

/** How far the page can be moved sideways, which nobody should have to. */
export async function findSideways(page: Page): Promise<string[]> {
  const far = await page.evaluate<number>(
    'document.scrollingElement.scrollWidth - document.documentElement.clientWidth',
  )
  return far > 0 ? [`moves ${far} px sideways`] : []
}

/** Runs in the page, hence a text. A line that holds fewer than two characters on the average is a column too narrow. */
const STACKED_SCRIPT = `(() => {
  const stacked = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const letters = node.textContent.replace(/\\s/g, '').length
    if (letters < 4 || !node.parentElement.checkVisibility() || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(node.parentElement.tagName)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size
    if (lines > 2 && letters / lines < 2) stacked.push(node.textContent.trim().slice(0, 20))
  }
  return stacked
})()`

/** Texts squeezed into a column of single letters. */
export async function findStacked(page: Page): Promise<string[]> {
  return (await page.evaluate<string[]>(STACKED_SCRIPT)).map((text) => `has one letter a line: ${text}`)
}

/** Signs of Chinese and letters of English in the longest line of running text. Half a sign more is the rest of a division. */
const LINE_MAX = { han: 38.5, latin: 72 }

/** Runs in the page, hence a text. Running text ends as a sentence does; cells, commands and controls are none. */
const LONG_LINES_SCRIPT = `((max) => {
  const long = []
  const blocks = new Map()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let block = node.parentElement
    if (!node.textContent.trim() || !block?.checkVisibility()) continue
    if (block.closest('td, th, pre, code, button, script, style, noscript, h1, h2, h3, nav, header')) continue
    while (getComputedStyle(block).display === 'inline') block = block.parentElement
    blocks.set(block, [...(blocks.get(block) ?? []), node])
  }
  const isHan = (text) => /\\p{Script=Han}/u.test(text)
  const lengthOf = (line) => isHan(line)
    ? [...line].reduce((length, sign) => length + (/[\\u2e80-\\u9fff\\u3000-\\u30ff\\uff00-\\uffef]/.test(sign) ? 1 : 0.5), 0) / max.han
    : line.trim().length / max.latin
  for (const nodes of blocks.values()) {
    const whole = nodes.map((node) => node.textContent).join('').trim()
    if (!/[.。？?；]$/.test(whole)) continue
    const lines = new Map()
    const range = document.createRange()
    for (const node of nodes)
      for (let at = 0; at < node.length; at++) {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const box = range.getClientRects()[0]
        if (!box?.width) continue
        const line = [...lines.keys()].find((bottom) => Math.abs(bottom - box.bottom) < 6) ?? box.bottom
        lines.set(line, (lines.get(line) ?? '') + node.textContent[at])
      }
    if ([...lines.values()].some((line) => lengthOf(line) > 1)) long.push(whole.slice(0, 40))
  }
  return long
})(${JSON.stringify(LINE_MAX)})`

/** Running text whose lines are too long for the eye to find the next one. */
export async function findLongLines(page: Page): Promise<string[]> {
  return (await page.evaluate<string[]>(LONG_LINES_SCRIPT)).map((text) => `has lines too long: ${text}`)
}

/** Runs in the page, hence a text. What stands beside another child of the same part of a form is paired. */
const PAIRED_SCRIPT = `[...document.querySelectorAll('fieldset > div')].flatMap((fields) =>
  [...fields.children].filter((field) => field.checkVisibility() && field.previousElementSibling?.checkVisibility() &&
    field.getBoundingClientRect().top < field.previousElementSibling.getBoundingClientRect().bottom)
    .map((field) => field.textContent.slice(0, 20)))`

/** Fields of a form that stand beside others: it has one column. */
export async function findPairedFields(page: Page): Promise<string[]> {
  return (await page.evaluate<string[]>(PAIRED_SCRIPT)).map((text) => `has a second column: ${text}`)
}

const DOMAINS = Object.keys(texts).join('|')
const RAW_KEY = new RegExp(`(?:^|\\s)(?:${DOMAINS})(?:\\.[A-Za-z0-9_-]+)+(?:$|\\s)`)
const LEFT_OVER = /\{\{|\}\}|\bundefined\b|\bNaN\b|\[object |\bnull\b/
const HAN = /\p{Script=Han}/u
/** The name the site gave a person at the first sign-in, in the language of that day; it is theirs since. */
const GIVEN_NAME = new RegExp(identity.defaultNickName.zh.replace('{{suffix}}', '[A-Z0-9]+'), 'g')

/** Runs in the page, hence a text: programs of Node have no document. */
const WORDS_SCRIPT = `(() => {
  const words = new Set([document.title])
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!['SCRIPT', 'STYLE', 'NOSCRIPT', 'PRE'].includes(node.parentElement?.tagName)) words.add(node.textContent.trim())
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const element of document.body.querySelectorAll('[' + name + ']')) words.add(element.getAttribute(name).trim())
  words.delete('')
  return [...words]
})()`

/** All words of the page, seen and said to screen readers, each once; code that is shown to be copied is none. */
export function listWords(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(WORDS_SCRIPT)
}

/** Words that are no words: keys that have no text, parameters that were not filled in. */
export function findRawWords(words: string[]): string[] {
  return words.filter((word) => RAW_KEY.test(word) || LEFT_OVER.test(word))
}

/** Chinese on an English page, apart from what people wrote, the brand and the switch to the other language. */
export function findForeignWords(words: string[], written: string[]): string[] {
  const allowed = [...written, '众享', '中文'].toSorted((one, other) => other.length - one.length)
  // An avatar without a picture shows a part of the name.
  const isWritten = (word: string) => written.some((text) => text.includes(word))
  const rest = (word: string) => allowed.reduce((left, text) => left.replaceAll(text, ''), word.replace(GIVEN_NAME, ''))
  return words.filter((word) => HAN.test(rest(word)) && !isWritten(word))
}

/** What keeps people out of the page as it stands, words on it that are none, and whether it has to be moved sideways. */
export function barriersOf(window: Window): Promise<string[]> {
  return lookAt(window, async () => [
    ...(await findBarriers(window.page)),
    ...findRawWords(await listWords(window.page)),
    ...(await findSideways(window.page)),
  ])
}

/** What the finger needs; half a pixel less is the rest of a division. */
const TOUCH_PX = 43.5
/** What may be smaller, and why. */
const SMALL_BY_INTENT = [
  // Seven days stand beside each other: each hour is 44 px high, and as wide as there is room.
  'td > input[type=checkbox]',
  // The field that takes the keys of a terminal follows its cursor: a press anywhere on the screen leads to it.
  '.xterm-helper-textarea',
].join()

/**
 * Runs in the page, hence a text. From the middle of each control it feels its way in four directions, as far as a press would
 * still reach it: what is drawn counts as little as it does for a finger. A link within a sentence is as high as its line.
 */
const SMALL_TARGETS_SCRIPT = `(([min, intended]) => {
  const CONTROLS = 'a[href], button, input:not([type=hidden], [type=file]), select, textarea, summary, [role=button], [role=tab]'
  const small = []
  const dialog = [...document.querySelectorAll('[role=dialog]')].findLast((one) => one.checkVisibility())
  const isWithinWords = (control) => {
    let block = control
    while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
    if (!block || block === control) return false
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    let rest = ''
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement.closest(CONTROLS)) rest += node.textContent
    return /[\\p{L}\\p{N}]{4}/u.test(rest.replace(/[\\s\\p{P}]/gu, ''))
  }
  for (const control of (dialog ?? document).querySelectorAll(CONTROLS)) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.disabled || control.closest('[inert], [aria-hidden=true]')) continue
    if (control.matches(intended)) continue
    // A box that is not drawn is pressed by its label, and a field of several parts by any of them.
    const targets = [control, ...(control.labels ?? []), control.closest('.mantine-Input-input')].filter(Boolean)
    const drawn = [control, ...(control.labels ?? [])].find((one) => one.getClientRects()[0]?.width > 3)
    if (!drawn) continue
    drawn.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const [box] = drawn.getClientRects()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const isHit = (px, py) => targets.some((one) => one.contains(document.elementFromPoint(px, py)))
    if (!isHit(x, y)) continue
    const reach = (dx, dy) => {
      let far = 0
      while (far < min && isHit(x + dx * (far + 1), y + dy * (far + 1))) far++
      return far
    }
    const wide = Math.max(box.width, 1 + reach(1, 0) + reach(-1, 0))
    const high = 1 + reach(0, 1) + reach(0, -1)
    if ((wide < min || high < min) && !isWithinWords(control))
      small.push(Math.round(wide) + ' x ' + Math.round(high) + ' px: ' + (control.getAttribute('aria-label') || control.textContent || control.name).trim().slice(0, 40))
  }
  scrollTo(0, 0)
  return small
})(${JSON.stringify([TOUCH_PX, SMALL_BY_INTENT])})`

/** Controls a finger misses: on a phone each can be pressed over 44 px in both directions. */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return (await page.evaluate<string[]>(SMALL_TARGETS_SCRIPT)).map((text) => `is small for a finger: ${text}`)
}
