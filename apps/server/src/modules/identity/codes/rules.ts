/** Limits on sign-in codes (money.md B). Pure: counts in, decision out. */

export const CODE_MINUTES = 5
/** Wrong tries that kill a code. */
export const CODE_TRIES = 5
export const SLIDER_SECONDS = 120
/** Scope of a code and of the sign-in that uses it; the specification's fixed value. */
export const SIGN_IN_SCOPE = 'server'
/** Scopes of codes that confirm a change of one's account; none of them signs in. */
export const ACCOUNT_SCOPES = {
  'delete-account': 'account:delete',
  'change-mobile': 'account:change-mobile',
  'new-mobile': 'account:new-mobile',
  'receiving-account': 'account:receiving-account',
  'second-factor': 'account:second-factor',
} as const
export type CodePurpose = 'sign-in' | keyof typeof ACCOUNT_SCOPES

/** The scope a code of a purpose is bound to. */
export function scopeOf(purpose: CodePurpose): string {
  return purpose === 'sign-in' ? SIGN_IN_SCOPE : ACCOUNT_SCOPES[purpose]
}

/**
 * Who asks for a code: anybody, a device that signed the number in before, or a session of the account whose number it is.
 * Each has a budget of its own, so that strangers who spend theirs keep no owner out.
 */
export type Asker = 'stranger' | 'device' | 'session'

const RESEND_SECONDS = 60
const PHONE_PER_HOUR = 5
/** Codes a day for one number, by who asks. Their sum bounds what one number costs. */
export const PHONE_PER_DAY: Readonly<Record<Asker, number>> = { stranger: 10, device: 5, session: 5 }
const NETWORK_PER_HOUR = 20
/** All codes together, whoever asks: it bounds the whole bill. */
export const SITE_PER_MINUTE = 200
const FREE_OF_SLIDER_PER_HOUR = 3
const FREE_OF_SLIDER_PER_DAY = 5

/** What was sent before: to this number for askers of the same kind, from this network, by the whole site. */
export type SendCounts = {
  /** Seconds since the last code, or null when there was none. */
  secondsSinceLast: number | null
  phoneHour: number
  phoneDay: number
  networkHour: number
  siteMinute: number
}

export type SendDecision =
  | { kind: 'send'; needsSlider: boolean }
  | { kind: 'too-soon'; seconds: number }
  | { kind: 'limit'; which: 'phone' | 'network' | 'site' }

/** Whether another code may go out to a number; the counts of the number are those of this kind of asker. */
export function decideSend(asker: Asker, counts: SendCounts): SendDecision {
  if (counts.siteMinute >= SITE_PER_MINUTE) return { kind: 'limit', which: 'site' }
  if (counts.secondsSinceLast !== null && counts.secondsSinceLast < RESEND_SECONDS)
    return { kind: 'too-soon', seconds: Math.ceil(RESEND_SECONDS - counts.secondsSinceLast) }
  if (counts.phoneHour >= PHONE_PER_HOUR || counts.phoneDay >= PHONE_PER_DAY[asker])
    return { kind: 'limit', which: 'phone' }
  if (counts.networkHour >= NETWORK_PER_HOUR) return { kind: 'limit', which: 'network' }
  const needsSlider = counts.phoneHour >= FREE_OF_SLIDER_PER_HOUR || counts.phoneDay >= FREE_OF_SLIDER_PER_DAY
  return { kind: 'send', needsSlider }
}

const WRONG_PER_DAY = 10
const WRONG_IN_A_ROW = 100
const GUESS_EVERY_SECONDS = 3600
/** From this age on a session is a known device where it confirms something with a code to its own number. */
export const KNOWN_SESSION_MINUTES = 60
/** After 100 wrong codes in a row unknown devices are shut out this long; a known device opens the number again. */
const STOP_SECONDS = 30 * 24 * 3600
const SITE_WRONG_SLIDER = 300
const SITE_WRONG_STOP = 1000
const SITE_STOP_MINUTES = 10

/** What was guessed before on a number; `siteWrong` is all wrong codes from unknown devices in the last ten minutes. */
export type GuessCounts = {
  isKnownDevice: boolean
  wrongDay: number
  wrongInARow: number
  /** Seconds since an unknown device guessed on this number, or null. */
  secondsSinceGuess: number | null
  siteWrong: number
}

export type GuessDecision = { kind: 'evaluate'; needsSlider: boolean } | { kind: 'wait'; minutes: number }

/** Whether a guess is evaluated at all. Known devices go on, so that an attacker cannot lock the owner out. */
export function decideGuess(counts: GuessCounts): GuessDecision {
  if (counts.isKnownDevice) return { kind: 'evaluate', needsSlider: false }
  const since = counts.secondsSinceGuess ?? Number.POSITIVE_INFINITY
  if (counts.wrongInARow >= WRONG_IN_A_ROW && since < STOP_SECONDS) return wait(STOP_SECONDS - since)
  if (counts.siteWrong >= SITE_WRONG_STOP) return { kind: 'wait', minutes: SITE_STOP_MINUTES }
  const isSlowed = counts.wrongDay >= WRONG_PER_DAY
  if (isSlowed && since < GUESS_EVERY_SECONDS) return wait(GUESS_EVERY_SECONDS - since)
  return { kind: 'evaluate', needsSlider: isSlowed || counts.siteWrong >= SITE_WRONG_SLIDER }
}

function wait(seconds: number): GuessDecision {
  return { kind: 'wait', minutes: Math.max(1, Math.ceil(seconds / 60)) }
}

/** A typed code as six plain digits, or undefined when it cannot be one. */
export function normaliseCode(text: string): string | undefined {
  const digits = text.normalize('NFKC').replace(/\s/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/** Which kind of device speaks, by its user agent: a code asked for on one kind is useless on the other. */
export function deviceClassOf(userAgent: string | undefined): 'pc' | 'mobile' {
  return /Mobi|Android|iPhone|iPad|HarmonyOS/i.test(userAgent ?? '') ? 'mobile' : 'pc'
}
