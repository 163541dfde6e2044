import { randomInt } from 'node:crypto'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import type { ProductType } from '@trove/contract/order-lists/kinds'
import { ORDER_EXPIRY_MINUTES } from '@trove/contract/order-lists/routes'
import type { PayMethod } from '@trove/contract/payment/routes'
import { parseYuan } from '@trove/units/money'
import { shanghaiDay } from '@trove/units/shanghai'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { newId } from '../../../platform/base/id.ts'
import { isCheckViolation, isUniqueViolation } from '../../../platform/db/errors.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Trade } from '../../payment/module.ts'
import type { Markets, OrdersNeeds } from '../model/needs.ts'
import { MOST_UNPAID_GOODS } from '../model/rules.ts'
import type { Ask, Choice, ChoiceName, Quote, Sellable } from '../model/sellable.ts'
import { insertOrder } from '../model/store.ts'
import { findRenewal } from '../model/store-renewals.ts'
import { changeChoice, findLiveOrder, findTwin, takeTurn } from '../model/store-unpaid.ts'
import type { Life } from './life.ts'
import type { Renewals } from './renewals.ts'

export type PaymentAsk = Choice & {
  productId: string
  productType: ProductType
  payMethod?: PayMethod
  device?: 'pc' | 'mobile'
  confirmed?: boolean
  /** An order of the buyer's own in service that this one goes on with. */
  renews?: string
  /** What the buyer was shown as its price, in yuan. */
  expectedAmount?: string
  /** Numbers that the buyer was shown of it. */
  expectedFacts?: Record<string, number>
}
/** A renewal made for a buyer who lets it be prepared, at what it costs now and no more than `mostFen`. */
export type RenewalAsk = Pick<PaymentAsk, 'productId' | 'productType'> & {
  buyerId: string
  renews: string
  mostFen: bigint
  choice?: Choice
}
/** Without an order it costs more than it may. */
export type AskedRenewal = { priceFen: bigint; orderId?: string }
export type Reservation = { orderId: string; url: string }

const NUMBER_DIGITS = 12
/** A number drawn twice on one day is drawn again. */
const NUMBER_TRIES = 5

