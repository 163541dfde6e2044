import { CallError } from '@trove/contract/client'
import { ComputeOrderDetail, clearCompute } from '@trove/contract/compute/orders'
import { bringOnline, getOffer, listShares } from '@trove/contract/compute/routes'
import { statusOf } from '@trove/contract/errors/all'
import { ContractError } from '@trove/contract/errors/codes'
import { cancelOrder, getOrder } from '@trove/contract/order-lists/routes'
import { payResult } from '@trove/contract/payment/routes'
import { getPurse, payOut, unbindAlipay } from '@trove/contract/wallet/routes'
import { expect } from 'vitest'
import {
  bindAccount,
  DAY_MS,
  type MachineLogin,
  type Ordered,
  orderMachine,
  payAtProvider,
  publishVerified,
} from '../steps.ts'
import { until } from '../until.ts'
import { json, type Person } from '../world/site.ts'
import type { CrashWorld } from './world.ts'

/** Lives of orders and payouts that go on over sudden deaths: people try again, everything else goes on by itself. */

export const PRICE = '30.00'
const PERIOD_DAYS = 30
const NUDGE_MS = 10_000
const LIMIT_MS = 180_000
const HOUR_MS = 3_600_000
const PATIENCE_MS = 400

export type Stage = { world: CrashWorld; seller: Person; buyer: Person; productId: string }

/** Publishes the world's machine as its demo seller. */
export async function setStage(world: CrashWorld): Promise<Stage> {
  const seller = await world.signIn('13800000001')
  const buyer = await world.signIn('13800000002')
  const machine = await json<MachineLogin>(`${world.site}/dev/machine.json`)
  const productId = await publishVerified(world, seller, machine, { price: PRICE, servePeriod: PERIOD_DAYS })
  return { world, seller, buyer, productId }
}

/** What a person does when no answer came: the same again, until there is one. */
async function insist<T>(what: string, call: () => Promise<T>): Promise<T> {
  const end = Date.now() + LIMIT_MS
  while (true) {
    try {
      return await call()
    } catch (error) {
      const isRefusal =
        error instanceof ContractError && statusOf(error.code) < 500 && error.code !== 'request.in-progress'
      const isOutage = error instanceof CallError || !isRefusal
      if (!isOutage || Date.now() > end) throw new Error(what, { cause: error })
    }
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  }
}

/** A little business time passes with every look, so that planned retries are due. */
async function lookWhileTimePasses<T>(
  world: CrashWorld,
  what: string,
  ask: () => Promise<T>,
  passes: (it: T) => unknown,
) {
  return until(
    what,
    async () => {
      const answer = await ask()
      if (!passes(answer)) await world.advance(NUDGE_MS)
      return answer
    },
    passes,
    LIMIT_MS,
  )
}

const detailOf = ({ world, seller }: Stage, { orderId }: Ordered) =>
  world.call(getOrder, { params: { id: orderId } }, { as: seller }).then((found) => ComputeOrderDetail.parse(found))

async function untilSellable({ world, seller, productId }: Stage): Promise<void> {
  const share = async () => {
    const { content } = await world.call(listShares, { query: {} }, { as: seller })
    return content.find(({ id }) => id === productId)
  }
  await lookWhileTimePasses(world, 'a clean machine', share, (it) => it?.cleaning === 'none' && it.status !== 1)
  const now = await share()
  if (now?.verification.state !== 'verified') await world.advance(4 * HOUR_MS)
  if (now?.status === 2) {
    await until(
      'a check that allows it',
      () => share(),
      (it) => it?.verification.state === 'verified',
      LIMIT_MS,
    )
    await world.call(bringOnline, { params: { id: productId } }, { as: seller })
  }
  const offer = () => world.call(getOffer, { params: { id: productId } })
  await until('a machine that can be bought', offer, (it) => it.isAvailable, LIMIT_MS)
}

/** Everything that accrued is cleared; a clearing whose answer was lost counts as made. */
async function clear(stage: Stage, { orderId }: Ordered): Promise<void> {
  const body = { superPointsProductId: orderId }
  await insist('clearing', async () => {
    try {
      await stage.world.call(clearCompute, { body }, { as: stage.seller })
    } catch (error) {
      if (!(error instanceof ContractError && error.code === 'orders.nothing-to-clear')) throw error
    }
  })
}

const purseOf = ({ world, seller }: Stage) => world.call(getPurse, {}, { as: seller })
const isZero = (...amounts: string[]) => amounts.every((amount) => amount === '0.00')
const isEmpty = (purse: { payableAmount: string; inFlightAmount: string; unclearedAmount: string }) =>
  isZero(purse.payableAmount, purse.inFlightAmount, purse.unclearedAmount)

async function order(stage: Stage): Promise<Ordered> {
  return insist('ordering', () => orderMachine(stage.world, stage.buyer, stage.productId))
}

