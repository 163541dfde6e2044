/** Days and hours of a clock: the reader's for what is read and searched, the expert's for what is marked. */

const QUARTER_MS = 15 * 60_000
const DAY_OF_A_MOMENT = /^\d{4}-\d{2}-\d{2}$/

/** The time zone this browser is in. */
export const readerZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** All zones to choose from, and the one that is chosen, which may have an older name. */
export function zonesWith(zone: string): string[] {
  return [
    ...new Set([...Intl.supportedValuesOf('timeZone').filter((one) => one.includes('/')), 'UTC', zone]),
  ].toSorted()
}

/** An hour as a clock shows it; 24 is the end of a day. */
export const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** The moment at which an hour of a day begins in the reader's zone; undefined for no day. */
export function momentOf(day: string, hour: number): string | undefined {
  const moment = new Date(`${day}T${hourText(hour)}:00`)
  return DAY_OF_A_MOMENT.test(day) && !Number.isNaN(moment.getTime()) ? moment.toISOString() : undefined
}

/** Day and hour of a moment in the reader's zone; undefined for what is none. */
export function hourOf(moment: string): { day: string; hour: number } | undefined {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return undefined
  return { day: new Intl.DateTimeFormat('sv-SE').format(date), hour: date.getHours() }
}

export type Time = { from: string; until: string }
export type DayOfTimes = { day: string; times: { key: string; words: string }[] }

/** Times as the clock of a zone shows them, day by day; one that goes over midnight is in both days. */
export function daysOf(times: readonly Time[], zone: string): DayOfTimes[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  const read = (moment: number) => {
    const [day = '', clock = ''] = format.format(moment).split(' ')
    return { day, clock }
  }
  const days: DayOfTimes[] = []
  const add = (start: number, end: number) => {
    const [{ day, clock }, last] = [read(start), read(end)]
    if (days.at(-1)?.day !== day) days.push({ day, times: [] })
    const words = `${clock}–${last.day === day ? last.clock : hourText(24)}`
    days.at(-1)!.times.push({ key: String(start), words })
  }
  for (const time of times) {
    const until = Date.parse(time.until)
    let start = Date.parse(time.from)
    for (let now = start + QUARTER_MS; now < until; now += QUARTER_MS) {
      if (read(now).day === read(start).day) continue
      add(start, now)
      start = now
    }
    add(start, until)
  }
  return days
}

const nameOf = (zone: string, language: string, timeZoneName: 'long' | 'shortOffset' | 'shortGeneric') =>
  new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'

/** A zone as people call it, with its distance from UTC now, such as `China Standard Time (GMT+8)`. */
export const zoneText = (zone: string, language: string) =>
  `${nameOf(zone, language, 'long')} (${nameOf(zone, language, 'shortOffset')})`

/** Minutes that a zone is ahead of UTC, out of the text that says so. */
function minutesAhead(text: string): number {
  const [, sign, hours, minutes = '0'] = /\(GMT([+−-])(\d+)(?::(\d+))?\)/.exec(text) ?? []
  return (sign === '+' ? 1 : -1) * (Number(hours ?? 0) * 60 + Number(minutes))
}

/** A zone to choose: what people call it, how far it is from UTC, and its city, by which it can be searched for. */
function zoneLabel(zone: string, language: string): string {
  const city = zone.split('/').slice(1).reverse().join(', ').replaceAll('_', ' ')
  return city ? `${zoneText(zone, language)} · ${city}` : zoneText(zone, language)
}

/** Zones as choices in the order of their clocks, from the date line eastwards. */
export function zoneChoices(zones: readonly string[], language: string): { value: string; label: string }[] {
  return zones
    .map((value) => ({ value, label: zoneLabel(value, language) }))
    .toSorted((a, b) => minutesAhead(a.label) - minutesAhead(b.label) || a.label.localeCompare(b.label, language))
}

/** Of every zone and language that was looked through once: to name four hundred takes longer than a key may. */
const places = new Map<string, string>()

/**
 * The place that a zone's clock is named after: a country of one zone in the reader's language, such as `法国时间`, else a city.
 * Chromium knows cities by their English names alone.
 */
function placeOf(zone: string, language: string): string {
  const key = `${language} ${zone}`
  const known = places.get(key) ?? nameOf(zone, language, 'shortGeneric')
  places.set(key, known)
  return known
}

/** Of these choices, those whose label has what is typed in it, or whose place has. */
export function findZones<Choice extends { value: string; label: string }>(
  choices: readonly Choice[],
  typed: string,
  language: string,
): Choice[] {
  const wanted = typed.trim().toLowerCase()
  const has = (text: string) => text.toLowerCase().includes(wanted)
  return choices.filter(({ value, label }) => has(label) || has(placeOf(value, language)))
}

/** Hours that follow each other, from their first to the end of their last. */
export function spansOf(hours: readonly number[]): string[] {
  const spans: { from: number; until: number }[] = []
  for (const hour of hours.toSorted((a, b) => a - b)) {
    const last = spans.at(-1)
    if (last?.until === hour) last.until = hour + 1
    else spans.push({ from: hour, until: hour + 1 })
  }
  return spans.map(({ from, until }) => `${hourText(from)}–${hourText(until)}`)
}
