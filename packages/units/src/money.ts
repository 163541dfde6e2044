/** Chinese yuan as integer fen (1 yuan = 100 fen). The only place where the two meet; no floating point anywhere. */

const YUAN = /^(\d{1,11})(?:\.(\d{1,2}))?$/

/**
 * Reads a decimal amount in yuan, such as `9.9` or `239.90`, into fen.
 * @returns the amount in fen, or undefined when the text is not a plain non-negative decimal with at most two places.
 */
export function parseYuan(text: string): bigint | undefined {
  const found = YUAN.exec(text)
  if (!found) return undefined
  return BigInt(found[1]!) * 100n + BigInt((found[2] ?? '').padEnd(2, '0'))
}

/** Writes fen as a decimal string in yuan with exactly two places: `990n` becomes `9.90`. Negative amounts keep their sign. */
export function formatYuan(fen: bigint): string {
  const sign = fen < 0n ? '-' : ''
  const size = fen < 0n ? -fen : fen
  return `${sign}${size / 100n}.${(size % 100n).toString().padStart(2, '0')}`
}
