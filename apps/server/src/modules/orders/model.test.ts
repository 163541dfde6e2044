import { ComputeOrderDetail, clearCompute } from '@trove/contract/compute/orders'
import { ContractError } from '@trove/contract/errors/codes'
import { cancelOrder, clear as clearAny, createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { orderState, refundState, serviceStatus } from '@trove/contract/orders/states'
import { payResult } from '@trove/contract/payment/routes'
import { accruedFen } from '@trove/units/accrual'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as model from '../../../test/labs/order-model.ts'
import { days, minutes, type OrdersLab, openOrdersLab } from '../../../test/labs/orders-lab.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

/** P1: `npm run test:deep` runs more and longer ones. TROVE_MODEL_SEED repeats one. */
const RUNS = Number(process.env.TROVE_MODEL_RUNS ?? 20)
const COMMANDS = Number(process.env.TROVE_MODEL_COMMANDS ?? 40)
const SEED = process.env.TROVE_MODEL_SEED
const MACHINES = 3
const STEPS_MINUTES = [4, 16, 24 * 60, 5 * 24 * 60]
const SWEPT_DAYS = [1, 2, 3, 7]

const KINDS = { work: 'manpower', copy: 'code' } as const

let base: TestDatabase
const openLab = () => openOrdersLab(base.url, { hasMadeUpKinds: true })
/** Two processes over one database; each command runs in either. */
let labs: OrdersLab[]

beforeAll(async () => {
  base = await createTestDatabase()
  labs = [await openLab(), await openLab()]
})
afterAll(async () => {
  await Promise.all(labs.map((lab) => lab.close()))
  await base.drop()
})

/** The real side of one run: its own machines, goods and people in the shared database. */
type Real = { prefix: string; products: string[]; goods: Record<keyof typeof KINDS, string> }
type Model = model.Model
type Command = fc.AsyncCommand<Model, Real>
type Run = (m: Model, real: Real, lab: OrdersLab) => Promise<void>

const person = (real: Real, n: number) => `${real.prefix}-b${n}`
const seller = (real: Real) => `${real.prefix}-seller`

function command(name: string, process: number, run: Run, isReady: (m: Model) => boolean = () => true): Command {
  return {
    check: isReady,
    async run(m, real) {
      await run(m, real, labs[process]!)
      await compare(m, real)
    },
    toString: () => `${name} [process ${process}]`,
  }
}
/** A command on one of the newest orders. */
function onOrder(
  name: string,
  process: number,
  pick: number,
  run: (order: model.ModelOrder, ...rest: Parameters<Run>) => Promise<void>,
): Command {
  const of = (m: Model) => m.orders.at(-1 - (pick % Math.min(4, m.orders.length)))!
  return command(
    `${name} ${pick}`,
    process,
    (m, real, lab) => run(of(m), m, real, lab),
    (m) => m.orders.length > 0,
  )
}

/** The contract code a call was refused with, or undefined. */
async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof ContractError) return error.code
    throw error
  }
}

type Wanted = { machine: number; buyer: number; hours: number | null }
const choiceOf = (hours: number | null) => (hours === null ? {} : { serveHours: hours })

async function buy(m: Model, real: Real, lab: OrdersLab, wanted: Wanted): Promise<void> {
  const { machine, buyer, hours } = wanted
  const outcome = model.buyOutcome(m, wanted)
  const body = { productId: real.products[machine]!, productType: 'superPoints' as const, ...choiceOf(hours) }
  const call = lab.call(createPayment, { body }, person(real, buyer))
  if (typeof outcome === 'string' && outcome !== 'new') return expect(await codeOf(call)).toBe(outcome)
  const id = (await call).split('/').at(-1)!
  if (outcome === 'new') model.addOrder(m, id, 'machine', wanted)
  else expect(id).toBe((outcome as model.ModelOrder).id)
}

