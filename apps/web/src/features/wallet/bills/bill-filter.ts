import { isRealDay } from '@trove/units/bill-time'
import { parseYuan } from '@trove/units/money'
import { useCallback, useMemo } from 'react'
import { useSearch } from '../../../lib/addresses/use-search.ts'

/** A bill's filter: days, kind, amounts; it lives in the address. Bills differ in their kinds. */

/** Values as typed and as sent; absent when not chosen. Days are `YYYY-MM-DD` in Asia/Shanghai. */
export type BillFilter<Type extends string = string> = {
  startTime?: string
  endTime?: string
  type?: Type
  minAmount?: string
  maxAmount?: string
}
export type BillField = keyof BillFilter

const DAY = /^\d{4}-\d{2}-\d{2}$/
const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/

/** Reads a filter out of an address; what makes no sense is left out. */
export function readBillFilter<Type extends string>(search: URLSearchParams, types: readonly Type[]): BillFilter<Type> {
  const text = (name: BillField, pattern: RegExp) => {
    const value = search.get(name)
    return value && pattern.test(value) ? value : undefined
  }
  const day = (name: BillField) => {
    const value = text(name, DAY)
    // Of the right form and yet none, such as a thirteenth month or 31 February: it could not be shown.
    return value && isRealDay(value) ? value : undefined
  }
  const filter: BillFilter<Type> = {
    startTime: day('startTime'),
    endTime: day('endTime'),
    type: types.find((type) => type === search.get('type')),
    minAmount: text('minAmount', AMOUNT),
    maxAmount: text('maxAmount', AMOUNT),
  }
  return billFilterError(filter) ? {} : filter
}

/** What is wrong with a filter: the greatest amount must be greater than the least, the end not before the start. */
export function billFilterError({
  startTime,
  endTime,
  minAmount,
  maxAmount,
}: BillFilter): 'range' | 'dates' | undefined {
  if (startTime && endTime && endTime < startTime) return 'dates'
  const [min, max] = [minAmount, maxAmount].map((amount) => (amount ? parseYuan(amount) : undefined))
  return min !== undefined && max !== undefined && max <= min ? 'range' : undefined
}

const writeBillFilter = (filter: BillFilter) =>
  new URLSearchParams(Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** The filter of the page in view and how to change it: the whole of it, or by leaving one field out. */
export function useBillFilter<Type extends string>(types: readonly Type[]) {
  const [search, edit] = useSearch()
  const text = search.toString()
  const filter = useMemo(() => readBillFilter(new URLSearchParams(text), types), [text, types])
  const setFilter = useCallback((next: BillFilter<Type>) => edit(() => writeBillFilter(next)), [edit])
  const leaveOut = useCallback(
    (field: BillField) => edit((now) => writeBillFilter({ ...readBillFilter(now, types), [field]: undefined })),
    [edit, types],
  )
  return { filter, setFilter, leaveOut }
}
