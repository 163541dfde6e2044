import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { readBillTime } from '@trove/units/bill-time'

/** Days and amounts a bill is filtered by, as texts of the query (contract: `billFilter`). */
export type BillTexts = { startTime?: string; endTime?: string; minAmount?: string; maxAmount?: string }

/** The moments from and before which, and the least and greatest amount in smallest units. */
export type BillRange = { from?: Date; to?: Date; least?: bigint; most?: bigint }

/**
 * Reads the filter of a bill.
 * @param parse reads an amount into smallest units; undefined when it is none
 * @throws ContractError `wallet.amount-range`, `request.invalid` with the refused field
 */
export function readBillRange(texts: BillTexts, parse: (text: string) => bigint | undefined): BillRange {
  const from = readTime(texts.startTime, 'startTime', 'start')
  const to = readTime(texts.endTime, 'endTime', 'end')
  const least = readAmount(texts.minAmount, 'minAmount', parse)
  const most = readAmount(texts.maxAmount, 'maxAmount', parse)
  if (least !== undefined && most !== undefined) requireThat(most > least, 'wallet.amount-range')
  return { from, to, least, most }
}

function readTime(text: string | undefined, path: string, edge: 'start' | 'end'): Date | undefined {
  if (text === undefined) return undefined
  const moment = readBillTime(text.trim(), edge)
  if (!moment) throw refusedField(path)
  return moment
}

function readAmount(
  text: string | undefined,
  path: string,
  parse: (text: string) => bigint | undefined,
): bigint | undefined {
  if (text === undefined) return undefined
  const units = parse(text.trim())
  if (units === undefined) throw refusedField(path, 'amount')
  return units
}

function refusedField(path: string, error = 'invalid'): ContractError {
  return new ContractError('request.invalid', {}, [{ path, error, message: error }])
}
