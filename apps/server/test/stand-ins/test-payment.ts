import { sql } from 'kysely'
import type { Ledger } from '../../src/modules/ledger/module.ts'
import type { Payment, PaymentListener } from '../../src/modules/payment/module.ts'
import type { Db, Tx } from '../../src/platform/db/handle.ts'
import { inTransaction } from '../../src/platform/db/transaction.ts'

/**
 * Payment and its provider for tests of orders, behind payment's door: what payment knows of an attempt and what the
 * provider did stand side by side in one table, and the test decides when the one hears of the other.
 */
export type TestPayment = Omit<Payment, 'status'> & {
  /** The buyer pays at the cashier; false when the provider takes no money any more. */
  payAtCashier(orderId: string): Promise<boolean>
  /** Payment hears of it, as from a notification; doing it again must change nothing. */
  notify(orderId: string): Promise<void>
  /** Does everything payment would do by itself by now: closes, overdue attempts, refunds. */
  work(): Promise<void>
  failCashier(isFailing: boolean): void
}

type Attempt = {
  order_id: string
  amount_fen: bigint
  told: 'open' | 'paid' | 'closed'
  provider: 'open' | 'paid' | 'closed'
}

/** Makes the fake and its tables. */
export async function createTestPayment(db: Db, ledger: Ledger): Promise<TestPayment> {
  await sql`create table if not exists test_attempts (
    order_id text primary key, amount_fen bigint not null, expires_at timestamptz not null,
    told text not null default 'open', provider text not null default 'open', is_close_wanted boolean not null default false)
  `.execute(db)
  await sql`create table if not exists test_refunds (
    number text primary key, order_id text not null, amount_fen bigint not null, is_late boolean not null,
    is_done boolean not null default false)`.execute(db)
  let listener: PaymentListener | undefined
  let isCashierFailing = false

  async function hear(orderId: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      const { rows } = await sql<Attempt>`select * from test_attempts where order_id = ${orderId} for update`.execute(
        tx,
      )
      const attempt = rows[0]
      if (attempt?.told !== 'open' || attempt.provider === 'open') return
      await sql`update test_attempts set told = provider where order_id = ${orderId}`.execute(tx)
      if (attempt.provider === 'closed') return listener!.closed(tx, { orderId })
      await hearPaid(tx, orderId, attempt.amount_fen)
    })
  }

  async function hearPaid(tx: Tx, orderId: string, amountFen: bigint): Promise<void> {
    const attemptId = `a-${orderId}`
    const verdicts = await listener!.paid(tx, [{ orderId, attemptId, amountFen }])
    const isKept = verdicts.get(attemptId) === 'accepted'
    await ledger.post(tx, {
      kind: isKept ? 'payment' : 'suspense',
      key: `payment:${orderId}`,
      orderId,
      entries: [
        { account: 'alipay', amountFen },
        { account: isKept ? `escrow:${orderId}` : 'suspense', amountFen: -amountFen },
      ],
    })
    if (!isKept)
      await sql`insert into test_refunds (number, order_id, amount_fen, is_late)
        values (${`late-${orderId}`}, ${orderId}, ${amountFen}, true)`.execute(tx)
  }

  async function doRefund(number: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ order_id: string; amount_fen: bigint; is_late: boolean }>`
        update test_refunds set is_done = true where number = ${number} and not is_done returning *`.execute(tx)
      const refund = rows[0]
      if (!refund) return
      await listener!.refunded(tx, {
        orderId: refund.order_id,
        number,
        amountFen: refund.amount_fen,
        isUnservable: refund.is_late,
      })
      await ledger.post(tx, {
        kind: 'refund',
        key: `refund:${number}`,
        orderId: refund.order_id,
        entries: [
          { account: 'suspense', amountFen: refund.amount_fen },
          { account: 'alipay', amountFen: -refund.amount_fen },
        ],
      })
    })
  }

  return {
    setListener(given) {
      listener = given
    },
    async openAttempt(tx, { orderId, amountFen, expiresAt }) {
      await sql`insert into test_attempts (order_id, amount_fen, expires_at)
        values (${orderId}, ${amountFen}, ${expiresAt})`.execute(tx)
    },
    async cashierUrl({ orderId, device }) {
      if (isCashierFailing) throw new Error('no key to sign with')
      return `https://cashier.test/${device}/${orderId}`
    },
    async ask(orderId) {
      await hear(orderId)
      return false
    },
    cashierUrlOf({ orderId }, device) {
      if (isCashierFailing) throw new Error('no key to sign with')
      return `https://cashier.test/${device}/${orderId}`
    },
    async close(tx, orderId) {
      await sql`update test_attempts set is_close_wanted = true where order_id = ${orderId}`.execute(tx)
    },
    async refund(tx, { orderId, amountFen, number }) {
      await sql`insert into test_refunds (number, order_id, amount_fen, is_late)
        values (${number}, ${orderId}, ${amountFen}, false)`.execute(tx)
      // As payment does: the money leaves escrow at once, so that nobody can clear it on its way back.
      await ledger.post(tx, {
        kind: 'suspense',
        key: `refund-begun:${number}`,
        orderId,
        entries: [
          { account: `escrow:${orderId}`, amountFen },
          { account: 'suspense', amountFen: -amountFen },
        ],
      })
    },
    async payAtCashier(orderId) {
      const { numAffectedRows } = await sql`update test_attempts set provider = 'paid'
        where order_id = ${orderId} and provider = 'open' and expires_at > business_now()`.execute(db)
      return numAffectedRows === 1n
    },
    notify: hear,
    async work() {
      const { rows } = await sql<{ order_id: string }>`
        update test_attempts set provider = case provider when 'open' then 'closed' else provider end
        where told = 'open' and (is_close_wanted or expires_at <= business_now()) returning order_id`.execute(db)
      for (const { order_id } of rows) await hear(order_id)
      const refunds = await sql<{ number: string }>`select number from test_refunds where not is_done`.execute(db)
      for (const { number } of refunds.rows) await doRefund(number)
    },
    failCashier(isFailing) {
      isCashierFailing = isFailing
    },
  }
}
