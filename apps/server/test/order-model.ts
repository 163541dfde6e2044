import {
  CLEARABLE_STATES,
  type CloseReason,
  LIVE_ORDER_STATES,
  ORDER_TRANSITIONS,
  type OrderLifeState,
  type OrderTransition,
} from '@trove/contract/order-states'

/**
 * What orders, their payments and their machines must be after any commands: a plain reducer, written from the
 * specification and not from the module. Time is whole minutes of business time; real milliseconds only ever come on top.
 */

export const EXPIRY_MINUTES = 15
export const GRACE_MINUTES = 2
export const PERIOD_DAYS = 3
export const AUTO_CLEAR_AFTER_DAYS = 7
const DAY = 24 * 60

export type ModelOrder = {
  /** Filled in by the command that made it. */
  id: string
  machine: number
  buyer: number
  state: OrderLifeState
  closeReason: CloseReason | null
  createdAt: number
  serveStartAt: number | null
  /** Minute of the last clearing, and whether all is cleared. */
  clearedAt: number | null
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

const isLive = (order: ModelOrder) => (LIVE_ORDER_STATES as readonly string[]).includes(order.state)
export const liveOrder = (model: Model, machine: number) =>
  model.orders.find((order) => order.machine === machine && isLive(order))
export const endOf = (order: ModelOrder) => order.serveStartAt! + PERIOD_DAYS * DAY

function move(order: ModelOrder, name: OrderTransition): void {
  const transition: { from: OrderLifeState; to: OrderLifeState; closeReason?: CloseReason } = ORDER_TRANSITIONS[name]
  if (order.state !== transition.from) throw new Error(`the model itself is wrong: ${name} from ${order.state}`)
  order.state = transition.to
  order.closeReason = transition.closeReason ?? order.closeReason
}

/** What a buyer's order call must answer: a new order, the buyer's own again, or a refusal. */
export function buyOutcome(model: Model, machine: number, buyer: number): 'new' | ModelOrder | string {
  const live = liveOrder(model, machine)
  if (live && live.buyer !== buyer) return 'orders.product-taken'
  if (live) {
    const isPayable = live.state === 'to-be-paid' && model.now < live.createdAt + EXPIRY_MINUTES
    return isPayable ? live : 'orders.product-unavailable'
  }
  return model.machines[machine]!.isOnline ? 'new' : 'orders.product-unavailable'
}

export function addOrder(model: Model, id: string, machine: number, buyer: number): void {
  model.orders.push({
    id,
    machine,
    buyer,
    state: 'to-be-paid',
    closeReason: null,
    createdAt: model.now,
    serveStartAt: null,
    clearedAt: null,
    provider: 'open',
    isHeard: false,
    isCloseWanted: false,
    askedAt: null,
  })
}

/** The buyer pays at the cashier; whether the provider takes it. */
export function payAtCashier(model: Model, order: ModelOrder): boolean {
  if (order.provider !== 'open' || model.now >= order.createdAt + EXPIRY_MINUTES) return false
  order.provider = 'paid'
  return true
}

/** We hear what the provider says; nothing the second time. */
export function hear(model: Model, order: ModelOrder): void {
  if (order.isHeard || order.provider === 'open') return
  order.isHeard = true
  if (order.provider === 'paid') {
    if (order.state === 'to-be-paid') move(order, 'pay')
    else if (order.state === 'closed') move(order, 'pay-late')
  } else if (order.state === 'to-be-paid') {
    move(order, model.now >= order.createdAt + EXPIRY_MINUTES ? 'expire' : 'fail-payment')
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
    if (!order.isCloseWanted && model.now < order.createdAt + EXPIRY_MINUTES) continue
    if (order.provider === 'open') order.provider = 'closed'
    hear(model, order)
  }
  for (const order of model.orders) if (order.state === 'refunding') move(order, 'refund')
}

export function begin(model: Model, order: ModelOrder): boolean {
  if (order.state !== 'paid') return order.state === 'serving'
  move(order, 'begin')
  order.serveStartAt = model.now
  return true
}

export function failService(order: ModelOrder): void {
  if (order.state === 'paid') move(order, 'fail-service')
}

function end(model: Model, order: ModelOrder): void {
  move(order, 'end')
  model.machines[order.machine]!.isOnline = false
}

/** The seller clears; undefined when it pays something. */
export function clear(model: Model, order: ModelOrder): string | undefined {
  if (order.state === 'finished') return 'orders.nothing-to-clear'
  if (!(CLEARABLE_STATES as readonly string[]).includes(order.state)) return 'orders.not-clearable'
  const isOver = model.now >= endOf(order)
  const earnedSince = order.clearedAt ?? order.serveStartAt!
  if (!isOver && model.now === earnedSince) return 'orders.nothing-to-clear'
  if (isOver && order.state === 'serving') end(model, order)
  order.clearedAt = model.now
  if (order.state === 'ended') move(order, 'finish')
  return undefined
}

export function sweep(model: Model): void {
  for (const order of model.orders) {
    if (order.state === 'serving' && model.now >= endOf(order)) end(model, order)
    if (order.state === 'ended' && model.now >= endOf(order) + AUTO_CLEAR_AFTER_DAYS * DAY) {
      order.clearedAt = model.now
      move(order, 'finish')
    }
    sweepUnpaid(model, order)
  }
}

/** An overdue order is to be closed at the first look; at later ones the provider is asked what became of it. */
function sweepUnpaid(model: Model, order: ModelOrder): void {
  const isOverdue = model.now >= order.createdAt + EXPIRY_MINUTES + GRACE_MINUTES
  if (order.state !== 'to-be-paid' || !isOverdue || order.askedAt === model.now) return
  if (order.askedAt === null) order.isCloseWanted = true
  else hear(model, order)
  order.askedAt = model.now
}

/** A seller takes a machine off the market or back; while it is held nothing changes. */
export function setOnline(model: Model, machine: number, isOnline: boolean): void {
  if (!liveOrder(model, machine)) model.machines[machine]!.isOnline = isOnline
}
