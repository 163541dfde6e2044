import { RENEWAL_UNTIL_MINUTES } from '@trove/contract/order-lists/routes'
import {
  CLEARABLE_STATES,
  type CloseReason,
  LIVE_ORDER_STATES,
  ORDER_TRANSITIONS,
  type OrderLifeState,
  type OrderTransition,
  type Transition,
} from '@trove/contract/orders/states'
import { MOST_UNPAID_GOODS } from '../../src/modules/orders/model/rules.ts'

/**
 * What orders, their payments and their machines must be after any commands: a plain reducer, written from the
 * specification and not from the module. Time is whole minutes of business time; real milliseconds only ever come on top.
 */

export const EXPIRY_MINUTES = 15
export const GRACE_MINUTES = 2
export const PERIOD_DAYS = 3
export const AUTO_CLEAR_AFTER_DAYS = 7
export const PRICE_FEN = 99_999n
/** By the hour: its length and price never bring a limit of a part to a moment in which a command can run. */
export const HOURS = 7
export const HOUR_FEN = 14_263n
/** A part whose limits never fall together with a moment in which a command can run. */
export const PART_FEN = 12_000n
/** The agreed time to deliver work. */
export const DELIVER_DAYS = 2
const START_WITHIN_DAYS = 3
const SILENCE_DAYS = 7
const REMINDERS_AFTER_DAYS = [4, 6]
const HOUR = 60
const DAY = 24 * HOUR

/** Machines earn by the second, work when it is accepted, copies when nobody may give them back any more. */
export type Kind = 'machine' | 'work' | 'copy'

export type ModelOrder = {
  /** Filled in by the command that made it. */
  id: string
  kind: Kind
  /** Of a machine's order; -1 of goods that anybody may buy at once. */
  machine: number
  buyer: number
  /** Of a lease by the hour. */
  hours: number | null
  amountFen: bigint
  state: OrderLifeState
  closeReason: CloseReason | null
  createdAt: number
  serveStartAt: number | null
  /** The order whose lease it goes on with; it begins where that one ends. */
  renews: ModelOrder | null
  /** A case about it is open: nothing is cleared. */
  isHeld: boolean
  /** When it can be paid no more. */
  expiresAt: number
  /** Minute in which the buyer ended it before its time. */
  stoppedAt: number | null
  /** Minute of the last clearing. */
  clearedAt: number | null
  /** Exact of goods; of a machine as if no time passed within a minute. */
  clearedFen: bigint
  refundedFen: bigint
  returnedFen: bigint
  deliveredAt: number | null
  /** Minute in which something happens by itself, and how often it did in this state. */
  dueAt: number | null
  dueCount: number
  provider: 'open' | 'paid' | 'closed'
  isHeard: boolean
  isCloseWanted: boolean
  /** Minute in which the sweep last looked at it as overdue. */
  askedAt: number | null
}
export type ModelMachine = { isOnline: boolean }
export type Model = { now: number; machines: ModelMachine[]; orders: ModelOrder[] }

export function emptyModel(machines: number): Model {
  return { now: 0, machines: Array.from({ length: machines }, () => ({ isOnline: true })), orders: [] }
}

/** A renewal that waits holds nothing: the machine is the running order's. */
const isWaiting = (order: ModelOrder) => order.renews !== null && order.serveStartAt === null
const isLive = (order: ModelOrder) =>
  (LIVE_ORDER_STATES as readonly string[]).includes(order.state) && !isWaiting(order)
export const liveOrder = (model: Model, machine: number) =>
  model.orders.find((order) => order.machine === machine && isLive(order))
/** How long a lease is: its units, each of so many minutes. */
const termOf = ({ hours }: ModelOrder) =>
  hours === null ? { count: PERIOD_DAYS, unit: DAY } : { count: hours, unit: HOUR }
const minutesOf = (order: ModelOrder) => termOf(order).count * termOf(order).unit
export const endOf = (order: ModelOrder) => order.stoppedAt ?? order.serveStartAt! + minutesOf(order)
export const priceFenOf = (hours: number | null) => (hours === null ? PRICE_FEN : HOUR_FEN * BigInt(hours))

function move(order: ModelOrder, name: OrderTransition): void {
  const transition: Transition = ORDER_TRANSITIONS[name]
  if (!transition.from.includes(order.state)) throw new Error(`the model itself is wrong: ${name} from ${order.state}`)
  if (transition.to !== null) Object.assign(order, { state: transition.to, dueAt: null, dueCount: 0 })
  order.closeReason = transition.closeReason ?? order.closeReason
}

type Asked = { machine: number; buyer: number; hours: number | null }

