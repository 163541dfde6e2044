import { z } from 'zod'
import { route } from '../kit/route.ts'
import { queryInt } from '../kit/shapes.ts'
import { AccountText, BlockNumber, ChainOrder } from './routes.ts'

/**
 * What a page of one's files needs beside the pages of `listUserOrders`: the sealed names of all of them in few answers, and
 * chosen ones by their numbers. Names are sealed, so folders and search are the browser's work.
 */

/** Sealed names in one answer at most. */
export const ORDER_NOTES_MAX = 1_000
/** Orders asked for by number in one call at most. */
export const CHOSEN_ORDERS_MAX = 100
/** Orders that end soon in one answer at most. */
export const ENDING_ORDERS_MAX = 50

export const OrderNote = z.object({ index: z.number().int(), cid: z.string(), note: z.string() })

export const listOrderNotes = route({
  id: 'chain.list-order-notes',
  method: 'GET',
  path: '/api/chain/order-notes',
  summary: 'Sealed names of an account’s storage orders, newest first, behind an order’s number',
  auth: 'user',
  query: z.object({
    account: AccountText,
    before: queryInt(0, Number.MAX_SAFE_INTEGER),
    size: queryInt(1, ORDER_NOTES_MAX).transform((value) => value ?? ORDER_NOTES_MAX),
  }),
  ok: z.object({ content: z.array(OrderNote), hasMore: z.boolean() }),
  errors: ['chain.address-invalid'],
})

const ChosenOrders = z.object({ content: z.array(ChainOrder), block: BlockNumber })

export const listChosenOrders = route({
  id: 'chain.list-chosen-orders',
  method: 'GET',
  path: '/api/chain/chosen-orders',
  summary: 'Storage orders of an account by their numbers, separated by commas; newest first, unknown ones left out',
  auth: 'user',
  query: z.object({
    account: AccountText,
    ids: z.string().regex(new RegExp(`^\\d{1,15}(,\\d{1,15}){0,${CHOSEN_ORDERS_MAX - 1}}$`)),
  }),
  ok: ChosenOrders,
  errors: ['chain.address-invalid'],
})

export const listEndingOrders = route({
  id: 'chain.list-ending-orders',
  method: 'GET',
  path: '/api/chain/ending-orders',
  summary: 'Served storage orders of an account that end within a week, soonest first; 50 at most',
  auth: 'user',
  query: z.object({ account: AccountText }),
  ok: ChosenOrders,
  errors: ['chain.address-invalid'],
})

export const ownOrderRoutes = [listOrderNotes, listChosenOrders, listEndingOrders] as const
