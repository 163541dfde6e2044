import { SELLER_ID } from '../accounts/accounts.ts'
import type { Trade } from '../base/trade-types.ts'
import type { World } from '../world/world.ts'
import { billTimes, type Discrepancy, type DiscrepancyKind, listDiscrepancies } from './bills.ts'

/** What a day's two bills list, with the differences planted for it. */

export interface TradeLine {
  tradeNo: string
  outTradeNo: string
  kind: '交易' | '退款'
  subject: string
  createdAt: number
  doneAt: number
  buyerId: string
  /** Refunds negative. */
  amountFen: bigint
  requestNo: string
}

/** A change of the merchant's balance. */
export interface MovementLine {
  flowNo: string
  reference: string
  number: string
  subject: string
  at: number
  deltaFen: bigint
  balanceFen: bigint
  kind: string
}

type RefundRow = Trade & { outRequestNo: string; amountFen: bigint; settledAt: number }
type EntryRow = { seq: number; at: number; deltaFen: bigint; balanceFen: bigint; kind: string; reference: string }

const KIND_WORDS: Record<string, string> = {
  payment: '在线支付',
  refund: '退款',
  transfer: '转账',
  'transfer-return': '转账退回',
}

/** Payments and refunds of the day, in order. */
export function listTradeLines(world: World, date: string): TradeLine[] {
  const range = rangeOf(date)
  const trades = world.store.list<Trade>('SELECT * FROM trades WHERE paidAt >= $from AND paidAt < $until', range)
  const refunds = world.store.list<RefundRow>(
    `SELECT t.*, r.outRequestNo, r.amountFen, r.settledAt FROM refunds r JOIN trades t USING (tradeNo)
     WHERE r.settledAt >= $from AND r.settledAt < $until`,
    range,
  )
  const lines: TradeLine[] = [
    ...trades.map((trade) => lineOf(trade, '交易', trade.totalFen, trade.paidAt ?? 0, '')),
    ...refunds.map((row) => lineOf(row, '退款', -row.amountFen, row.settledAt, row.outRequestNo)),
  ].sort((a, b) => a.doneAt - b.doneAt)
  return listDiscrepancies(world, date).reduce((all, planted) => withTradePlanted(all, planted, range.from), lines)
}

/** Changes of the merchant's balance on the day, in order. */
export function listMovements(world: World, date: string): MovementLine[] {
  const range = rangeOf(date)
  const entries = world.store.list<EntryRow>(
    'SELECT * FROM entries WHERE userId = $userId AND at >= $from AND at < $until ORDER BY seq',
    { userId: SELLER_ID, ...range },
  )
  const lines = entries.map((entry) => movementOf(world, entry))
  return listDiscrepancies(world, date).reduce((all, planted) => withTransferPlanted(all, planted, range.from), lines)
}

function rangeOf(date: string): { from: number; until: number } {
  const times = billTimes(date)
  return { from: times?.fromMs ?? 0, until: times?.untilMs ?? 0 }
}

function lineOf(
  trade: Trade,
  kind: TradeLine['kind'],
  amountFen: bigint,
  doneAt: number,
  requestNo: string,
): TradeLine {
  const { tradeNo, outTradeNo, subject, createdAt, buyerId } = trade
  return { tradeNo, outTradeNo, kind, subject, createdAt, doneAt, buyerId, amountFen, requestNo }
}

function movementOf(world: World, entry: EntryRow): MovementLine {
  const trade = world.store.find<{ outTradeNo: string; subject: string }>(
    `SELECT outTradeNo, subject FROM trades WHERE tradeNo = $ref
       OR tradeNo = (SELECT tradeNo FROM refunds WHERE outRequestNo = $ref)`,
    { ref: entry.reference },
  )
  return {
    flowNo: String(entry.seq).padStart(16, '0'),
    reference: entry.reference,
    number: trade?.outTradeNo ?? entry.reference,
    subject: trade?.subject ?? '',
    at: entry.at,
    deltaFen: entry.deltaFen,
    balanceFen: entry.balanceFen,
    kind: KIND_WORDS[entry.kind] ?? '其它',
  }
}

function withTradePlanted(lines: TradeLine[], planted: Discrepancy, at: number): TradeLine[] {
  const { kind, number, amountFen } = planted
  const isTrade = (line: TradeLine) => line.kind === '交易' && line.outTradeNo === number
  const isRefund = (line: TradeLine) => line.kind === '退款' && line.requestNo === number
  const plans: Partial<Record<DiscrepancyKind, () => TradeLine[]>> = {
    missing: () => lines.filter((line) => line.outTradeNo !== number),
    extra: () => [...lines, { ...strangeLine(at, number), amountFen }],
    'wrong-amount': () => lines.map((line) => (isTrade(line) ? { ...line, amountFen } : line)),
    'missing-refund': () => lines.filter((line) => !isRefund(line)),
    'extra-refund': () => [
      ...lines,
      { ...strangeLine(at, `${number}-trade`), kind: '退款', requestNo: number, amountFen: -amountFen },
    ],
    'wrong-refund-amount': () => lines.map((line) => (isRefund(line) ? { ...line, amountFen: -amountFen } : line)),
    'duplicate-refund': () => [...lines, ...lines.filter(isRefund)],
  }
  return plans[kind]?.() ?? lines
}

function withTransferPlanted(lines: MovementLine[], planted: Discrepancy, at: number): MovementLine[] {
  const { kind, number, amountFen } = planted
  const isIt = (line: MovementLine) => line.kind === KIND_WORDS.transfer && line.number === number
  const plans: Partial<Record<DiscrepancyKind, () => MovementLine[]>> = {
    'missing-transfer': () => lines.filter((line) => !isIt(line)),
    'wrong-transfer-amount': () => lines.map((line) => (isIt(line) ? { ...line, deltaFen: -amountFen } : line)),
    'duplicate-transfer': () => [...lines, ...lines.filter(isIt)],
    'extra-transfer': () => [
      ...lines,
      {
        flowNo: '9999999999999999',
        reference: number,
        number,
        subject: '不在账本中的转账',
        at,
        deltaFen: -amountFen,
        balanceFen: lines.at(-1)?.balanceFen ?? 0n,
        kind: KIND_WORDS.transfer!,
      },
    ],
  }
  return plans[kind]?.() ?? lines
}

function strangeLine(at: number, outTradeNo: string): TradeLine {
  return {
    tradeNo: '2026000022001999999999999999',
    outTradeNo,
    kind: '交易',
    subject: '不在账本中的交易',
    createdAt: at,
    doneAt: at,
    buyerId: 'buyer',
    amountFen: 0n,
    requestNo: '',
  }
}