/** What a buyer's order call must answer: a new order, the buyer's own again, or a refusal. One of other terms is cancelled. */
export function buyOutcome(model: Model, { machine, buyer, hours }: Asked): 'new' | ModelOrder | string {
  const live = liveOrder(model, machine)
  if (live && live.buyer !== buyer) return 'orders.product-taken'
  if (live) {
    const isPayable = live.state === 'to-be-paid' && model.now < live.expiresAt
    if (!isPayable) return 'orders.product-unavailable'
    if (live.hours === hours) return live
    if (cancel(model, live)) return 'orders.product-unavailable'
  }
  if (!model.machines[machine]!.isOnline) return 'orders.product-unavailable'
  const unpaid = unpaidOf(model, buyer)
  return unpaid.length < MOST_UNPAID_GOODS ? 'new' : 'orders.too-many-unpaid'
}

/** What takes room among a buyer's unpaid orders; a renewal takes none. */
const unpaidOf = (model: Model, buyer: number) =>
  model.orders.filter((order) => order.buyer === buyer && order.state === 'to-be-paid' && order.renews === null)

/** The same of goods that anybody may buy. Orders past their time count as unpaid until they are closed. */
export function buyGoodsOutcome(model: Model, kind: Kind, buyer: number): 'new' | ModelOrder | string {
  const unpaid = unpaidOf(model, buyer)
  const twin = unpaid.find((order) => order.kind === kind && model.now < order.createdAt + EXPIRY_MINUTES)
  return twin ?? (unpaid.length < MOST_UNPAID_GOODS ? 'new' : 'orders.too-many-unpaid')
}

export function addOrder(model: Model, id: string, kind: Kind, { machine, buyer, hours }: Asked): ModelOrder {
  const order: ModelOrder = {
    id,
    kind,
    machine,
    buyer,
    hours,
    amountFen: priceFenOf(hours),
    state: 'to-be-paid',
    closeReason: null,
    createdAt: model.now,
    serveStartAt: null,
    renews: null,
    isHeld: false,
    expiresAt: model.now + EXPIRY_MINUTES,
    stoppedAt: null,
    clearedAt: null,
    clearedFen: 0n,
    refundedFen: 0n,
    returnedFen: 0n,
    deliveredAt: null,
    dueAt: null,
    dueCount: 0,
    provider: 'open',
    isHeard: false,
    isCloseWanted: false,
    askedAt: null,
  }
  model.orders.push(order)
  return order
}

export const renewalOf = (model: Model, order: ModelOrder) =>
  model.orders.find(({ renews, state }) => renews === order && (state === 'to-be-paid' || state === 'paid'))

/** What renewing a lease must answer: a new order, the unpaid one again, or a refusal. */
export function renewOutcome(model: Model, order: ModelOrder, hours: number | null): 'new' | ModelOrder | string {
  if (order.kind !== 'machine') return 'orders.not-renewable'
  if (order.state !== 'serving') return 'orders.not-renewable'
  const known = renewalOf(model, order)
  if (known?.state === 'paid') return 'orders.already-renewed'
  if (known && model.now >= known.expiresAt) return 'orders.product-unavailable'
  if (known?.hours === hours) return known
  if (known && cancel(model, known)) return 'orders.already-renewed'
  if (endOf(order) - model.now < RENEWAL_UNTIL_MINUTES) return 'orders.renewal-late'
  return 'new'
}

/** One that the buyer let be prepared can be paid until the end. */
export function addRenewal(
  model: Model,
  id: string,
  order: ModelOrder,
  made: { hours: number | null; isPrepared?: boolean },
): void {
  const { hours, isPrepared } = made
  const renewal = addOrder(model, id, 'machine', { ...order, hours })
  renewal.renews = order
  renewal.expiresAt = isPrepared ? endOf(order) : Math.min(renewal.expiresAt, endOf(order))
}

/** The lease is over before its time: its renewal is closed unpaid, or goes back whole. */
function dropRenewal(model: Model, order: ModelOrder): void {
  const renewal = renewalOf(model, order)
  if (renewal?.state === 'paid') failService(renewal)
  else if (renewal) closeRenewal(renewal)
}

function closeRenewal(renewal: ModelOrder): void {
  move(renewal, 'expire')
  renewal.isCloseWanted = true
}

/** The buyer pays at the cashier; whether the provider takes it. */
export function payAtCashier(model: Model, order: ModelOrder): boolean {
  if (order.provider !== 'open' || model.now >= order.expiresAt) return false
  order.provider = 'paid'
  return true
}