/** The buyer renews a lease for the same time, or as is said, twice at once. */
async function renew(
  order: model.ModelOrder,
  m: Model,
  real: Real,
  lab: OrdersLab,
  hours: number | null = order.hours,
): Promise<void> {
  const isMachine = order.kind === 'machine'
  const outcome = model.renewOutcome(m, order, hours)
  const body = isMachine
    ? {
        productId: real.products[order.machine]!,
        productType: 'superPoints' as const,
        renews: order.id,
        ...choiceOf(hours),
      }
    : {
        productId: real.goods[order.kind as keyof typeof KINDS],
        productType: KINDS[order.kind as keyof typeof KINDS],
        renews: order.id,
      }
  const calls = [lab, labs[0]!].map((one) => one.call(createPayment, { body }, person(real, order.buyer)))
  if (typeof outcome === 'string' && outcome !== 'new')
    return expect(await Promise.all(calls.map(codeOf))).toEqual([outcome, outcome])
  const ids = (await Promise.all(calls)).map((url) => url.split('/').at(-1)!)
  if (outcome === 'new') model.addRenewal(m, ids[0]!, order, { hours })
  const id = outcome === 'new' ? ids[0] : (outcome as model.ModelOrder).id
  expect(ids).toEqual([id, id])
}

/** The market prepares a renewal that the buyer lets be prepared, from both processes at once, for so much at most. */
async function prepare(order: model.ModelOrder, lessFen: bigint, m: Model, real: Real): Promise<void> {
  const known = model.renewalOf(m, order)
  const outcome =
    known && order.state === 'serving' && known.state !== 'paid' ? known : model.renewOutcome(m, order, order.hours)
  const mostFen = order.amountFen - lessFen
  const [productId, productType] =
    order.kind === 'machine'
      ? [real.products[order.machine]!, 'superPoints' as const]
      : [real.goods[order.kind], KINDS[order.kind]]
  const choice = choiceOf(order.hours)
  const ask = { buyerId: person(real, order.buyer), productId, productType, renews: order.id, mostFen, choice }
  const asked: string[] = []
  const works = labs.map(({ db, orders }) =>
    inTransaction(db, async (tx) => {
      await orders.lock(tx, order.id)
      return orders.askRenewal(tx, ask)
    }),
  )
  const codes = await Promise.all(
    works.map((work) => codeOf(work.then(({ orderId }) => void asked.push(orderId ?? 'above')))),
  )
  if (outcome !== 'new') {
    const isKnown = typeof outcome !== 'string' || outcome === 'orders.product-unavailable'
    const code = isKnown ? 'orders.product-taken' : outcome
    expect(codes).toEqual([code, code])
  } else if (lessFen > 0n) expect(asked).toEqual(['above', 'above'])
  else {
    expect(codes.toSorted()).toEqual(['orders.product-taken', undefined])
    model.addRenewal(m, asked[0]!, order, { hours: order.hours, isPrepared: true })
  }
}

/** The order it made or gave back; undefined when it was refused. */
async function buyGoods(m: Model, real: Real, lab: OrdersLab, kind: keyof typeof KINDS, buyer: number) {
  const outcome = model.buyGoodsOutcome(m, kind, buyer)
  const body = { productId: real.goods[kind], productType: KINDS[kind] }
  const call = lab.call(createPayment, { body }, person(real, buyer))
  if (typeof outcome === 'string' && outcome !== 'new') return void expect(await codeOf(call)).toBe(outcome)
  const id = (await call).split('/').at(-1)!
  if (outcome === 'new') model.addOrder(m, id, kind, { machine: -1, buyer, hours: null })
  else expect(id).toBe((outcome as model.ModelOrder).id)
  return m.orders.find((order) => order.id === id)
}

async function clear(order: model.ModelOrder, m: Model, real: Real, lab: OrdersLab): Promise<void> {
  const { id, kind } = order
  if (kind === 'machine') {
    const call = lab.call(clearCompute, { body: { superPointsProductId: id } }, seller(real))
    return expect(await codeOf(call)).toBe(model.clear(m, order))
  }
  const by = kind === 'work' ? person(real, order.buyer) : seller(real)
  const call = lab.call(clearAny, { body: { orderProductId: id, productType: KINDS[kind] } }, by)
  expect(await codeOf(call)).toBe(model.clear(m, order))
}

