import { splitAmount } from '@trove/ui/lists/price'
import { formatYuan, parseYuan } from '@trove/units/money'
import i18next from 'i18next'

/** Sums over wire amounts, exactly: bigint fen inside, decimal text outside. */

const MS_PER_DAY = 86_400_000n
/** Parts of a fen that a live figure shows: four places of a yuan. */
const PARTS = 100n

/** A wire amount in fen; negative ones keep their sign. @throws Error when it is not an amount */
export function fenOf(amount: string): bigint {
  const fen = parseYuan(amount.replace(/^-/, ''))
  if (fen === undefined) throw new Error('not an amount')
  return amount.startsWith('-') ? -fen : fen
}

/**
 * What has accrued `elapsedMs` after an answer, as text with four places: the answer's amount plus the share of a day's
 * income, never above `limit` (yuan).
 */
export function accruedText(amount: string, perDay: string, elapsedMs: number, limit: string): string {
  const grown = (fenOf(perDay) * PARTS * BigInt(Math.max(0, Math.floor(elapsedMs)))) / MS_PER_DAY
  const most = fenOf(limit) * PARTS
  const sum = fenOf(amount) * PARTS + grown
  return partsText(sum > most ? most : sum)
}

/** Parts of a fen as yuan with four places. */
export function partsText(amount: bigint): string {
  const parts = String(amount).padStart(5, '0')
  return `${parts.slice(0, -4)}.${parts.slice(-4)}`
}

/** Price of a lease per day in yuan with two places, rounded down; undefined while it cannot be told. */
export function perDayText(price: string, days: number): string | undefined {
  const fen = parseYuan(price)
  if (fen === undefined || !Number.isInteger(days) || days < 1) return undefined
  return formatYuan(fen / BigInt(days))
}

/** The one way money is written in words: sign, ¥, thousands grouped, two decimals (`12888` is `¥12,888.00`). */
export function moneyText(amount: string): string {
  const { sign, integer, cents } = splitAmount(amount)
  return `${sign}${i18next.t('units.yuanSign')}${integer}${cents}`
}
