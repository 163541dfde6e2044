import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MoneyLab, type Simulator, startLab, startSimulator } from '../../../test/money-lab.ts'
import { settingsOf } from '../../../test/payment-lab.ts'
import { firstLine } from '../../../test/postgres.ts'
import { freePort } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { createSealer } from '../../platform/sealing.ts'
import { createLedger, type Ledger } from '../ledger/module.ts'
import { createNotices } from '../notices/module.ts'
import { createWallet, type WalletParts } from '../wallet/module.ts'
import { createPayment, type PaymentParts } from './module.ts'
import { createAlipay } from './providers/alipay.ts'

const MAIN = fileURLToPath(new URL('../../../test/money-process.ts', import.meta.url))

let lab: MoneyLab
let simulator: Simulator
let ledger: Ledger
let payment: PaymentParts
let wallet: WalletParts
let port: number
let running: ChildProcess | undefined

beforeAll(async () => {
  ;[lab, simulator, port] = await Promise.all([startLab(), startSimulator(), freePort()])
  await sql`create table test_told (seq bigint generated always as identity, event text not null)`.execute(lab.db)
  // This process only writes what a caller would; all jobs run in the one that is killed.
  const jobs: Jobs = { enqueue: lab.jobs.enqueue, define: () => {}, every: () => {} }
  const provider = createAlipay(settingsOf(simulator))
  ledger = createLedger({ ...lab, jobs })
  const publicUrl = () => `http://127.0.0.1:${port}`
  payment = createPayment({ ...lab, jobs, ledger, provider, publicUrl })
  const sealer = createSealer([{ id: 'k', key: Buffer.alloc(32, 7) }], Buffer.alloc(32, 8))
  wallet = createWallet({
    ...lab,
    jobs,
    ledger,
    provider,
    publicUrl,
    sealer,
    notices: createNotices({ db: lab.db, jobs }),
    findPeople: async () => new Map(),
    unclearedFen: async () => 0n,
  })
})
afterAll(async () => {
  running?.kill('SIGKILL')
  await simulator.stop()
  await lab.stop()
})

async function start(crashAt?: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      DATABASE_URL: lab.url,
      SETTINGS: JSON.stringify(settingsOf(simulator)),
      PORT: String(port),
      TROVE_CRASH_AT: crashAt ?? '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running = child
  await firstLine(child)
  return child
}

const ended = (child: ChildProcess) =>
  new Promise<string | null>((resolve) => {
    if (child.signalCode !== null) resolve(child.signalCode)
    child.once('exit', (_, signal) => resolve(signal))
  })

async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    if (await check()) return
    await lab.jobs.poke()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`never came true: ${what}`)
}

/** Runs the deed with a process that dies at the point, then lets a fresh one finish it by itself. */
async function killAt(point: string, deed: () => Promise<void>, isFinished: () => Promise<boolean>): Promise<void> {
  const dying = await start(point)
  const death = ended(dying)
  await deed()
  await sweepsOf(dying)
  expect(await death).toBe('SIGKILL')
  const living = await start()
  // A claim of the dead ends after 20 s and a question about an unknown outcome comes 15 s later at most: within 30 s.
  await lab.advance(29_000)
  await until(`${point} finished`, isFinished)
  living.kill('SIGKILL')
  await ended(living)
  running = undefined
  expect(await ledger.verify()).toEqual([])
}