/** We hear what the provider says; nothing the second time. */
export function hear(model: Model, order: ModelOrder): void {
  if (order.isHeard || order.provider === 'open') return
  order.isHeard = true
  if (order.provider === 'paid') {
    if (order.state === 'to-be-paid') {
      move(order, 'pay')
      if (order.kind !== 'machine') order.dueAt = model.now + START_WITHIN_DAYS * DAY
    } else if (order.state === 'closed') {
      move(order, 'pay-late')
      order.refundedFen = order.amountFen
    }
  } else if (order.state === 'to-be-paid') {
    move(order, model.now >= order.expiresAt ? 'expire' : 'fail-payment')
  }
}

export function cancel(model: Model, order: ModelOrder): string | undefined {
  if (order.state !== 'to-be-paid') return 'orders.not-cancelable'
  hear(model, order)
  if (order.state !== 'to-be-paid') return 'orders.not-cancelable'
  move(order, 'cancel')
  order.isCloseWanted = true
  return undefined
}

/** Everything payment does by itself: closes what is over or unwanted, and gives back what must go back. */
export function paymentWorks(model: Model): void {
  for (const order of model.orders) {
    if (order.isHeard) continue
    if (!order.isCloseWanted && model.now < order.expiresAt) continue
    if (order.provider === 'open') order.provider = 'closed'
    hear(model, order)
  }
  for (const order of model.orders) {
    if (order.refundedFen > 0n) order.returnedFen = order.refundedFen
    if (order.state === 'refunding') move(order, 'refund')
  }
}

/** A machine is handed over; false when that is an error. */
export function begin(model: Model, order: ModelOrder): boolean {
  if (order.kind !== 'machine') return false
  if (order.state !== 'paid') return order.state === 'serving'
  // A renewal begins with the end of what it goes on with.
  if (order.renews) return false
  move(order, 'begin')
  order.serveStartAt = model.now
  return true
}

/** A seller starts to work; false when nothing comes of it. */
export function start(model: Model, order: ModelOrder): boolean {
  if (order.kind !== 'work' || order.state !== 'paid') return false
  move(order, 'begin')
  order.dueAt = model.now + DELIVER_DAYS * DAY
  return true
}

/** Work is handed in, or a copy is; false when nothing comes of it. */
export function deliver(model: Model, order: ModelOrder): boolean {
  const from = order.kind === 'work' ? 'serving' : 'paid'
  if (order.kind === 'machine' || order.state !== from) return false
  move(order, order.kind === 'work' ? 'deliver' : 'provide')
  order.deliveredAt = model.now
  order.dueAt = model.now + (order.kind === 'work' ? REMINDERS_AFTER_DAYS[0]! : SILENCE_DAYS) * DAY
  return true
}

export const openFen = (order: ModelOrder) => order.amountFen - order.clearedFen - order.refundedFen

export function failService(order: ModelOrder): void {
  if (order.state !== 'paid') return
  move(order, 'fail-service')
  order.refundedFen = order.amountFen
}

/** Money goes back: a part, or all that is left; whether there is that much. */
export function refund(model: Model, order: ModelOrder, part: bigint | 'rest'): boolean {
  const fen = part === 'rest' ? openFen(order) : part
  const isPossible =
    ['paid', 'serving', 'delivered', 'ended'].includes(order.state) && fen > 0n && fen <= openFen(order)
  if (!isPossible) return false
  order.refundedFen += fen
  if (openFen(order) > 0n) move(order, 'refund-part')
  else if (order.clearedFen === 0n) {
    move(order, order.state === 'paid' ? 'fail-service' : 'refund-all')
    dropRenewal(model, order)
  } else {
    if (order.state === 'serving') endEarly(model, order)
    move(order, 'finish')
  }
  return true
}

/** What goes back of a running lease that its buyer ends now, whole days or hours not begun; undefined when it does not run. */
export function stopFen(model: Model, order: ModelOrder): bigint | undefined {
  if (order.kind !== 'machine' || order.state !== 'serving' || model.now >= endOf(order)) return undefined
  const { count, unit } = termOf(order)
  const begun = Math.floor((model.now - order.serveStartAt!) / unit) + 1
  const fen = (order.amountFen * BigInt(count - begun)) / BigInt(count)
  return fen < openFen(order) ? fen : openFen(order)
}

export function stop(model: Model, order: ModelOrder, fen: bigint): void {
  if (fen > 0n) refund(model, order, fen)
  if (order.state !== 'serving') return
  endEarly(model, order)
  order.stoppedAt = model.now
  if (openFen(order) === 0n) move(order, 'finish')
}