/** Making orders: the product is held, the order written and its payment opened in one transaction. */
export function createReserve(
  needs: OrdersNeeds,
  markets: Markets,
  { life, renewals }: { life: Life; renewals: Renewals },
) {
  const { db, payment, log } = needs

  /**
   * Reserves the product for the buyer and answers the cashier's address. A buyer who has an unpaid order of it already
   * gets that one back.
   * @throws ContractError why the product cannot be sold to this buyer, or `payment.unavailable`
   */
  const createPayment = (buyerId: string, ask: PaymentAsk): Promise<Reservation> => place(buyerId, ask)

  /** `isAgain`: what had taken the product was gone when it was looked at. */
  async function place(buyerId: string, ask: PaymentAsk, isAgain = false): Promise<Reservation> {
    requireThat(ask.payMethod !== 'wechat', 'payment.wechat-unsupported')
    const market = markets.require(ask.productType)
    const choice = readChoice(market, ask)
    let trade: Trade
    try {
      trade = await reserve(market, buyerId, ask, choice)
    } catch (error) {
      // Taken by this buyer: an earlier order, or the twin of a doubled request.
      const found = isTaken(error) ? await resume(market, buyerId, ask, choice) : undefined
      // The twin of a doubled request has cancelled it, and not yet placed its own.
      if (found === 'gone' && !isAgain) return place(buyerId, ask, true)
      if (found && found !== 'gone') return found
      throw error
    }
    crashPoint('orders.create.after-commit')
    const { orderId } = trade
    try {
      return { orderId, url: payment.cashierUrlOf(trade, ask.device ?? 'pc') }
    } catch (error) {
      log.error({ err: error, orderId }, 'no cashier address for a new order: it is withdrawn')
      await life.withdraw(orderId)
      throw error instanceof ContractError ? error : new ContractError('payment.unavailable')
    }
  }

  /**
   * The buyer's own unpaid order of the product, payable again; `gone` where nothing has it any more.
   * @throws ContractError when the product is taken
   */
  async function resume(market: Sellable, buyerId: string, ask: PaymentAsk, choice: Choice) {
    if (ask.renews !== undefined) {
      const waiting = await findRenewal(db, ask.renews)
      if (!waiting) return 'gone'
      if (waiting.buyerId !== buyerId || waiting.state !== 'to-be-paid') return undefined
      requireThat(waiting.isPayable, 'orders.product-unavailable')
      if (!isSameTerms(market, waiting.choice, choice) || !isAsShown(ask, waiting.amountFen))
        return makeAnew(buyerId, waiting.id, ask)
      return { orderId: waiting.id, url: await cashier(waiting.id, ask) }
    }
    if (!market.isOneOf) {
      const twin = await findTwin(db, { ...ask, buyerId, choice, amountFen: shownFen(ask) })
      return twin && { orderId: twin.id, url: await cashier(twin.id, ask) }
    }
    const live = await findLiveOrder(db, ask)
    if (!live) return 'gone'
    requireThat(live.buyerId === buyerId, 'orders.product-taken')
    const isSame =
      isSameTerms(market, live.choice, choice) && isAsShown(ask, live.amountFen) && hasShownFacts(ask, live)
    if (live.isPayable && !isSame) return makeAnew(buyerId, live.id, ask)
    // The order is the same one, and what was chosen last counts.
    const isOpen = live.isPayable && (await changeChoice(db, live.id, choice))
    requireThat(isOpen, 'orders.product-unavailable')
    return { orderId: live.id, url: await cashier(live.id, ask) }
  }

  /** It costs something else or lasts for another time: the former order is cancelled, and this is a new one. */
  async function makeAnew(buyerId: string, formerId: string, ask: PaymentAsk): Promise<Reservation> {
    try {
      await life.cancel(buyerId, formerId)
    } catch (error) {
      // Closed by the twin of a doubled request, or paid this very moment, which the new call finds.
      if (!(error instanceof ContractError && error.code === 'orders.not-cancelable')) throw error
    }
    return createPayment(buyerId, ask)
  }

  async function cashier(orderId: string, ask: PaymentAsk): Promise<string> {
    try {
      return await payment.cashierUrl({ orderId, device: ask.device ?? 'pc' })
    } catch (error) {
      // It closed this very moment: to somebody who wants to buy, the product is what cannot be had.
      const isClosed = error instanceof ContractError && error.code === 'orders.not-payable'
      throw isClosed ? new ContractError('orders.product-unavailable') : error
    }
  }

  async function reserve(market: Sellable, buyerId: string, ask: PaymentAsk, choice: Choice): Promise<Trade> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await reserveOnce(market, buyerId, ask, choice)
      } catch (error) {
        const isTwin = isUniqueViolation(error, 'orders_one_renewal')
        if (isTwin || isUniqueViolation(error, 'orders_one_live_per_product'))
          throw new ContractError('orders.product-taken')
        if (isCheckViolation(error, 'orders_most_unpaid')) throw tooManyUnpaid()
        if (attempt >= NUMBER_TRIES || !isUniqueViolation(error, 'orders_out_trade_no')) throw error
      }
    }
  }

  /** Two messages to the database: the hold, and everything that follows from it with the commit. Goods that are not one-of
   * take two more, to find the buyer's equal order. */
  function reserveOnce(market: Sellable, buyerId: string, ask: PaymentAsk, choice: Choice): Promise<Trade> {
    const { productId, productType } = ask
    return inTransaction(db, async (tx) => {
      const orderId = newId()
      const { renews = null } = ask
      const held = { orderId, productId, buyerId, choice }
      const { mostExpiresAt, ...quote } = await quoted(tx, market, held, renews)
      requireThat(quote.sellerId !== buyerId, 'orders.own-product')
      requireThat(isAsShown(ask, quote.priceFen), 'orders.price-changed')
      requireThat(hasShownFacts(ask, quote), 'orders.product-changed')
      if (!market.isOneOf) {
        await takeTurn(tx, buyerId)
        const twin = await findTwin(tx, { productId, productType, buyerId, choice, amountFen: quote.priceFen })
        requireThat(!twin, 'orders.product-taken')
      }
      const expiresAt = earlier(new Date(quote.at.getTime() + ORDER_EXPIRY_MINUTES * 60_000), mostExpiresAt)
      const trade = await write(tx, market, {
        ask: held,
        quote,
        expiresAt,
        renews,
        isConfirmed: ask.confirmed ?? false,
      })
      crashPoint('orders.create.before-commit')
      return trade
    })
  }

  /** The order and its payment, with the next statement or the commit. */
  async function write(tx: Tx, market: Sellable, made: Made): Promise<Trade> {
    const { quote, expiresAt, renews, isConfirmed } = made
    const { orderId, productId, buyerId, choice } = made.ask
    const { at, sellerId, priceFen: amountFen, periodDays, periodHours = null, snapshot } = quote
    const outTradeNo = newNumber(at)
    const order = {
      ...{ id: orderId, outTradeNo, productType: market.kind, productId, isOneOf: market.isOneOf && renews === null },
      ...{ buyerId, sellerId, amountFen, release: market.release },
      ...{ periodDays, periodHours, snapshot, searchText: quote.searchText.toLowerCase() },
      ...{ createdAt: at, expiresAt, detail: { confirmed: isConfirmed } },
      ...{ choice, renews },
    }
    await insertOrder(tx, order, MOST_UNPAID_GOODS)
    crashPoint('orders.create.order-written')
    const trade = { orderId, buyerId, outTradeNo, amountFen, expiresAt }
    await payment.openAttempt(tx, trade)
    return trade
  }

  /**
   * Makes the renewal of a running order, whose lock the caller holds, in the caller's transaction. It can be paid until
   * that one ends: its buyer is told of it and need not be there. Above `mostFen` nothing is made.
   * @throws ContractError why it cannot be renewed, before anything is written; `orders.product-taken` when an unpaid renewal waits
   */
  async function askRenewal(
    tx: Tx,
    { buyerId, productType, productId, renews, mostFen, choice = {} }: RenewalAsk,
  ): Promise<AskedRenewal> {
    const market = markets.require(productType)
    const ask = { orderId: newId(), productId, buyerId, choice }
    const { mostExpiresAt: expiresAt, ...quote } = await renewals.quote(tx, market, ask, renews)
    if (quote.priceFen > mostFen) return { priceFen: quote.priceFen }
    const { orderId } = await write(tx, market, { ask, quote, expiresAt, renews, isConfirmed: false })
    return { priceFen: quote.priceFen, orderId }
  }

  /** What it costs, held for the buyer; of a renewal, which holds nothing more, with the last moment it can be paid in. */
  async function quoted(tx: Tx, market: Sellable, ask: Ask, renews: string | null) {
    if (renews !== null) return renewals.quote(tx, market, ask, renews)
    return { ...(await market.hold(tx, ask)), mostExpiresAt: undefined }
  }

  return { createPayment, askRenewal }
}