/** A part or the rest goes back. What is left of a lease is read, because it earns within a minute, too. */
async function refund(order: model.ModelOrder, m: Model, lab: OrdersLab, part: bigint | 'rest'): Promise<void> {
  const { rows } = await sql<{ open: bigint }>`
    select amount_fen - cleared_fen - refunded_fen as open from orders where id = ${order.id}`.execute(lab.db)
  const ask = { key: `refund-${++refundKeys}`, amountFen: part === 'rest' ? rows[0]!.open : part, reason: 'test' }
  const works = [1, 2].map(() => codeOf(inTransaction(lab.db, (tx) => lab.orders.refund(tx, order.id, ask))))
  const code = model.refund(m, order, part) ? undefined : 'orders.not-refundable'
  expect(await Promise.all(works)).toEqual([code, code])
}
let refundKeys = 0

/** The buyer ends a lease before its time, twice at once. All that is left of it is read, as above. */
async function stop(order: model.ModelOrder, m: Model, _: Real, lab: OrdersLab): Promise<void> {
  const fen = model.stopFen(m, order)
  const isRest = fen === model.openFen(order)
  const { rows } = await sql<{ open: bigint }>`
    select amount_fen - cleared_fen - refunded_fen as open from orders where id = ${order.id}`.execute(lab.db)
  const ask = { key: 'stopped', amountFen: isRest ? rows[0]!.open : (fen ?? 1n), reason: 'test' }
  const works = labs.map(({ db, orders }) => inTransaction(db, (tx) => orders.stop(tx, order.id, ask)))
  expect((await Promise.all(works)).toSorted()).toEqual([false, fen !== undefined])
  if (fen !== undefined) model.stop(m, order, fen)
}

async function startWork(order: model.ModelOrder, m: Model, _: Real, lab: OrdersLab): Promise<void> {
  expect(await inTransaction(lab.db, (tx) => lab.orders.start(tx, order.id))).toBe(model.start(m, order))
}

async function deliver(order: model.ModelOrder, m: Model, _: Real, lab: OrdersLab): Promise<void> {
  const isWork = order.kind === 'work'
  const call = inTransaction(lab.db, (tx) =>
    isWork ? lab.orders.deliver(tx, order.id) : lab.orders.provide(tx, order.id),
  )
  expect(await call).toBe(model.deliver(m, order))
}

async function begin(order: model.ModelOrder, m: Model, _: Real, lab: OrdersLab): Promise<void> {
  const call = inTransaction(lab.db, (tx) => lab.orders.beginService(tx, order.id))
  if (model.begin(m, order)) await call
  else await expect(call).rejects.toThrow('cannot begin')
}

/** All orders of the run are as the model says, those of machines on the wire as well, and so is each machine. */
async function compare(m: Model, real: Real): Promise<void> {
  const lab = labs[0]!
  await compareRows(m, lab)
  for (const order of m.orders.filter(({ kind }) => kind === 'machine')) {
    const wire = await lab
      .call(getOrder, { params: { id: order.id } }, person(real, order.buyer))
      .then((found) => ComputeOrderDetail.parse(found))
    expect({ ...order, wire: [wire.orderState, wire.superPointsStatus, wire.closeReason, wire.refundState] }).toEqual({
      ...order,
      wire: [orderState(order), serviceStatus(order.state), order.closeReason, refundState(order)],
    })
  }
  for (const [i, productId] of real.products.entries()) {
    const machine = await lab.market.state(productId)
    expect([machine.isOnline, machine.holder]).toEqual([m.machines[i]!.isOnline, model.liveOrder(m, i)?.id ?? null])
  }
}

type Row = { id: string; state: string; cleared: bigint; refunded: bigint; returned: bigint }
/** States of all, and the money of goods to the fen. */
async function compareRows(m: Model, lab: OrdersLab): Promise<void> {
  const ids = m.orders.map(({ id }) => id)
  const { rows } = await sql<Row>`select id, state, cleared_fen as cleared, refunded_fen as refunded,
    returned_fen as returned from orders where id = any(${ids}::text[])`.execute(lab.db)
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const order of m.orders) {
    const { id, state, kind, clearedFen: cleared, refundedFen: refunded, returnedFen: returned } = order
    const money = kind === 'machine' ? {} : { cleared, refunded, returned }
    expect({ ...order, row: found.get(id) }).toMatchObject({ row: { state, ...money } })
  }
}

