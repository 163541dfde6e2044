import type { TtcBillItem } from '@trove/contract/chain'
import { ContractError, requireThat } from '@trove/contract/errors'
import { readBillTime } from '@trove/units/bill-time'
import { parseTtc } from '@trove/units/token'
import type { z } from 'zod'
import type { Db } from '../../platform/db/handle.ts'
import { requireAddress } from './address.ts'
import { type BillFilter, type BillRow, listMovements } from './store-reads.ts'

export type BillQuery = {
  address: string
  page: number
  size: number
  startTime?: string
  endTime?: string
  type?: BillFilter['type']
  minAmount?: string
  maxAmount?: string
}

/**
 * A page of an account's TTC bill.
 * @throws ContractError `chain.address-invalid`, `wallet.amount-range`, `request.invalid` with the refused field
 */
export async function listBill(db: Db, query: BillQuery) {
  const { rows, total } = await listMovements(db, readFilter(query))
  return { content: rows.map(toItem), totalElements: total }
}

function readFilter({ address, page, size, type, ...texts }: BillQuery): BillFilter {
  const account = requireAddress(address)
  const from = readTime(texts.startTime, 'startTime', 'start')
  const to = readTime(texts.endTime, 'endTime', 'end')
  const minPlanck = readAmount(texts.minAmount, 'minAmount')
  const maxPlanck = readAmount(texts.maxAmount, 'maxAmount')
  if (minPlanck !== undefined && maxPlanck !== undefined) requireThat(maxPlanck > minPlanck, 'wallet.amount-range')
  if (from && to && to <= from) throw refusedField('endTime')
  return { account, page, size, type, from, to, minPlanck, maxPlanck }
}

function readTime(text: string | undefined, path: string, edge: 'start' | 'end'): Date | undefined {
  if (text === undefined) return undefined
  const moment = readBillTime(text.trim(), edge)
  if (!moment) throw refusedField(path)
  return moment
}

function readAmount(text: string | undefined, path: string): bigint | undefined {
  if (text === undefined) return undefined
  const planck = parseTtc(text.trim())
  if (planck === undefined) throw refusedField(path, 'amount')
  return planck
}

function refusedField(path: string, error = 'invalid'): ContractError {
  return new ContractError('request.invalid', {}, [{ path, error, message: error }])
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
