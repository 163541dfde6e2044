import { ContractError, requireThat } from '@trove/contract/errors'
import type { AlipayBillItem } from '@trove/contract/wallet'
import { readBillTime } from '@trove/units/bill-time'
import { formatYuan, parseYuan } from '@trove/units/money'
import type { z } from 'zod'
import type { Db } from '../../platform/db/handle.ts'
import type { BillFilter, BillType, Ledger } from '../ledger/module.ts'
import type { BindingService } from './binding.ts'
import { listStates, type PayoutState, sumPayouts } from './store-payouts.ts'

export type BillQuery = {
  page: number
  size: number
  startTime?: string
  endTime?: string
  type?: BillType
  minAmount?: string
  maxAmount?: string
}

const BILL_STATES: Record<PayoutState, z.input<typeof AlipayBillItem>['state']> = {
  'awaiting-approval': 'awaiting-approval',
  'in-flight': 'in-flight',
  paid: 'done',
  failed: 'failed',
  declined: 'declined',
}

type Deps = {
  db: Db
  ledger: Ledger
  binding: BindingService
  unclearedFen: (userId: string) => Promise<bigint>
}

/** What a person sees of their money: the purse and the bill. */
export function createPurse({ db, ledger, binding, unclearedFen }: Deps) {
  return {
    async getPurse(userId: string) {
      const [payableFen, sums, uncleared, bound] = await Promise.all([
        ledger.balance(db, `payable:${userId}`),
        sumPayouts(db, userId),
        unclearedFen(userId),
        binding.findBound(userId),
      ])
      return {
        payableAmount: formatYuan(-payableFen),
        awaitingApprovalAmount: formatYuan(sums.awaitingFen),
        inFlightAmount: formatYuan(sums.inFlightFen),
        paidOutAmount: formatYuan(sums.paidFen),
        unclearedAmount: formatYuan(uncleared),
        boundAccount: bound ?? null,
      }
    },
    /** @throws ContractError `wallet.amount-range`, `request.invalid` with the refused field */
    async listBill(userId: string, query: BillQuery) {
      const { lines, total } = await ledger.listBill(userId, readFilter(query))
      const numbers = lines.filter((line) => line.type === 'payout').map((line) => line.reference)
      const states = await listStates(db, numbers)
      const content = lines.map((line) => ({
        id: line.id,
        type: line.type,
        amount: formatYuan(line.amountFen),
        state: BILL_STATES[states.get(line.reference) ?? 'paid'],
        reference: line.reference,
        createdAt: line.createdAt.toISOString(),
      }))
      return { content, totalElements: total }
    },
  }
}

export type PurseService = ReturnType<typeof createPurse>

function readFilter({ page, size, type, ...texts }: BillQuery): BillFilter {
  const from = readTime(texts.startTime, 'startTime', 'start')
  const to = readTime(texts.endTime, 'endTime', 'end')
  const minFen = readAmount(texts.minAmount, 'minAmount')
  const maxFen = readAmount(texts.maxAmount, 'maxAmount')
  if (minFen !== undefined && maxFen !== undefined) requireThat(maxFen > minFen, 'wallet.amount-range')
  if (from && to && to <= from) throw refusedField('endTime')
  return { page, size, type, from, to, minFen, maxFen }
}

function readTime(text: string | undefined, path: string, edge: 'start' | 'end'): Date | undefined {
  if (text === undefined) return undefined
  const moment = readBillTime(text.trim(), edge)
  if (!moment) throw refusedField(path)
  return moment
}

function readAmount(text: string | undefined, path: string): bigint | undefined {
  if (text === undefined) return undefined
  const fen = parseYuan(text.trim())
  if (fen === undefined) throw refusedField(path, 'amount')
  return fen
}

function refusedField(path: string, error = 'invalid'): ContractError {
  return new ContractError('request.invalid', {}, [{ path, error, message: error }])
}