/** Makes the sweeps due until the process is gone. */
async function sweepsOf(child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100 && child.signalCode === null; tries++) {
    await sql`select graphile_worker.add_job(name, job_key := 'every:' || name, run_at := now())
      from unnest(array['payment.look', 'payment.pursue', 'wallet.pursue']) name`.execute(lab.db)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

let number = 0
async function openOrder(prefix = 'keep') {
  const orderId = `${prefix}-${++number}`
  const outTradeNo = `K${number}x${Date.now()}`
  await inTransaction(lab.db, async (tx) => {
    const { rows } = await sql<{ at: Date }>`select business_now() + interval '15 minutes' as at`.execute(tx)
    await payment.openAttempt(tx, { orderId, buyerId: 'buyer', outTradeNo, amountFen: 700n, expiresAt: rows[0]!.at })
  })
  return { orderId, outTradeNo }
}
const pay = async ({ orderId, outTradeNo }: { orderId: string; outTradeNo: string }) => {
  const payUrl = await payment.cashierUrl({ orderId, device: 'pc' })
  await simulator.control('POST', `trades/${outTradeNo}/pay`, { payUrl, user: 'grace' })
}
const isTold = (event: string) => async () => {
  const { rows } = await sql`select 1 from test_told where event = ${event}`.execute(lab.db)
  return rows.length > 0
}
async function expectToldOnce(...events: string[]) {
  const { rows } = await sql<{ event: string }>`select event from test_told where event = any(${events})`.execute(
    lab.db,
  )
  expect(rows.map((row) => row.event).sort()).toEqual([...events].sort())
}
type Book = {
  refunds: { outTradeNo: string }[]
  transfers: { outBizNo: string; status: string }[]
}
const book = () => simulator.control<Book>('GET', 'book')

describe('a process killed while a payment is taken', () => {
  test.each([
    'payment.notify.before-keep',
    'payment.notify.after-keep',
    'payment.notify.before-handled',
    'payment.paid.before',
    'payment.paid.before-commit',
    'payment.paid.after-commit',
  ])('at %s takes it once after all', async (point) => {
    const order = await openOrder()
    await killAt(point, () => pay(order), isTold(`paid ${order.orderId} accepted`))
    await expectToldOnce(`paid ${order.orderId} accepted`)
    expect(await ledger.balance(lab.db, `escrow:${order.orderId}`)).toBe(-700n)
  })
})

describe('a process killed while money goes back', () => {
  test.each([
    'payment.refund.before-send',
    'payment.refund.after-send',
    'payment.refunded.before',
    'payment.refunded.before-commit',
    'payment.refunded.after-commit',
  ])('at %s gives it back once', async (point) => {
    const order = await openOrder('back')
    await killAt(point, () => pay(order), isTold(`refunded ${order.orderId}`))
    await expectToldOnce(`paid ${order.orderId} refund`, `refunded ${order.orderId}`)
    expect((await book()).refunds.filter((refund) => refund.outTradeNo === order.outTradeNo)).toHaveLength(1)
    expect(await ledger.balance(lab.db, 'suspense')).toBe(0n)
  })
})

describe('a process killed while an attempt is closed', () => {
  test.each([
    'payment.close.before',
    'payment.close.after',
    'payment.closed.before',
    'payment.closed.before-commit',
    'payment.closed.after-commit',
  ])('at %s closes it once', async (point) => {
    const order = await openOrder()
    const close = () => inTransaction(lab.db, (tx) => payment.close(tx, order.orderId))
    await killAt(point, close, isTold(`closed ${order.orderId}`))
    await expectToldOnce(`closed ${order.orderId}`)
  })
})

describe('a process killed while a seller is paid out', () => {
  const people = ['2088102180010003', '2088102180010004'] as const
  const isState = (userId: string, states: string) => async () => {
    const { rows } = await sql<{ state: string }>`
      select state from wallet_payout where user_id = ${userId} order by created_at`.execute(lab.db)
    return rows.map((row) => row.state).join() === states
  }
  async function earn(userId: string) {
    const order = await openOrder()
    await inTransaction(lab.db, async (tx) => {
      const entries = [
        { account: 'suspense' as const, amountFen: 500n },
        { account: `payable:${userId}` as const, amountFen: -500n },
      ]
      await ledger.post(tx, { kind: 'clearing', key: `clear:${order.orderId}`, orderId: order.orderId, entries })
      await wallet.payOutCleared(tx, userId)
    })
  }
  async function bind(userId: string, realName = '周以宁') {
    await sql`update wallet_binding set unbound_at = business_now(), account_sealed = null, real_name_sealed = null,
      profile_sealed = null where unbound_at is null`.execute(lab.db)
    await wallet.bindDemo(
      userId,
      { accountId: people[0], accountKind: 'user-id', avatar: null, nickname: null },
      realName,
    )
  }
  const transfers = async (userId: string) => {
    const { rows } = await sql<{ number: string }>`select number from wallet_payout where user_id = ${userId}`.execute(
      lab.db,
    )
    const numbers = rows.map((row) => row.number)
    return (await book()).transfers.filter((transfer) => numbers.includes(transfer.outBizNo))
  }

  test.each([
    'wallet.payout.before-send',
    'wallet.payout.after-send',
    'wallet.payout.before-paid-commit',
    'wallet.payout.after-paid-commit',
  ])('at %s pays once', async (point) => {
    const user = `seller-${++number}`
    await bind(user)
    await killAt(point, () => earn(user), isState(user, 'paid'))
    expect(await transfers(user)).toHaveLength(1)
  })

  test.each(['wallet.payout.before-failed-commit', 'wallet.payout.after-failed-commit'])(
    'at %s fails once',
    async (point) => {
      const user = `seller-${++number}`
      await bind(user, '错名字')
      await killAt(point, () => earn(user), isState(user, 'failed'))
      expect(await transfers(user)).toHaveLength(0)
      expect(await ledger.balance(lab.db, `payable:${user}`)).toBe(-500n)
    },
  )
})
