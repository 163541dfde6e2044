import { formatYuan, parseYuan } from '@trove/units/money'
import { z } from 'zod'

/** Shapes used by several domains. */

/** An unguessable identifier. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

/** An amount in yuan on the wire: a decimal string with two places. */
export const YuanText = z.string().regex(/^-?\d+\.\d{2}$/)

/** An amount in yuan as a caller types it (string or number of at most two places), read into fen as bigint. */
export const YuanInput = z.union([z.string(), z.number()]).transform((value, context) => {
  const fen = parseYuan(String(value).trim())
  if (fen === undefined) {
    context.addIssue({ code: 'custom', message: 'amount', params: { error: 'amount' } })
    return z.NEVER
  }
  return fen
})

/** fen to wire text. */
export const yuan = formatYuan

/** A moment as ISO 8601 text in UTC. */
export const Moment = z.iso.datetime()

/** A query value that may come as text: a whole number within limits; empty counts as absent. */
export function queryInt(min: number, max: number) {
  return z.preprocess(
    (v) => (v === '' || v === undefined ? undefined : typeof v === 'string' ? Number(v) : v),
    z.number().int().min(min).max(max).optional(),
  )
}

/** An optional query text; empty counts as absent. No control characters. */
export function queryText(max: number) {
  return z.preprocess(
    (v) => (v === '' ? undefined : v),
    z
      .string()
      .max(max)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
      .regex(/^[^\u0000-\u001f]*$/)
      .optional(),
  )
}

/** Free text of a person: trimmed, no NUL or other control characters except line breaks and tabs. */
export function personText(min: number, max: number) {
  return (
    z
      .string()
      .trim()
      .min(min)
      .max(max)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
      .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/)
  )
}

/** `page` from 0 and `size` (default as given, at most 100) of every list. */
export function paging(defaultSize = 10) {
  return {
    page: queryInt(0, 1_000_000).transform((v) => v ?? 0),
    size: queryInt(1, 100).transform((v) => v ?? defaultSize),
  }
}

/**
 * What every bill is filtered by: days, kind and amounts. Days and amounts are texts here: whoever answers reads them, and
 * names the field that is wrong.
 */
export function billFilter<const Types extends readonly [string, ...string[]]>(types: Types, amountChars: number) {
  return {
    startTime: queryText(40),
    endTime: queryText(40),
    type: z.preprocess((v) => (v === '' ? undefined : v), z.enum(types).optional()),
    minAmount: queryText(amountChars),
    maxAmount: queryText(amountChars),
  }
}

/** The answer of an order list: one page and how many there are in all. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ content: z.array(item), totalElements: z.number().int() })
}

/** Nothing to say. */
export const Nothing = z.null()

/** A person as others see them. */
export const PersonCard = z.object({
  id: Id,
  nickName: z.string(),
  headImgUrl: z.string().nullable(),
  isDemo: z.boolean(),
})
