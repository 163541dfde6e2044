/** Life of sessions and their tokens (money.md B; ideas of RFC 9700). Pure. */

export const ACCESS_SECONDS = 30 * 60
export const REFRESH_DAYS = 7
/** However often it is refreshed, a sign-in ends after this many days. */
export const SESSION_DAYS = 90
/** Within this time a refresh token just replaced answers with the pair that replaced it: parallel tabs, lost answers. */
export const GRACE_SECONDS = 2

export type RefreshState = {
  /** Generation of the presented token; it is known to be genuine. */
  presented: number
  current: number
  secondsSinceRotation: number
  isRevoked: boolean
  isExpired: boolean
}

/** `rotate`: next pair; `repeat`: the current pair again; `reuse`: an old token came back, the family dies. */
export type RefreshDecision = 'rotate' | 'repeat' | 'reuse' | 'invalid'

export function decideRefresh(state: RefreshState): RefreshDecision {
  if (state.isRevoked || state.isExpired || state.presented > state.current) return 'invalid'
  if (state.presented === state.current) return 'rotate'
  const isJustReplaced = state.presented === state.current - 1 && state.secondsSinceRotation <= GRACE_SECONDS
  return isJustReplaced ? 'repeat' : 'reuse'
}

const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger/, 'WeChat'],
  [/AlipayClient/, 'Alipay'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/HeadlessChrome\/|Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** A user agent shortened to what a person recognises: `Chrome, Windows`; other clients by their own name. */
export function agentName(userAgent: string | undefined): string {
  const text = userAgent ?? ''
  const names = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([pattern]) => pattern.test(text))?.[1] ?? [])
  if (names.length > 0) return names.join(', ')
  return /^[\w.+-]{1,40}/.exec(text)?.[0] ?? '-'
}
