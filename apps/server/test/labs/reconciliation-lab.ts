import { setTimeout as sleep } from 'node:timers/promises'
import { SHANGHAI_MS, shanghaiDay } from '@trove/units/shanghai'
import { sql } from 'kysely'
import type { Identity } from '../../src/modules/identity/module.ts'
import { createLedger, type Ledger } from '../../src/modules/ledger/module.ts'
import { createNotices } from '../../src/modules/notices/module.ts'
import { createPayment, type PaymentParts } from '../../src/modules/payment/module.ts'
import { createAlipay } from '../../src/modules/payment/providers/alipay.ts'
import type { BillProvider, Movement } from '../../src/modules/payment/reconciliation/bill-provider.ts'
import { createReconciliation } from '../../src/modules/payment/reconciliation/module.ts'
import { createWallet, type WalletParts } from '../../src/modules/wallet/module.ts'
import { newId } from '../../src/platform/base/id.ts'
import { inTransaction } from '../../src/platform/db/transaction.ts'
import { createSealer } from '../../src/platform/sealing/sealing.ts'
import { createTestOwner } from '../stand-ins/test-owner.ts'
import { type MoneyLab, type Simulator, startLab, startSimulator } from './money-lab.ts'
import { settingsOf } from './payment-lab.ts'

/** Only ends what would never come. */
const LIMIT_MS = 90_000
const POLL_MS = 50

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** All money modules over a real database and the gateway's stand-in, with a clock that both follow. */
export type ReconciliationLab = {
  lab: MoneyLab
  simulator: Simulator
  ledger: Ledger
  payment: PaymentParts
  wallet: WalletParts
  reconciliation: ReturnType<typeof createReconciliation>
  /** Days whose bill is nothing anybody can read. */
  unreadable: Set<string>
  /** Days whose bill makes the comparison itself fail. */
  breaking: Set<string>
  /** Movements of a day whose part of its bill is not there yet. */
  late: Map<string, readonly Movement[]>
  /** What the provider keeps of movements, by number; the stand-in keeps nothing. */
  fees: Map<string, bigint>
  /** Whose role was taken; everybody else has one. */
  formerStaff: Set<string>
  /** Today in Shanghai by business time, "yyyy-MM-dd". */
  today(): Promise<string>
  /** Moves both clocks to that hour of the next Shanghai day. */
  toNextDayAt(hour: number): Promise<void>
  advance(ms: number): Promise<void>
  /** A payment of so much, settled; answers its numbers. */
  pay(amountFen?: bigint): Promise<{ orderId: string; outTradeNo: string }>
  /** Gives back part of a payment, settled; answers the refund's number. */
  refund(orderId: string, amountFen: bigint): Promise<string>
  /** Pays cleared income out to the bound person, settled; answers the payout's number. */
  payOut(amountFen: bigint): Promise<string>
  until(what: string, check: () => Promise<boolean>): Promise<void>
  stop(): Promise<void>
}

export async function startReconciliationLab(): Promise<ReconciliationLab> {
  const [lab, simulator] = await Promise.all([startLab(), startSimulator()])
  // A whole bill is asked for: on a busy machine its file takes longer than one query may.
  const provider = createAlipay(settingsOf(simulator, { timeoutMs: 20_000 }))
  const { jobs, db } = lab
  const publicUrl = () => 'http://127.0.0.1:9'
  const ledger = createLedger({ db, jobs, log: lab.log })
  const payment = createPayment({ ...lab, ledger, provider, publicUrl })
  payment.setListener({
    paid: async (_, events) => new Map(events.map(({ attemptId }) => [attemptId, 'accepted'])),
    closed: async () => {},
    refunded: async () => {},
  })
  const findPeople = async () => new Map()
  const formerStaff = new Set<string>()
  const findStaff: Identity['findStaff'] = async (_, userIds) => new Set(userIds.filter((id) => !formerStaff.has(id)))
  const wallet = createWallet({
    ...lab,
    ledger,
    provider,
    publicUrl,
    owner: createTestOwner(db),
    findPeople,
    findIdsByName: async () => [],
    findStaff,
    holdPerson: async (_, userId) => !userId.startsWith('gone-'),
    sealer: createSealer([{ id: 'k', key: Buffer.alloc(32, 7) }], Buffer.alloc(32, 8)),
    notices: createNotices({ db, jobs }),
    unclearedFen: async () => 0n,
    findOrders: async () => new Map(),
  })
  const unreadable = new Set<string>()
  const breaking = new Set<string>()
  const late = new Map<string, readonly Movement[]>()
  const fees = new Map<string, bigint>()
  const bills: BillProvider = {
    async fetchBill(day) {
      if (unreadable.has(day)) return { outcome: 'unknown', reason: 'not a zip' }
      if (breaking.has(day)) throw new Error('a line nobody foresaw')
      const bill = await provider.fetchBill(day)
      if (bill.outcome !== 'bill') return bill
      const absent = late.get(day) ?? bill.absent
      const there = bill.lines.filter(({ movement }) => !absent.includes(movement))
      return {
        ...bill,
        absent,
        lines: there.map((line) => ({ ...line, feeFen: fees.get(line.number) ?? line.feeFen })),
      }
    },
  }
  const reconciliation = createReconciliation({
    ...lab,
    // A test says when: a sweep of its own, between the moves of the two clocks, would find today's bill not there yet.
    jobs: { ...jobs, every: () => {} },
    ledger,
    provider: bills,
    payouts: wallet,
    findPeople,
    findStaff,
  })
  await jobs.start()
  const account = { accountId: '2088102180010003', accountKind: 'user-id' as const, avatar: null, nickname: null }
  await wallet.bindDemo('seller', account, '周以宁')
  const clock = clockOf(lab, simulator)
  const until = async (what: string, check: () => Promise<boolean>) => {
    for (const end = performance.now() + LIMIT_MS; performance.now() < end; await sleep(POLL_MS)) {
      if (await check()) return
      await jobs.poke()
    }
    throw new Error(`never came true: ${what}`)
  }
  return {
    lab,
    simulator,
    ledger,
    payment,
    wallet,
    reconciliation,
    unreadable,
    breaking,
    late,
    fees,
    formerStaff,
    until,
    ...clock,
    ...deedsOf({ lab, simulator, ledger, payment, wallet, until }),
    async stop() {
      await jobs.stop()
      await simulator.stop()
      await lab.stop()
    },
  }
}

