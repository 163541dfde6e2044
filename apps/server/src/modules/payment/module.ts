import { setTimeout as sleep } from 'node:timers/promises'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { fill } from '@trove/messages/kit/say'
import { providerTexts } from '@trove/messages/money/payment'
import { crashPoint } from '../../platform/base/crash-point.ts'
import { newId } from '../../platform/base/id.ts'
import type { Log } from '../../platform/base/log.ts'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { ServedRoute } from '../../platform/http/call/serve.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ActSubject, Identity } from '../identity/module.ts'
import type { Ledger } from '../ledger/module.ts'
import { PAYMENT_INVARIANTS } from './invariants.ts'
import type { PaymentListener } from './model/listener.ts'
import type { PaymentProvider } from './model/provider.ts'
import { createOutside } from './outside/outside.ts'
import { createParkedRefunds } from './outside/parked-refunds.ts'
import { outsideRoutes } from './outside/routes.ts'
import { listRefundNumbers } from './outside/store.ts'
import { createParked, parkedRoutes } from './parked/service.ts'
import { findAttemptNumbers } from './parked/store.ts'
import { paymentRoutes } from './routes.ts'
import { createAsking } from './settling/asking.ts'
import { createInbox } from './settling/notify.ts'
import { REFUND_JOB } from './settling/paid.ts'
import { createSettle } from './settling/settle.ts'
import { defineSweeps } from './settling/sweeps.ts'
import { claimRefunds } from './stores/refunds.ts'
import { claimToAsk, findOpen, insertAttempt, type Overdue, wantClose } from './stores/store.ts'

export type { PaidEvent, PaymentListener } from './model/listener.ts'
export type { PaymentProvider } from './model/provider.ts'

/** What is to be paid: one number at the provider. Times are business time. */
export type Trade = { orderId: string; buyerId: string; outTradeNo: string; amountFen: bigint; expiresAt: Date }

/** Door of payment. */
export type Payment = {
  setListener(listener: PaymentListener): void
  /** Opens the payment attempt of a new order in the caller's transaction and schedules its queries and its close. */
  openAttempt(tx: Tx, trade: Trade): Promise<void>
  /**
   * The signed cashier address of a trade just opened; nothing is read and no outside call is made.
   * @throws ContractError `payment.unavailable` while the provider does not answer
   */
  cashierUrlOf(trade: Trade, device: 'pc' | 'mobile'): string
  /**
   * The signed cashier address of an order's open attempt; no outside call is made.
   * @throws ContractError `orders.not-payable`, or `payment.unavailable` while the provider does not answer
   */
  cashierUrl(order: { orderId: string; device: 'pc' | 'mobile' }): Promise<string>
  /**
   * Asks the provider about an order's attempt now and applies what it says; at most once in 2 s per order, and waiting at
   * most 3 s for it. Of the given buyer's orders only, if one is given.
   * @returns whether this very question had the order paid; false says nothing
   */
  ask(orderId: string, of?: { buyerId: string }): Promise<boolean>
  /** Closes the attempt at the provider (buyer cancelled); a payment that came first wins and is reported by `paid`. */
  close(tx: Tx, orderId: string): Promise<void>
  /**
   * Refunds from escrow under a deterministic number; reported by `refunded` when the provider did it. The same number again
   * does nothing. @throws Error when the order holds no such payment or less than the amount (a bug of the caller)
   */
  refund(tx: Tx, refund: { orderId: string; amountFen: bigint; number: string; reason: string }): Promise<void>
}

/** What only app.ts sees of payment. */
export type PaymentParts = Payment & {
  routes: ServedRoute[]
  /** What of it the staff acts on; app.ts registers it with identity. */
  actSubjects: ActSubject[]
  /** `ok`, or why paying does not work now; for readiness. */
  state(): Promise<string>
}

export type PaymentDeps = {
  db: Db
  jobs: Jobs
  log: Log
  ledger: Ledger
  /** Absent while no provider is configured: paying is then unavailable, everything else works. */
  provider: PaymentProvider | undefined
  /** Where the site is reached from outside; asked late, because a port may be chosen at the start. */
  publicUrl: () => string
  /** Names the staff; without it they are shown by their ids. */
  findPeople?: Identity['findPeople']
  /** Who may decide about money; without it nobody's word counts. */
  findStaff?: Identity['findStaff']
  onNotify?: (result: 'kept' | 'duplicate' | 'refused') => void
  onOverdue?: (overdue: Overdue) => void
}

const CLOSE_JOB = 'payment.close'
const MONEY = { lane: 'money' } as const
const LONGEST_ASK_MS = 3000
const NOTIFY_PATH = '/api/order/alipay/notify'
const RESULT_PATH = '/pay/result/'

