import { formatYuan, parseYuan } from '@trove/units/money'
import { z } from 'zod'

/** Shapes used by several domains. */

/** An unguessable identifier. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

/** An amount in yuan on the wire: a decimal string with two places. */
export const YuanText = z.string().regex(/^-?\d+\.\d{2}$/)

/** For the document; what is none of these is refused in words of its own. Every amount a person types is at least a fen. */
const AmountText = z.string().meta({ pattern: '^(?!0+(\\.0{1,2})?$)\\d{1,8}(\\.\\d{1,2})?$' })
const AmountNumber = z.number().meta({ minimum: 0.01, maximum: 99_999_999, multipleOf: 0.01 })

/** A JSON number as text: of two places where it is one, as `0.57` also when it was reckoned as 0.5700000000000001. */
function hundredths(value: number): string {
  const text = value.toFixed(2)
  return Math.abs(Number(text) - value) < 1e-9 ? text : String(value)
}

/** An amount in yuan as a caller types it (string or number of at most two places), read into fen as bigint. */
export const YuanInput = z.union([AmountText, AmountNumber]).transform((value, context) => {
  const fen = parseYuan(typeof value === 'number' ? hundredths(value) : value.trim())
  if (fen === undefined) {
    context.addIssue({ code: 'custom', message: 'amount', params: { error: 'amount' } })
    return z.NEVER
  }
  return fen
})

/** fen to wire text. */
export const yuan = formatYuan

/** A price too small for fen, as of a core's hour: yuan with four places. */
export const FineYuanText = z.string().regex(/^\d+\.\d{4}$/)

const PARTS_PER_YUAN = 10_000n

/** Hundredths of a fen, none below nought, to wire text. */
export function fineYuan(parts: bigint): string {
  return `${parts / PARTS_PER_YUAN}.${String(parts % PARTS_PER_YUAN).padStart(4, '0')}`
}

/** A day such as 2026-11-23. There was no year nought, and the database knows none; ISO 8601 writes one. */
export const Day = z.iso.date().refine((day) => day >= '0001')

/** A moment as ISO 8601 text in UTC. */
export const Moment = z.iso.datetime()

/** What may stand for a whole number in a query: JavaScript would also take `1e3`, `0x10` and spaces. */
const DECIMAL = /^-?\d+(\.\d+)?$/

const readInt = (v: unknown) =>
  v === '' || v === undefined ? undefined : typeof v === 'string' && DECIMAL.test(v) ? Number(v) : v

/** A query value that may come as text: a whole number within limits; empty counts as absent. */
export function queryInt(min: number, max: number) {
  return z.preprocess(readInt, z.number().int().min(min).max(max).optional())
}

/** The same, which has to be there. */
export function neededQueryInt(min: number, max: number) {
  return z.preprocess(readInt, z.number().int().min(min).max(max))
}

/**
 * An optional query text; empty counts as absent. No control characters.
 * @param documented what the text looks like where an inner layer parses it and refuses it with a text of its own
 */
export function queryText(max: number, documented?: string) {
  const text = z
    .string()
    .max(max)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
    .regex(/^[^\u0000-\u001f]*$/)
  const shown = documented === undefined ? text : text.meta({ pattern: documented })
  return z.preprocess((v) => (v === '' ? undefined : v), shown.optional())
}

/** An optional moment in a query, ISO 8601 in UTC; empty counts as absent. */
export function queryMoment() {
  return z.preprocess((v) => (v === '' ? undefined : v), Moment.transform((text) => new Date(text)).optional())
}

/** The highest amount of yuan in a query, of eight digits and two places. */
const FEN_MAX = 9_999_999_999n

/** An optional amount of yuan in a query, of at most two places, read into fen; empty counts as absent. */
export function queryYuan() {
  return z.preprocess(
    (v) => (v === '' ? undefined : v),
    z
      .string()
      .regex(/^\d+(\.\d{1,2})?$/)
      .meta({ pattern: '^(\\d{1,8}(\\.\\d{1,2})?)?$' })
      .transform((text, context) => {
        const fen = parseYuan(text)
        if (fen !== undefined && fen <= FEN_MAX) return fen
        // Of nine digits and more it is an amount still: too high a one, as a number would be.
        const maximum = formatYuan(FEN_MAX)
        context.addIssue({ code: 'too_big', origin: 'number', maximum: Number(maximum), inclusive: true, input: text })
        return z.NEVER
      })
      .optional(),
  )
}

/** Free text of a person: trimmed, no NUL or other control characters except line breaks and tabs. */
export function personText(min: number, max: number) {
  const text = z
    .string()
    .trim()
    .min(min)
    .max(max)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/)
  if (min === 0) return text
  return text
    .refine((words) => words === '' || isSeen(words), { params: { error: 'required' } })
    .meta({ pattern: NOT_BLANK })
}

/** What takes no room on a page, or an empty one: joiners, marks of direction, fillers, an empty braille cell. */
const INVISIBLE =
  '\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\uffff'
const SEEN = new RegExp(`[^\\s\\u0000-\\u001f${INVISIBLE}]`)

/** Whether a text shows anything at all. */
export function isSeen(text: string): boolean {
  return SEEN.test(text)
}

/** For the document, which cannot say that spaces around a text do not count. */
const SIGNS = '[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f]*'
export const NOT_BLANK = `^${SIGNS}[^\\s\\u0000-\\u001f${INVISIBLE}]${SIGNS}$`

/** `page` from 0 and `size` (default as given, at most 100) of every list. */
export function paging(defaultSize = 10) {
  return {
    page: queryInt(0, 1_000_000).transform((v) => v ?? 0),
    size: queryInt(1, 100).transform((v) => v ?? defaultSize),
  }
}

/**
 * What every bill is filtered by: days, kind and amounts. Days and amounts are texts here: the handler parses them, and
 * names the field that is wrong.
 */
export function billFilter<const Types extends readonly [string, ...string[]]>(
  types: Types,
  { wholeDigits, decimals }: { wholeDigits: number; decimals: number },
) {
  const time = () => queryText(40, BILL_TIME)
  const amount = () => queryText(wholeDigits + 1 + decimals, `^(\\d{1,${wholeDigits}}(\\.\\d{1,${decimals}})?)?$`)
  return {
    startTime: time(),
    endTime: time(),
    type: z.preprocess((v) => (v === '' ? undefined : v), z.enum(types).optional()),
    minAmount: amount(),
    maxAmount: amount(),
  }
}

/** A day, a local time of Asia/Shanghai, or a moment with its zone; for the document, the reader refuses in its own words. */
const CLOCK = '([01]\\d|2[0-3]):[0-5]\\d'
const BILL_TIME = `^(${dayPattern()}([ T]${CLOCK}(:[0-5]\\d)?|T${CLOCK}:[0-5]\\d(\\.\\d{1,3})?(Z|[+-]${CLOCK}))?)?$`

function dayPattern(): string {
  return z.regexes.date.source.replace(/^\^|\$$/g, '')
}

/** The answer of an order list: one page and how many there are in all. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ content: z.array(item), totalElements: z.number().int() })
}

/** Nothing to say. */
/** How things are spread over a figure: so many from here up to the next; the last has no end. */
export const barsFrom = <From extends z.ZodType>(from: From) => z.array(z.object({ from, count: z.number().int() }))

export const Nothing = z.null()

/** A person as others see them. */
export const PersonCard = z.object({
  id: Id,
  nickName: z.string(),
  headImgUrl: z.string().nullable(),
  isDemo: z.boolean(),
})