function clockOf(lab: MoneyLab, simulator: Simulator) {
  const nowMs = async () => {
    const { rows } = await sql<{ now: Date }>`select business_now() as now`.execute(lab.db)
    return rows[0]!.now.getTime()
  }
  const advance = async (ms: number) => {
    await lab.advance(ms)
    await simulator.control('POST', 'clock', { advanceMs: ms })
  }
  return {
    advance,
    today: async () => shanghaiDay(new Date(await nowMs())),
    async toNextDayAt(hour: number) {
      const now = await nowMs()
      const midnight = Math.floor((now + SHANGHAI_MS) / DAY_MS + 1) * DAY_MS - SHANGHAI_MS
      await advance(midnight + hour * HOUR_MS - now)
    },
  }
}

type Deeds = Pick<ReconciliationLab, 'lab' | 'simulator' | 'ledger' | 'payment' | 'wallet' | 'until'>

function deedsOf({ lab, simulator, ledger, payment, wallet, until }: Deeds) {
  const isThere = (query: ReturnType<typeof sql>) => async () => (await query.execute(lab.db)).rows.length > 0
  return {
    async pay(amountFen = 990n) {
      const order = { orderId: newId(), outTradeNo: `T${Date.now()}${newId().replace(/\W/g, '')}` }
      await inTransaction(lab.db, async (tx) => {
        const { rows } = await sql<{ at: Date }>`select business_now() + interval '15 minutes' as at`.execute(tx)
        await payment.openAttempt(tx, { ...order, buyerId: 'buyer', amountFen, expiresAt: rows[0]!.at })
      })
      const payUrl = await payment.cashierUrl({ orderId: order.orderId, device: 'pc' })
      await simulator.control('POST', `trades/${order.outTradeNo}/pay`, { payUrl, user: 'grace' })
      await payment.ask(order.orderId)
      const { orderId } = order
      await until('paid', isThere(sql`select 1 from payment_attempt where order_id = ${orderId} and state = 'paid'`))
      return order
    },
    async refund(orderId: string, amountFen: bigint) {
      const number = `R-${newId()}`
      await inTransaction(lab.db, (tx) => payment.refund(tx, { orderId, amountFen, number, reason: 'test' }))
      await until('refunded', isThere(sql`select 1 from payment_refund where number = ${number} and state = 'done'`))
      return number
    },
    async payOut(amountFen: bigint) {
      const orderId = newId()
      await inTransaction(lab.db, async (tx) => {
        const entries = [
          { account: 'suspense' as const, amountFen },
          { account: 'payable:seller' as const, amountFen: -amountFen },
        ]
        await ledger.post(tx, { kind: 'clearing', key: `clear:${orderId}`, orderId, entries })
        await wallet.payOutCleared(tx, 'seller')
      })
      const open = sql`select 1 from wallet_payout where state in ('in-flight', 'awaiting-approval')`
      await until('paid out', async () => !(await isThere(open)()))
      const { rows } = await sql<{ number: string }>`
        select number from wallet_payout where state = 'paid' order by ended_at desc, created_at desc limit 1`.execute(
        lab.db,
      )
      return rows[0]!.number
    },
  }
}
