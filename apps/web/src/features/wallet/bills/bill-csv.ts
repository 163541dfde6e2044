import { alipayBill, type BILL_TYPES } from '@trove/contract/wallet/routes'
import { formatYuan } from '@trove/units/money'
import { stringify } from 'csv-stringify/browser/esm/sync'
import { api } from '../../../lib/calls/api.ts'
import { fenOf } from '../../../lib/shown/money.ts'
import type { BillFilter } from './bill-filter.ts'
import type { BillItem } from './queries.ts'

/** The bill of yuan as a file for one's own books. */

const PAGE_SIZE = 100
/** Pages of one file: ten thousand rows, which a filter by days divides. */
const PAGES_MAX = 100

/** All rows of a filtered bill, newest first. `isWhole` is false where there are more than one file takes. */
export async function readBill(
  filter: BillFilter<(typeof BILL_TYPES)[number]>,
): Promise<{ items: BillItem[]; isWhole: boolean }> {
  // Rows added meanwhile move the others on to the next page: each counts once.
  const items = new Map<string, BillItem>()
  for (let page = 0; page < PAGES_MAX; page++) {
    const { content } = await api(alipayBill, { query: { ...filter, page, size: PAGE_SIZE } })
    for (const item of content) items.set(item.id, item)
    if (content.length < PAGE_SIZE) return { items: [...items.values()], isWhole: true }
  }
  return { items: [...items.values()], isWhole: false }
}

export type BillWords = {
  heads: { time: string; type: string; amount: string; fee: string; state: string; reference: string; goods: string }
  typeOf: (type: BillItem['type']) => string
  stateOf: (state: BillItem['state']) => string
  timeOf: (moment: string) => string
}

/** Rows of a bill as CSV: texts quoted and no formula to the program that opens it, amounts as plain numbers with their sign. */
export function billCsv(items: readonly BillItem[], { heads, typeOf, stateOf, timeOf }: BillWords): string {
  const head = [heads.time, heads.type, heads.amount, heads.fee, heads.state, heads.reference, heads.goods]
  const rows = items.map(({ createdAt, type, amount, feeAmount, state, reference, orderName }) => [
    timeOf(createdAt),
    typeOf(type),
    fenOf(amount),
    fenOf(feeAmount),
    stateOf(state),
    reference,
    orderName ?? '',
  ])
  return stringify([head, ...rows], {
    // Programs that open tables take a file without the mark at its start for another encoding, and show Chinese as signs.
    bom: true,
    record_delimiter: 'windows',
    quoted_string: true,
    escape_formulas: true,
    cast: { bigint: (fen) => formatYuan(fen) },
  })
}
