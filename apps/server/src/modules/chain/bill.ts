import type { TtcBillItem } from '@trove/contract/chain/routes'
import { parseTtc } from '@trove/units/token'
import type { z } from 'zod'
import type { Db } from '../../platform/db/handle.ts'
import { type BillTexts, readBillRange } from '../../platform/http/call/values/bill-range.ts'
import { requireAddress } from './address.ts'
import { type BillFilter, type BillRow, listMovements } from './store-reads.ts'

export type BillQuery = BillTexts & { address: string; page: number; size: number; type?: BillFilter['type'] }

/**
 * A page of an account's TTC bill.
 * @throws ContractError `chain.address-invalid`, `wallet.amount-range`, `request.invalid` with the refused field
 */
export async function listBill(db: Db, query: BillQuery) {
  const { address, page, size, type, ...texts } = query
  const account = requireAddress(address)
  const { least: minPlanck, most: maxPlanck, ...days } = readBillRange(texts, parseTtc)
  const found = await listMovements(db, { account, page, size, type, minPlanck, maxPlanck, ...days })
  const { rows, total, inPlanck, outPlanck } = found
  return { content: rows.map(toItem), totalElements: total, inAmount: inPlanck, outAmount: outPlanck }
}

function toItem(row: BillRow): z.input<typeof TtcBillItem> {
  return {
    id: `${row.height}-${row.idx}`,
    type: row.type,
    amount: row.planck,
    fee: row.feePlanck,
    counterparty: row.counterparty,
    orderIndex: row.orderId === null ? null : Number(row.orderId),
    block: row.height,
    createdAt: row.at.toISOString(),
  }
}