const small = fc.integer({ min: 0, max: 1 })

async function payFor(order: model.ModelOrder, m: Model, lab: OrdersLab): Promise<void> {
  expect(await lab.payment.payAtCashier(order.id)).toBe(model.payAtCashier(m, order))
  await lab.payment.notify(order.id)
  model.hear(m, order)
}

/** The usual way to a running service or a delivery, in one command, so that what comes after it is reached often. */
async function serve(order: model.ModelOrder, m: Model, real: Real, lab: OrdersLab): Promise<void> {
  await payFor(order, m, lab)
  if (order.kind === 'machine') return begin(order, m, real, lab)
  if (order.kind === 'work') await startWork(order, m, real, lab)
  await deliver(order, m, real, lab)
}

const WAYS = ['ended early', 'ended early with a renewal not paid', 'renewed late', 'renewed until its end'] as const
/** A machine rented by its way to a renewal, and to what meets it there. */
async function serveAndRenew(wanted: Wanted, way: number, [m, real, lab]: Parameters<Run>) {
  const { machine, buyer } = wanted
  await buy(m, real, lab, wanted)
  const order = model.liveOrder(m, machine)
  if (order?.buyer !== buyer || order.state === 'paid') return
  if (order.state === 'to-be-paid') await serve(order, m, real, lab)
  if (order.state !== 'serving') return
  if (way === 2) await pass(Math.max(0, model.endOf(order) - m.now - 4), m, lab)
  const before = m.orders.length
  await renew(order, m, real, lab)
  if (way !== 1 && m.orders.length > before) await payFor(m.orders.at(-1)!, m, lab)
  if (way < 2) return stop(order, m, real, lab)
  if (way === 2) return
  await pass(model.endOf(order) - m.now, m, lab)
  await lab.sweep()
  model.sweep(m)
}
async function pass(howMany: number, m: Model, lab: OrdersLab): Promise<void> {
  await lab.advance(minutes(howMany))
  m.now += howMany
}

/** A kind of command drawn `weight` times as often as another, in either process. */
function kinds(
  weight: number,
  make: (process: number, drawn: number, other: number) => Command,
): fc.Arbitrary<Command>[] {
  const arbitrary = fc.tuple(small, fc.nat({ max: 3 }), fc.nat({ max: 11 })).map((drawn) => make(...drawn))
  return Array.from({ length: weight }, () => arbitrary)
}
const orderKinds = (weight: number, name: string, run: Parameters<typeof onOrder>[3]) =>
  kinds(weight, (process, n) => onOrder(name, process, n, run))