type Made = { ask: Ask; quote: Quote; expiresAt: Date; renews: string | null; isConfirmed: boolean }

const earlier = (a: Date, b: Date | undefined) => (b && b < a ? b : a)

/** What the buyer chose. @throws ContractError `orders.choice-unsupported` for a choice this kind does not have */
function readChoice(market: Sellable, ask: PaymentAsk): Choice {
  const { productId, productType, payMethod, device, confirmed, renews, expectedAmount, expectedFacts, ...choice } = ask
  for (const [field, value] of Object.entries(choice))
    if (value !== undefined && !market.choices.includes(field as ChoiceName))
      throw new ContractError('orders.choice-unsupported', { field })
  return choice
}

function isSameTerms({ termChoices = [] }: Sellable, a: Choice, b: Choice): boolean {
  return termChoices.every((name) => a[name] === b[name])
}

const shownFen = ({ expectedAmount }: PaymentAsk) => parseYuan(expectedAmount ?? '')

/** It costs what the buyer was shown, or the buyer did not say what that was. */
function isAsShown(ask: PaymentAsk, amountFen: bigint): boolean {
  return (shownFen(ask) ?? amountFen) === amountFen
}

type Facts = Pick<Quote, 'snapshot' | 'periodDays'>

/** It is what the buyer was shown, as far as the buyer said what that was. */
function hasShownFacts({ expectedFacts = {} }: PaymentAsk, { snapshot, periodDays }: Facts): boolean {
  const facts: Record<string, unknown> = { ...snapshot, periodDays }
  return Object.entries(expectedFacts).every(([name, value]) => facts[name] === value)
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof ContractError &&
    (error.code === 'orders.product-taken' || error.code === 'orders.product-unavailable')
  )
}

function tooManyUnpaid(): ContractError {
  return new ContractError('orders.too-many-unpaid', { most: MOST_UNPAID_GOODS })
}

/** A number a person can quote and the provider knows: the day in Shanghai and twelve digits drawn at random. */
function newNumber(at: Date): string {
  const day = shanghaiDay(at).replaceAll('-', '')
  const digits = randomInt(10 ** NUMBER_DIGITS)
    .toString()
    .padStart(NUMBER_DIGITS, '0')
  return day + digits
}
