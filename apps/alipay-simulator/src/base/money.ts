const YUAN = /^\d{1,9}(\.\d{1,2})?$/

/** Reads a yuan amount such as "9.90" into fen; undefined when it is not one (sign, more than two places, not a number). */
export function findFen(yuan: string): bigint | undefined {
  if (!YUAN.test(yuan)) return undefined
  const [whole = '0', cents = ''] = yuan.split('.')
  return BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'))
}

/** Writes fen as yuan with two places, "-1.05" for debts. */
export function yuan(fen: bigint): string {
  const sign = fen < 0n ? '-' : ''
  const size = fen < 0n ? -fen : fen
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}
