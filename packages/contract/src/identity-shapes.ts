import { z } from 'zod'

/** The agreement a person accepts by signing in; a new text gets a new version and is asked for again. */
export const AGREEMENT_VERSION = '2026-11'

/** Digits only after the usual writings (+86, spaces, full-width digits) are taken off by the server. */
export const Mobile = z.string().max(32)
/** Mainland pattern the forms check: 11 digits, starting with 1, second digit 3 to 9. */
export const MOBILE_PATTERN = /^1[3-9]\d{9}$/