function endEarly(model: Model, order: ModelOrder): void {
  move(order, 'end')
  model.machines[order.machine]!.isOnline = false
  dropRenewal(model, order)
}

/** The window is over: a paid renewal begins exactly there, and one that is not paid is closed. */
function end(model: Model, order: ModelOrder): void {
  move(order, 'end')
  const renewal = renewalOf(model, order)
  if (renewal?.state === 'paid') {
    move(renewal, 'begin')
    renewal.serveStartAt = endOf(order)
    return
  }
  if (renewal) closeRenewal(renewal)
  model.machines[order.machine]!.isOnline = false
}

/** What a machine's order has earned by the model's minute. */
function earnedFen(model: Model, order: ModelOrder): bigint {
  const minutes = BigInt(model.now - order.serveStartAt!)
  const accrued = (order.amountFen * minutes) / BigInt(minutesOf(order))
  const most = order.amountFen - order.refundedFen
  return model.now >= endOf(order) || accrued > most ? most : accrued
}

/** Whoever clears does so; undefined when it pays something. */
export function clear(model: Model, order: ModelOrder): string | undefined {
  if (order.isHeld) return 'orders.held'
  if (order.state === 'finished') return 'orders.nothing-to-clear'
  if (order.kind !== 'machine') return clearGoods(model, order)
  if (!(CLEARABLE_STATES.linear as readonly string[]).includes(order.state)) return 'orders.not-clearable'
  const isOver = model.now >= endOf(order)
  const earned = earnedFen(model, order)
  if ((!isOver && model.now === (order.clearedAt ?? order.serveStartAt)) || earned <= order.clearedFen)
    return 'orders.nothing-to-clear'
  if (isOver && order.state === 'serving') end(model, order)
  order.clearedAt = model.now
  order.clearedFen = earned
  if (order.state === 'ended') move(order, 'finish')
  return undefined
}

/** The buyer of work accepts; the seller of a copy takes what nobody can give back any more. */
function clearGoods(model: Model, order: ModelOrder): string | undefined {
  const isReady = order.kind === 'work' || model.now >= order.dueAt!
  if (order.state !== 'delivered' || !isReady) return 'orders.not-clearable'
  takeAll(order)
  return undefined
}

function takeAll(order: ModelOrder): void {
  move(order, order.kind === 'work' ? 'accept' : 'pass')
  order.clearedFen = openFen(order)
  move(order, 'finish')
}

export function sweep(model: Model): void {
  // A renewal that begins in a sweep, and whose own time is over by then, ends with the next.
  const running = new Set(model.orders.filter(({ state }) => state === 'serving'))
  for (const order of model.orders) {
    if (order.kind === 'machine') sweepMachine(model, order, running.has(order))
    else if (order.dueAt !== null && model.now >= order.dueAt) actInTime(model, order)
    sweepUnpaid(model, order)
  }
}

function sweepMachine(model: Model, order: ModelOrder, isRunning: boolean): void {
  if (isRunning && order.state === 'serving' && model.now >= endOf(order)) {
    end(model, order)
    if (openFen(order) === 0n) move(order, 'finish')
  }
  if (order.state === 'ended' && !order.isHeld && model.now >= endOf(order) + AUTO_CLEAR_AFTER_DAYS * DAY) {
    order.clearedAt = model.now
    order.clearedFen = earnedFen(model, order)
    move(order, 'finish')
  }
}

/** Nobody began, delivered or accepted in time. */
function actInTime(model: Model, order: ModelOrder): void {
  if (order.state === 'paid') failService(order)
  else if (order.state === 'serving') order.dueAt = null
  else if (order.kind === 'copy' || order.dueCount === REMINDERS_AFTER_DAYS.length) takeAll(order)
  else {
    const next = [...REMINDERS_AFTER_DAYS, SILENCE_DAYS][++order.dueCount]!
    // Two reminders, and the acceptance, are a day apart at least.
    order.dueAt = Math.max(order.deliveredAt! + next * DAY, model.now + DAY)
  }
}

/** An overdue order is to be closed at the first look; at later ones the provider is asked what became of it. */
function sweepUnpaid(model: Model, order: ModelOrder): void {
  const isOverdue = model.now >= order.expiresAt + GRACE_MINUTES
  if (order.state !== 'to-be-paid' || !isOverdue || order.askedAt === model.now) return
  if (order.askedAt === null) order.isCloseWanted = true
  else hear(model, order)
  order.askedAt = model.now
}

/** A seller takes a machine off the market or back; while it is held nothing changes. */
export function setOnline(model: Model, machine: number, isOnline: boolean): void {
  if (!liveOrder(model, machine)) model.machines[machine]!.isOnline = isOnline
}
