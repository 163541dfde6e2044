import type { ProductType } from '@trove/contract/order-lists/kinds'
import type { AlipayBillItem } from '@trove/contract/wallet/routes'
import { formatYuan, parseYuan } from '@trove/units/money'
import type { z } from 'zod'
import type { Db } from '../../platform/db/handle.ts'
import { type BillTexts, readBillRange } from '../../platform/http/call/values/bill-range.ts'
import type { BillType, Ledger } from '../ledger/module.ts'
import type { BindingService } from './binding.ts'
import { findHalt, listStates, listUndone, type ShownState, sumPayouts } from './stores/store-payouts.ts'

export type BillQuery = BillTexts & { page: number; size: number; type?: BillType }

const BILL_STATES: Record<ShownState, z.input<typeof AlipayBillItem>['state']> = {
  'awaiting-approval': 'awaiting-approval',
  'in-flight': 'in-flight',
  paid: 'done',
  returned: 'returned',
  failed: 'failed',
  declined: 'declined',
}

/** The orders with these numbers, by number: what a line of the bill is about. */
export type FindOrders = (
  numbers: readonly string[],
) => Promise<Map<string, { id: string; kind: ProductType; name: string | null }>>

type Deps = {
  db: Db
  ledger: Ledger
  binding: BindingService
  unclearedFen: (userId: string) => Promise<bigint>
  findOrders: FindOrders
}

/** What a person sees of their money: the purse and the bill. */
export function createPurse({ db, ledger, binding, unclearedFen, findOrders }: Deps) {
  return {
    async getPurse(userId: string) {
      const [payableFen, sums, uncleared, bound, halt] = await Promise.all([
        ledger.balance(db, `payable:${userId}`),
        sumPayouts(db, userId),
        unclearedFen(userId),
        binding.findBound(userId),
        findHalt(db, userId),
      ])
      return {
        payableAmount: formatYuan(-payableFen),
        awaitingApprovalAmount: formatYuan(sums.awaitingFen),
        inFlightAmount: formatYuan(sums.inFlightFen),
        paidOutAmount: formatYuan(sums.paidFen),
        unclearedAmount: formatYuan(uncleared),
        haltedBy: halt ?? null,
        boundAccount: bound ?? null,
      }
    },
    /** @throws ContractError `wallet.amount-range`, `request.invalid` with the refused field */
    async listBill(userId: string, query: BillQuery) {
      const { page, size, type, ...texts } = query
      const { least: minFen, most: maxFen, ...days } = readBillRange(texts, parseYuan)
      const undone = await listUndone(db, userId)
      const found = await ledger.listBill(userId, { page, size, type, minFen, maxFen, undone, ...days })
      const { lines, total: totalElements, inFen, outFen } = found
      const numbersOf = (isPayout: boolean) =>
        lines.filter((line) => (line.type === 'payout') === isPayout).map((line) => line.reference)
      const [states, orders] = await Promise.all([listStates(db, numbersOf(true)), findOrders(numbersOf(false))])
      const content = lines.map((line) => ({
        id: line.id,
        type: line.type,
        amount: formatYuan(line.amountFen),
        feeAmount: formatYuan(line.feeFen),
        state: BILL_STATES[states.get(line.reference) ?? 'paid'],
        reference: line.reference,
        orderId: orders.get(line.reference)?.id ?? null,
        orderKind: orders.get(line.reference)?.kind ?? null,
        orderName: orders.get(line.reference)?.name ?? null,
        createdAt: line.createdAt.toISOString(),
      }))
      return { content, totalElements, inAmount: formatYuan(inFen), outAmount: formatYuan(outFen) }
    },
  }
}

export type PurseService = ReturnType<typeof createPurse>