const commands = [
  ...kinds(3, (process, buyer, at) => {
    const wanted = { machine: at % MACHINES, buyer, hours: at % 4 === 3 ? model.HOURS : null }
    return command(`buy ${JSON.stringify(wanted)}`, process, (m, real, lab) => buy(m, real, lab, wanted))
  }),
  ...kinds(2, (process, buyer, at) => {
    const kind = at % 2 ? 'work' : 'copy'
    return command(`buy ${kind} by ${buyer}`, process, async (m, real, lab) => {
      await buyGoods(m, real, lab, kind, buyer)
    })
  }),
  // Whole stretches of a life in one command, so that what comes late is reached often.
  ...kinds(4, (process, buyer, at) => {
    const kind = at % 2 ? 'work' : 'copy'
    return command(`buy and pay ${kind}${at < 6 ? ', and have it' : ''} by ${buyer}`, process, async (m, real, lab) => {
      const order = await buyGoods(m, real, lab, kind, buyer)
      if (order && at < 6) await serve(order, m, real, lab)
      else if (order) await payFor(order, m, lab)
    })
  }),
  ...kinds(3, (process, buyer, at) => {
    const way = Math.floor(at / MACHINES)
    const wanted = { machine: at % MACHINES, buyer, hours: (at + buyer) % 2 ? model.HOURS : null }
    return command(`serve ${JSON.stringify(wanted)}, ${WAYS[way]}`, process, (...rest) =>
      serveAndRenew(wanted, way, rest),
    )
  }),
  ...kinds(4, (process, n) =>
    command(`${SWEPT_DAYS[n]} days pass, and are swept`, process, async (m, _, lab) => {
      await lab.advance(days(SWEPT_DAYS[n]!))
      m.now += SWEPT_DAYS[n]! * 24 * 60
      await lab.sweep()
      model.sweep(m)
    }),
  ),
  ...orderKinds(4, 'serve', serve),
  ...orderKinds(1, 'start', startWork),
  ...orderKinds(1, 'deliver', deliver),
  ...orderKinds(2, 'give a part back', (order, m, _, lab) => refund(order, m, lab, model.PART_FEN)),
  ...orderKinds(1, 'give the rest back', (order, m, _, lab) => refund(order, m, lab, 'rest')),
  ...orderKinds(2, 'stop now', stop),
  ...orderKinds(2, 'renew', (order, ...rest) => renew(order, ...rest)),
  ...orderKinds(1, 'renew for another time', (order, ...rest) =>
    renew(order, ...rest, order.hours === null ? model.HOURS : null),
  ),
  ...orderKinds(2, 'prepare a renewal', (order, m, real) => prepare(order, 0n, m, real)),
  ...orderKinds(1, 'prepare a renewal for less', (order, m, real) => prepare(order, 1n, m, real)),
  ...orderKinds(3, 'renew and pay', async (order, m, real, lab) => {
    const before = m.orders.length
    await renew(order, m, real, lab)
    if (m.orders.length > before) await payFor(m.orders.at(-1)!, m, lab)
  }),
  ...orderKinds(2, 'clear', clear),
  // A case about a lease is opened, or ends without a refund; a ruling is a part given back of what is held.
  ...orderKinds(2, 'hold or let go', async (order, _m, _real, lab) => {
    if (order.kind !== 'machine') return
    order.isHeld = !order.isHeld
    await lab.market.setHeld(order.id, order.isHeld)
  }),
  ...orderKinds(1, 'rule that a part goes back', async (order, m, _, lab) => {
    if (!order.isHeld) return
    await refund(order, m, lab, model.PART_FEN)
    order.isHeld = false
    await lab.market.setHeld(order.id, false)
  }),
  ...orderKinds(1, 'begin', begin),
  ...orderKinds(1, 'pay at the cashier', async (order, m, _, lab) => {
    expect(await lab.payment.payAtCashier(order.id)).toBe(model.payAtCashier(m, order))
  }),
  ...orderKinds(1, 'notify three times', async (order, m) => {
    await Promise.all([0, 1, 0].map((process) => labs[process]!.payment.notify(order.id)))
    model.hear(m, order)
  }),
  ...orderKinds(1, 'return from the cashier', async (order, m, real, lab) => {
    await lab.call(payResult, { params: { id: order.id } }, person(real, order.buyer))
    model.hear(m, order)
  }),
  ...orderKinds(1, 'cancel', async (order, m, real, lab) => {
    const call = lab.call(cancelOrder, { params: { id: order.id } }, person(real, order.buyer))
    expect(await codeOf(call)).toBe(model.cancel(m, order))
  }),
  ...orderKinds(1, 'fail the service', async (order, _m, _real, lab) => {
    await inTransaction(lab.db, (tx) => lab.orders.failService(tx, order.id, 'unreachable'))
    model.failService(order)
  }),
  ...kinds(1, (process) =>
    command('payment works', process, async (m, _, lab) => {
      await lab.payment.work()
      model.paymentWorks(m)
    }),
  ),
  ...kinds(1, (process) =>
    command('sweep', process, async (m, _, lab) => {
      await lab.sweep()
      model.sweep(m)
    }),
  ),
  ...kinds(2, (process, n) =>
    command(`${STEPS_MINUTES[n]} minutes pass`, process, async (m, _, lab) => {
      await pass(STEPS_MINUTES[n]!, m, lab)
    }),
  ),
  ...kinds(2, (process, n, at) =>
    command(`machine ${at % MACHINES} ${n ? 'online' : 'offline'}`, process, async (m, real, lab) => {
      const id = real.products[at % MACHINES]!
      await (n ? lab.market.bringOnline(id) : lab.market.takeOffline(id))
      model.setOnline(m, at % MACHINES, n > 0)
    }),
  ),
  ...kinds(1, (process) =>
    command('restart', process, async () => {
      await labs[process]!.close()
      labs[process] = await openLab()
    }),
  ),
]