/** Ordered, paid, served, cleared in the middle and at the end, paid out. */
async function served(stage: Stage): Promise<void> {
  const { world } = stage
  const before = Number((await purseOf(stage)).paidOutAmount)
  const made = await order(stage)
  await payAtProvider(world, made)
  // No time is moved here: the notification must be what tells, not the sweeper.
  const isServing = (it: { superPointsStatus: number | null }) => it.superPointsStatus === 1
  await until('a service', () => detailOf(stage, made), isServing, LIMIT_MS)
  await insist('time', () => world.advance((PERIOD_DAYS / 2) * DAY_MS))
  await clear(stage, made)
  const isPaidOut = (it: { payableAmount: string; inFlightAmount: string }) =>
    isZero(it.payableAmount, it.inFlightAmount)
  await lookWhileTimePasses(world, 'a payout', () => purseOf(stage), isPaidOut)
  await insist('time', () => world.advance((PERIOD_DAYS / 2) * DAY_MS))
  await lookWhileTimePasses(
    world,
    'its end',
    () => detailOf(stage, made),
    (it) => (it.superPointsStatus ?? 0) >= 2,
  )
  await clear(stage, made)
  await lookWhileTimePasses(
    world,
    'a finished order',
    () => detailOf(stage, made),
    (it) => it.superPointsStatus === 3,
  )
  const purse = await lookWhileTimePasses(world, 'an empty purse', () => purseOf(stage), isEmpty)
  expect(Number(purse.paidOutAmount) - before).toBe(Number(PRICE))
  await untilSellable(stage)
}

/** Ordered and cancelled by the buyer. */
async function cancelled(stage: Stage): Promise<void> {
  const { world, buyer } = stage
  const made = await order(stage)
  await insist('cancelling', async () => {
    try {
      await world.call(cancelOrder, { params: { id: made.orderId } }, { as: buyer })
    } catch (error) {
      if (!(error instanceof ContractError && error.code === 'orders.not-cancelable')) throw error
    }
  })
  const isClosed = (it: { orderState: string }) => it.orderState === 'PaymentFailed'
  await lookWhileTimePasses(world, 'a closed order', () => detailOf(stage, made), isClosed)
  await insist('time', () => world.advance(20 * 60_000))
  await untilSellable(stage)
}

/** Ordered and refused at the cashier. */
async function refused(stage: Stage): Promise<void> {
  const { world, buyer } = stage
  const made = await order(stage)
  await world.control('POST', `trades/${made.outTradeNo}/refuse`, { payUrl: made.payUrl })
  const look = async () => {
    await world.call(payResult, { params: { id: made.orderId } }, { as: buyer })
    return detailOf(stage, made)
  }
  await lookWhileTimePasses(world, 'a closed order', look, (it) => it.orderState === 'PaymentFailed')
  await untilSellable(stage)
}

/** Paid, but the machine never answers: given up and refunded. */
async function refunded(stage: Stage): Promise<void> {
  const { world } = stage
  const made = await order(stage)
  process.kill(world.machinePid, 'SIGSTOP')
  try {
    await payAtProvider(world, made)
    await lookWhileTimePasses(
      world,
      'a paid order',
      () => detailOf(stage, made),
      (it) => it.paidAt !== null,
    )
    await insist('time', () => world.advance(11 * 60_000))
    const isDone = (it: { refundState: string | null }) => it.refundState === 'PaymentSuccessful'
    await lookWhileTimePasses(world, 'a refunded order', () => detailOf(stage, made), isDone)
  } finally {
    process.kill(world.machinePid, 'SIGCONT')
  }
  await untilSellable(stage)
}

/** An account is unbound and bound again. */
async function rebound(stage: Stage): Promise<void> {
  const { world, seller } = stage
  const bound = async () => (await purseOf(stage)).boundAccount !== null
  if (await bound()) {
    await insist('unbinding', async () => {
      if (await bound()) await world.call(unbindAlipay, {}, { as: seller })
    })
  }
  await insist('binding', async () => {
    if (!(await bound())) await bindAccount(world, seller, 'seller')
  })
  expect(await bound()).toBe(true)
}

/** A payout the provider fails, and another it takes back later: the money is paid out in the end. */
async function paidOutAgain(stage: Stage, isReturned: boolean): Promise<void> {
  const { world, seller } = stage
  const kind = isReturned ? 'transfer-returned' : 'transfer-fails'
  await world.control('POST', 'faults', { on: 'alipay.fund.trans.uni.transfer', kind })
  const made = await order(stage)
  await payAtProvider(world, made)
  await lookWhileTimePasses(
    world,
    'a service',
    () => detailOf(stage, made),
    (it) => it.superPointsStatus === 1,
  )
  await insist('time', () => world.advance(PERIOD_DAYS * DAY_MS))
  await lookWhileTimePasses(
    world,
    'its end',
    () => detailOf(stage, made),
    (it) => it.superPointsStatus === 2,
  )
  await clear(stage, made)
  const isBack = (purse: { payableAmount: string }) => purse.payableAmount === PRICE
  await until(
    'money that came back',
    async () => {
      await world.advance(HOUR_MS)
      return purseOf(stage)
    },
    isBack,
    LIMIT_MS,
  )
  await insist('paying out', () => world.call(payOut, {}, { as: seller }))
  await lookWhileTimePasses(world, 'an empty purse', () => purseOf(stage), isEmpty)
  await untilSellable(stage)
}

const LIVES: [points: RegExp, life: (stage: Stage) => Promise<void>][] = [
  [/^compute\.give-up|^orders\.(fail-service|refunded)|^payment\.refund/, refunded],
  [/^orders\.cancel|^payment\.close\./, cancelled],
  [/^orders\.closed|^payment\.closed|^compute\.released/, refused],
  [/^wallet\.(bind|unbind)/, rebound],
  [/^wallet\.payout\..*failed/, (stage) => paidOutAgain(stage, false)],
  [/^wallet\.payout\..*returned/, (stage) => paidOutAgain(stage, true)],
  [/./, served],
]

/** Lives the life that passes this point. */
export function liveThrough(stage: Stage, point: string): Promise<void> {
  return LIVES.find(([points]) => points.test(point))![1](stage)
}
