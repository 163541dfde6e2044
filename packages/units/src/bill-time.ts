/** Times as people filter bills by them; days are days of Asia/Shanghai. */

const DAY = /^\d{4}-\d{2}-\d{2}$/
const LOCAL = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/
const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/
const DAY_MS = 86_400_000

/**
 * A time of a bill filter: a day or a local time in Asia/Shanghai, or a moment with its zone. The end of a day is the
 * beginning of the next. Undefined when it is none of these.
 */
export function readBillTime(text: string, edge: 'start' | 'end'): Date | undefined {
  const iso = DAY.test(text)
    ? `${text}T00:00:00+08:00`
    : LOCAL.test(text)
      ? `${text.replace(' ', 'T')}${text.length === 16 ? ':00' : ''}+08:00`
      : ZONED.test(text)
        ? text
        : ''
  const ms = Date.parse(iso)
  if (Number.isNaN(ms) || !isRealDay(text.slice(0, 10))) return undefined
  return new Date(DAY.test(text) && edge === 'end' ? ms + DAY_MS : ms)
}

/** Whether the calendar has a day such as `2026-02-28`: `Date.parse` takes 30 February for 2 March. */
export function isRealDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}
