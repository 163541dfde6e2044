import { z } from 'zod'
import { isSeen, NOT_BLANK } from '../kit/shapes.ts'

/** The agreement a person accepts by signing in; a new text gets a new version and is asked for again. */
export const AGREEMENT_VERSION = '2026-11-29'

/** Digits only after the usual writings (+86, spaces, full-width digits) are taken off by the server. */
export const Mobile = z.string().max(32).meta({ pattern: '^(\\+?86 ?)?1[3-9]\\d{9}$' })
/** Mainland pattern the forms check: 11 digits, starting with 1, second digit 3 to 9. */
export const MOBILE_PATTERN = /^1[3-9]\d{9}$/

/** A real name as people write it; an empty one is refused with the specification's text (part A, 80). */
export const RealName = z
  .string()
  .trim()
  .max(60)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/)
  .refine(isSeen, { params: { error: 'wallet.real-name-empty' } })
  .meta({ minLength: 1, pattern: NOT_BLANK })
