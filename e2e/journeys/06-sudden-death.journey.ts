import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveThrough, type Stage, setStage } from '../support/crash/lives.ts'
import { type CrashWorld, openCrashWorld } from '../support/crash/world.ts'
import { countViolations, ledgerSums, query, readBook } from '../support/ledger.ts'
import { DAY_MS } from '../support/steps.ts'
import { isWhole } from '../support/views.ts'

/** kill -9 between any two steps of pay, serve, clear and pay out (issue 3, Done when 3). */

/** In the order in which one life passes them. */
const ONE_LIFE = [
  'orders.create.before-commit',
  'orders.create.after-commit',
  'payment.paid.before-commit',
  'payment.paid.after-commit',
  'compute.hand-over.before-machine',
  'compute.hand-over.after-machine',
  'compute.hand-over.before-commit',
  'compute.hand-over.after-commit',
  'orders.clear.before-commit',
  'orders.clear.after-commit',
  'wallet.payout.before-send',
  'wallet.payout.after-send',
  'wallet.payout.before-paid-commit',
  'wallet.payout.after-paid-commit',
  'orders.end.before',
  'compute.take-back.after-machine',
  'compute.take-back.before-commit',
]
/**
 * A notification that was not taken comes again. In a life of their own: on a slow machine the provider is asked before
 * that, and then a payment is taken in before its notification is.
 */
const ONE_NOTIFICATION = ['payment.notify.before-keep', 'payment.notify.after-keep']
const ONE_REFUND = ['orders.fail-service.after', 'payment.refund.after-send', 'payment.refunded.before-commit']
/**
 * Steps that a machine's order never passes. Those of other kinds, works of the code market, refunds of a part, the staff's
 * decisions, the daily bill and the faucet are killed in their modules' own tests.
 */
const ELSEWHERE =
  /^faucet\.|^code\.|^orders\.(start|deliver|provide|accept|due|refund)\.|^wallet\.(approval|decline)\.|^payment\.reconcile\./
/** Only ends what would never come. */
const LONG_MS = 300_000

let world: CrashWorld
let stage: Stage

beforeAll(async () => {
  world = await openCrashWorld()
  stage = await setStage(world)
}, 3 * LONG_MS)
afterAll(() => world?.stop())

async function expectSoundBooks(): Promise<void> {
  expect(await countViolations(world.site, world.advance)).toBe(0)
  expect(await ledgerSums(world.databaseUrl())).toMatchObject({ total: 0n, unbalanced: 0n })
  const book = await readBook(world.cashier)
  expect(book.entriesSum).toBe('0.00')
  const [ours] = await query<{ fen: string }>(
    world.databaseUrl(),
    "select coalesce(sum(amount_fen), 0)::text as fen from ledger_entry where account = 'alipay'",
  )
  const merchant = book.balances.find(({ userKey }) => userKey === 'merchant')
  const opening = 10_000_000n
  expect(BigInt(Math.round(Number(merchant?.balance) * 100)) - opening).toBe(BigInt(ours!.fen))
  const paid = book.trades.filter(({ status }) => status !== 'WAIT_BUYER_PAY')
  expect(new Set(paid.map(({ outTradeNo }) => outTradeNo)).size).toBe(paid.length)
}

function oneLife(): void {
  test(
    `is served, cleared and paid out once, over ${ONE_LIFE.length} deaths`,
    async () => {
      await world.arm(ONE_LIFE)
      await liveThrough(stage, 'served')
      expect(world.deaths()).toEqual(ONE_LIFE)
      await expectSoundBooks()
    },
    4 * LONG_MS,
  )

  test(
    'is paid once by a notification whose taking dies twice',
    async () => {
      await world.arm(ONE_NOTIFICATION)
      await liveThrough(stage, 'served')
      expect(world.deaths()).toEqual(ONE_NOTIFICATION)
      await expectSoundBooks()
    },
    4 * LONG_MS,
  )

  test(
    'is refunded once when its machine never answers',
    async () => {
      await world.arm(ONE_REFUND)
      await liveThrough(stage, 'compute.give-up')
      expect(world.deaths()).toEqual(ONE_REFUND)
      await expectSoundBooks()
    },
    3 * LONG_MS,
  )
}

function everyPoint(): void {
  test.each(listPoints())(
    '%s: the next process finishes it, once',
    async (point) => {
      await world.arm([])
      await world.advance(DAY_MS)
      stage = { ...stage, seller: await world.signIn('13800000001'), buyer: await world.signIn('13800000002') }
      await world.arm([point])
      await liveThrough(stage, point)
      expect(world.deaths()).toEqual([point])
      await expectSoundBooks()
    },
    3 * LONG_MS,
  )
}

if (isWhole) describe('every point at which the server may die', everyPoint)
else describe('one order whose server dies again and again', oneLife)

function listPoints(): string[] {
  const source = join(import.meta.dirname, '../../apps/server/src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
  const texts = files.map((file) => readFileSync(join(source, file), 'utf8'))
  const points = texts.flatMap((text) => [...text.matchAll(/crashPoint\('([^']+)'\)/g)].map((found) => found[1]!))
  return [...new Set(points)].filter((point) => !ELSEWHERE.test(point)).sort()
}
