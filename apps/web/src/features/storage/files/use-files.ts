import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CHOSEN_ORDERS_MAX, listChosenOrders, listEndingOrders } from '@trove/contract/chain/own-orders'
import { CHAIN_PAGE_SIZE, type ChainOrder, listUserOrders } from '@trove/contract/chain/routes'
import type { RouteData } from '@trove/contract/kit/route'
import type { Bytes } from '@trove/stored-file/bytes'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../../lib/calls/api.ts'
import { queryClient } from '../../../lib/calls/query.ts'
import { isAwaitingEnd } from './awaited.ts'
import { readNote } from './read-note.ts'

export type StoredOrder = z.output<typeof ChainOrder>
type FilePage = { content: StoredOrder[]; total: number; block: number }
type Pages = InfiniteData<FilePage, number>

/** Which of an account's orders a list shows, newest first; what they have in common names them in the cache. */
export type Shown = { name: string; ids: readonly number[] } | 'all' | undefined

/** While an order changes by itself, a page looks again this often: one block. */
const WAITING_MS = 6_000

const keyOf = (account: string, part: string) => ['storage', 'files', account, part]
const askChosen = (account: string, ids: readonly number[]) =>
  api(listChosenOrders, { query: { account, ids: ids.join() } })

/** Whether what a list says of an order is about to change: it waits for storage nodes, or for a later end. */
function isMoving(order: StoredOrder): boolean {
  const { status, replication, wanted } = order
  return status === 'Pending' || (status === 'Finished' && replication < wanted) || isAwaitingEnd(order)
}

/** Puts orders that were read again into the pages on which they stand. */
function patch(pages: Pages | undefined, again: RouteData<typeof listChosenOrders>): Pages | undefined {
  const changed = new Map(again.content.map((order) => [order.index, order]))
  return (
    pages && {
      ...pages,
      pages: pages.pages.map((page) => ({
        ...{ total: page.total, block: Math.max(page.block, again.block) },
        content: page.content.map((order) => changed.get(order.index) ?? order),
      })),
    }
  )
}

/** What moves is asked for again by itself, in one call however many there are; the pages it stands on are not. */
function useMoving(account: string, ids: readonly number[]): void {
  useQuery({
    queryKey: [...keyOf(account, 'moving'), ids.join()],
    queryFn: async () => {
      const again = await askChosen(account, ids)
      queryClient.setQueriesData<Pages>({ queryKey: keyOf(account, 'pages') }, (pages) => patch(pages, again))
      return null
    },
    enabled: ids.length > 0,
    // What was read a moment ago is read again only after the pause.
    initialData: null,
    initialDataUpdatedAt: Date.now,
    refetchInterval: WAITING_MS,
    gcTime: 0,
  })
}

/**
 * Storage orders of an account page by page, newest first, with the block they were read at.
 * @param shown only these, or all; undefined while that is not known yet
 */
export function useFiles(account: string, shown: Shown) {
  const ids = typeof shown === 'object' ? shown.ids : undefined
  const list = useInfiniteQuery({
    // A name does not change and a new order stands first: the rest of the numbers only ever grows at its end.
    queryKey: [...keyOf(account, 'pages'), typeof shown === 'object' ? shown.name : '', ids?.[0]],
    queryFn: async ({ pageParam }): Promise<FilePage> => {
      const page = { current: pageParam / CHAIN_PAGE_SIZE + 1, size: CHAIN_PAGE_SIZE, sort: 1 }
      if (!ids) return await api(listUserOrders, { query: { account, ...page } })
      const chosen = await askChosen(account, ids.slice(pageParam, pageParam + CHAIN_PAGE_SIZE))
      return { ...chosen, total: ids.length }
    },
    enabled: shown === 'all' || (ids !== undefined && ids.length > 0),
    initialPageParam: 0,
    getNextPageParam: ({ total }, _pages, at) => {
      const next = at + CHAIN_PAGE_SIZE
      return next < (ids?.length ?? total) ? next : undefined
    },
    // All pages would be asked for at once; what moves is looked at by itself.
    refetchOnWindowFocus: false,
  })
  const pages = list.data?.pages ?? []
  const orders = pages.flatMap(({ content }) => content)
  const moving = orders.filter(isMoving).slice(0, CHOSEN_ORDERS_MAX)
  useMoving(
    account,
    moving.map(({ index }) => index),
  )
  return { list, orders, block: Math.max(0, ...pages.map((page) => page.block)) }
}

/** Files of an account that end within a week, soonest first, on whatever page they stand. */
export function useEnding(account: string) {
  return useQuery({
    queryKey: keyOf(account, 'ending'),
    queryFn: () => api(listEndingOrders, { query: { account } }),
    refetchInterval: ({ state }) => (state.data?.content.some(isAwaitingEnd) ? WAITING_MS : false),
  }).data
}

/** What of an order a file's card shows. */
export type FileOrder = Pick<
  StoredOrder,
  | 'index'
  | 'cid'
  | 'note'
  | 'size'
  | 'status'
  | 'price'
  | 'wanted'
  | 'replication'
  | 'block_number'
  | 'block_time'
  | 'storage_deadline'
>

/** What the note of an order says; null when it is none of this vault's. */
export function useNote(order: FileOrder, vaultKey: Bytes | undefined) {
  return useQuery({
    queryKey: ['storage', 'note', order.index, order.note, vaultKey !== undefined],
    queryFn: () => readNote(order, vaultKey),
    staleTime: Number.POSITIVE_INFINITY,
    // A file's key stays no longer than its card.
    gcTime: 0,
  }).data
}

/** What a file is called, as far as an open vault says. */
export function useFileName(order: FileOrder, vaultKey: Bytes | undefined) {
  const { t } = useTranslation()
  const note = useNote(order, vaultKey)
  // A locked vault opens no note of its own either: only an open one can say that a note is another's.
  const isOther = vaultKey !== undefined && note === null
  return { note, name: note ? note.name : t(isOther ? 'storage.files.otherVault' : 'storage.files.sealedName') }
}
