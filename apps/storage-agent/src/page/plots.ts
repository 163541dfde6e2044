import { storageAgentTexts as texts } from '@trove/messages/storage/storage-agent'
import { formatTtc } from '@trove/units/token'
import type { ProofDay } from '../journal/proofs.ts'
import type { Word } from './frame.ts'

/** What is drawn on a node's page, without a script and without a style of its own. */

const [WIDTH, HEIGHT, GAP] = [40, 80, 8]
/** A bar's own words stand above it, on two lines at most. */
const ROOM = 28
const LINE = 12

/** A part of a day's bar, so many units of its height up from the line. */
type Part = { kind: 'taken' | 'late'; height: number }
/** The lines of `label` stand above the bar, `words` say the same to whoever does not see it. */
type Day = { parts: Part[]; label: string[]; words: string }

function bar({ parts, label }: Day, place: number, day: string): string {
  const x = place * (WIDTH + GAP)
  let y = HEIGHT + ROOM
  const rects = parts.map(({ kind, height }) => {
    y -= height
    return height > 0 ? `<rect class="${kind}" x="${x}" y="${y}" width="${WIDTH}" height="${height}"/>` : ''
  })
  const text = (at: number, words: string) => `<text x="${x + WIDTH / 2}" y="${at}">${words}</text>`
  const above = label.map((line, i) => text(y - 4 - LINE * (label.length - 1 - i), line))
  return rects.join('') + above.join('') + text(HEIGHT + ROOM + 16, day)
}

/** A bar for each day, the last of which is today. */
function plot(caption: string, days: Day[], word: Word): string {
  const nameOf = (ago: number) => (ago === 0 ? word(texts.today) : `−${ago}`)
  const bars = days.map((day, i) => bar(day, i, nameOf(days.length - 1 - i)))
  const width = days.length * (WIDTH + GAP) - GAP
  const words = days.map((day) => day.words).join('; ')
  return `<figure><figcaption>${caption}</figcaption>
<svg class="days" viewBox="0 0 ${width} ${HEIGHT + ROOM + 20}" role="img" aria-label="${words}"><path d="M0 ${HEIGHT + ROOM + 0.5}H${width}"/>${bars.join('')}</svg></figure>`
}

/** From this number on a count is wider than its bar. */
const LONG = 10_000

/** A count that is no wider than a bar: whole thousands where it would be. */
function short(count: number): string {
  return count < LONG ? String(count) : `${Math.floor(count / 1_000)}k`
}

/** Proofs that were taken, and those that came too late above them. */
export function plotProofs(days: readonly ProofDay[], word: Word): string {
  const most = Math.max(1, ...days.map(({ taken, late }) => taken + late))
  const heightOf = (count: number) => Math.round((count / most) * HEIGHT)
  const drawn = days.map(({ taken, late }) => ({
    parts: [
      { kind: 'taken' as const, height: heightOf(taken) },
      { kind: 'late' as const, height: heightOf(late) },
    ],
    label: taken + late === 0 ? [] : late > 0 ? [`+ ${short(late)}`, short(taken)] : [short(taken)],
    words: word(texts.dayOf, { taken, late }),
  }))
  return plot(word(texts.days, { count: days.length }), drawn, word)
}

/** So many decimals fit above a bar. */
const LABEL_DECIMALS = 4

/** What each day earned. A day of which a block was taken back may stand below zero; nothing is drawn for it. */
export function plotIncome(days: readonly bigint[], word: Word): string {
  let most = 1n
  for (const planck of days) if (planck > most) most = planck
  const drawn = days.map((planck) => ({
    parts: [{ kind: 'taken' as const, height: planck > 0n ? Number((planck * BigInt(HEIGHT)) / most) : 0 }],
    label: planck > 0n ? [amountOf(planck)] : [],
    words: `${formatTtc(planck)} TTC`,
  }))
  return plot(word(texts.incomeDays, { count: days.length }), drawn, word)
}

function amountOf(planck: bigint): string {
  const text = formatTtc(planck, { most: LABEL_DECIMALS })
  return text === '0' ? `&lt;${10 ** -LABEL_DECIMALS}` : text
}

/** How much of the space is in use, as a bar. */
export function plotSpace(usedBytes: bigint, totalBytes: bigint, word: Word): string {
  const permille = totalBytes === 0n ? 0n : (usedBytes * 1000n) / totalBytes
  return `<progress max="1000" value="${permille}" aria-label="${word(texts.capacity)}"></progress>`
}