/** Each clearing of a lease paid exactly what had accrued by its moment, and was not given back by then. */
async function compareClearings(real: Real): Promise<void> {
  type Clearing = { amount: bigint; start: Date; end: Date; isOver: boolean; at: Date; upTo: bigint; refunded: bigint }
  const { rows } = await sql<Clearing>`
    select o.amount_fen as amount, o.serve_start_at as start, c.at >= o.serve_end_at as "isOver",
      o.serve_start_at + make_interval(hours => coalesce(o.period_hours, 24 * o.period_days)) as end, c.at,
      sum(c.amount_fen) over (partition by o.id order by c.number)::bigint as "upTo",
      (select coalesce(sum(r.amount_fen), 0)::bigint from order_refunds r
        where r.order_id = o.id and r.at <= c.at) as refunded
    from clearings c join orders o on o.id = c.order_id
    where o.seller_id = ${seller(real)} and o.release = 'linear'`.execute(labs[0]!.db)
  for (const { amount, start, end, isOver, at, upTo, refunded } of rows) {
    // Of a lease that was ended before its time all that did not go back was earned then.
    const accrued = isOver ? amount : accruedFen(amount, start, end, at)
    const most = amount - refunded
    const isCapped = accrued > most
    expect(upTo).toBe(isCapped ? most : accrued)
  }
}

test('any sequence of commands over two processes leaves what the model says, and a sound ledger (P1)', {
  timeout: 1_800_000,
}, async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: COMMANDS, size: 'max' }), async (sequence) => {
      const real: Real = { prefix: `run${++run}`, products: [], goods: { work: '', copy: '' } }
      const goods = { sellerId: seller(real), priceFen: model.PRICE_FEN }
      real.goods.work = await labs[0]!.kinds.work.publish({ ...goods, days: model.DELIVER_DAYS })
      real.goods.copy = await labs[0]!.kinds.copy.publish(goods)
      for (let i = 0; i < MACHINES; i++)
        real.products.push(
          await labs[0]!.market.publish({
            sellerId: seller(real),
            priceFen: model.PRICE_FEN,
            periodDays: model.PERIOD_DAYS,
            hourFen: model.HOUR_FEN,
          }),
        )
      await fc.asyncModelRun(() => ({ model: model.emptyModel(MACHINES), real }), sequence)
      await compareClearings(real)
      // Days may have passed in which payment did nothing: what is to go back goes now (I10).
      await labs[0]!.payment.work()
      expect(await labs[0]!.ledger.verify()).toEqual([])
    }),
    // Without the usual leaning to short runs: what is interesting comes late in an order's life.
    { numRuns: RUNS, unbiased: true, ...(SEED && { seed: Number(SEED) }) },
  )
})

test('the database accrues as the program does', async () => {
  const fen = fc.bigInt({ min: 1n, max: 10_000_000_000_00n })
  const offset = fc.integer({ min: -1000, max: 400 * 86_400_000 })
  const cases = fc.sample(fc.tuple(fen, fc.integer({ min: 1, max: 365 }), offset, fc.nat(2_000_000_000)), 500)
  const start = (seed: number) => new Date(Date.UTC(2020, 0, 1) + seed * 97)
  const rows = cases.map(([total, periodDays, offsetMs, seed]) => {
    const from = start(seed)
    const to = new Date(from.getTime() + periodDays * 86_400_000)
    return { total, from, to, at: new Date(from.getTime() + offsetMs) }
  })
  for (const { total, from, to, at } of rows) {
    const { rows: answer } = await sql<{ fen: bigint }>`
      select accrued_fen(${total}::bigint, ${from}::timestamptz, ${to}::timestamptz, ${at}::timestamptz) as fen`.execute(
      labs[0]!.db,
    )
    expect(answer[0]!.fen).toBe(accruedFen(total, from, to, at))
  }
})