/** Makes payment with its jobs. `setListener` is called before anything is paid. */
export function createPayment(deps: PaymentDeps): PaymentParts {
  const { db, jobs, log, ledger, provider, publicUrl } = deps
  let listener: PaymentListener | undefined
  const settle = createSettle({
    db,
    ledger,
    jobs,
    log,
    listener: () => {
      if (!listener) throw new Error('payment has no listener')
      return listener
    },
  })
  const asking = provider && createAsking({ db, provider, settle, log })
  const inbox =
    provider &&
    asking &&
    createInbox({ db, jobs, log, provider, asking, settle, onNotify: deps.onNotify ?? (() => {}) })
  const { findPeople = async () => new Map(), findStaff = async () => new Set<string>() } = deps
  const parked = createParked({ db, log, asking, findPeople })
  const refunds = createParkedRefunds({ db, log, asking, findPeople })
  const outside = createOutside({ db, log, provider, settle, findStaff })
  for (const invariant of PAYMENT_INVARIANTS) ledger.addInvariant(invariant)

  async function look(orderId: string, buyerId?: string): Promise<boolean> {
    let isPaid = false
    if (asking)
      for (const attempt of await claimToAsk(db, orderId, buyerId))
        isPaid = (await asking.look(attempt)) === 'paid' || isPaid
    return isPaid
  }

  function signUrl(by: PaymentProvider, trade: Omit<Trade, 'buyerId'>, device: 'pc' | 'mobile'): string {
    const { orderId, outTradeNo, amountFen, expiresAt } = trade
    return by.payUrl({
      device,
      outTradeNo,
      amountFen,
      // Our number and nothing a person typed: what is signed here must have one reading only (C.0.6).
      subject: fill(providerTexts.tradeSubject, 'zh-CN', { number: outTradeNo }),
      expiresAt,
      notifyUrl: `${publicUrl()}${NOTIFY_PATH}`,
      returnUrl: `${publicUrl()}${RESULT_PATH}${orderId}`,
    })
  }

  jobs.define(
    REFUND_JOB,
    async ({ number }) => {
      if (!asking) return
      for (const refund of await claimRefunds(db, { number: String(number) })) await asking.pursue(refund)
    },
    MONEY,
  )
  // A job and not a write of the caller's transaction: whoever cancels holds the order, whoever is paid holds the attempt.
  jobs.define(
    CLOSE_JOB,
    async ({ orderId }) => {
      const wanted = await inTransaction(db, (tx) => wantClose(tx, String(orderId)))
      if (wanted > 0) await look(String(orderId))
    },
    MONEY,
  )
  if (provider && asking) defineSweeps({ db, jobs, log, provider, asking, onOverdue: deps.onOverdue ?? (() => {}) })

  return {
    setListener: (given) => {
      listener = given
    },
    async openAttempt(tx, trade) {
      crashPoint('payment.open.before')
      await insertAttempt(tx, { id: newId(), ...trade })
      crashPoint('payment.open.after')
    },
    cashierUrlOf(trade, device) {
      if (!provider?.isUp()) throw new ContractError('payment.unavailable')
      return signUrl(provider, trade, device)
    },
    async cashierUrl({ orderId, device }) {
      if (!provider?.isUp()) throw new ContractError('payment.unavailable')
      const attempt = await findOpen(db, orderId)
      requireThat(attempt && !attempt.isCloseWanted && attempt.now < attempt.expiresAt, 'orders.not-payable')
      return signUrl(provider, attempt, device)
    },
    async ask(orderId, of) {
      // Whoever waits for the answer is a person; the question goes on without them.
      const looking = look(orderId, of?.buyerId)
      looking.catch((error: unknown) => log.warn({ err: error, orderId }, 'asking about a payment failed'))
      const patience = new AbortController()
      const waiting = sleep(LONGEST_ASK_MS, false, { ref: false, signal: patience.signal }).catch(() => false)
      return Promise.race([looking, waiting]).finally(() => patience.abort())
    },
    close: (tx, orderId) => jobs.enqueue(tx, CLOSE_JOB, { orderId }, { key: `${CLOSE_JOB}:${orderId}` }),
    refund: settle.requestRefund,
    async state() {
      if (!provider) return 'no provider is configured'
      const answer = await provider.probe()
      return answer.isUp ? 'ok' : answer.reason
    },
    actSubjects: actSubjects(db),
    routes: [...paymentRoutes(inbox), ...parkedRoutes(parked), ...outsideRoutes(refunds, outside)],
  }
}

/** What the record of acts calls payments and refunds: by their numbers at the provider. */
const actSubjects = (db: Db): ActSubject[] => [
  { kind: 'payment', findNames: (ids) => findAttemptNumbers(db, ids) },
  {
    kind: 'refund',
    findNames: async (ids) => new Map((await listRefundNumbers(db, ids)).map((number) => [number, number])),
  },
]
