/** Amounts of TTC, the token of the chain: whole units of 10^-12 TTC as bigint, decimal text for people. */

/** Decimals of the token, as the chain's metadata says (specification: token price unit 10^12). */
export const TTC_DECIMALS = 12
/** 1 TTC in its smallest unit. */
export const TTC = 10n ** BigInt(TTC_DECIMALS)

const AMOUNT = /^(\d{1,26})(?:\.(\d{1,12}))?$/

/**
 * Reads an amount as a person types it ("1", "0.5", "0.032720") into units of 10^-12 TTC.
 * @returns undefined when it is no such amount, is negative or has more than 12 decimals
 */
export function parseTtc(text: string): bigint | undefined {
  const [, whole, part = ''] = AMOUNT.exec(text) ?? []
  return whole === undefined ? undefined : BigInt(whole) * TTC + BigInt(part.padEnd(TTC_DECIMALS, '0'))
}

/**
 * An amount as TTC with at least `least` and at most `most` decimals (6 for prices: specification), cut and never rounded
 * up: nobody is shown more than there is.
 */
export function formatTtc(
  units: bigint,
  { least = 0, most = TTC_DECIMALS }: { least?: number; most?: number } = {},
): string {
  const isNegative = units < 0n
  const size = isNegative ? -units : units
  const all = (size % TTC).toString().padStart(TTC_DECIMALS, '0').slice(0, most)
  const decimals = all.replace(/0+$/, '').padEnd(least, '0')
  const whole = (size / TTC).toString()
  const isZero = /^0*$/.test(whole + decimals)
  return `${isNegative && !isZero ? '-' : ''}${whole}${decimals && `.${decimals}`}`
}
