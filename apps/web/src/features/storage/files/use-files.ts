import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CHAIN_PAGE_SIZE, type ChainOrder, listUserOrders } from '@trove/contract/chain/routes'
import type { Bytes } from '@trove/stored-file/bytes'
import { type NoteContent, openNote } from '@trove/stored-file/note'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { isAwaiting } from './awaited.ts'

export type StoredOrder = z.output<typeof ChainOrder>

/** While an order waits for storage nodes, or for the index, a page looks again this often: one block. */
const WAITING_MS = 6_000

/** Storage orders of an account, newest first, with the block they were read at. */
export function useFiles(account: string | undefined) {
  return useInfiniteQuery({
    queryKey: ['storage', 'files', account],
    queryFn: ({ pageParam }) =>
      api(listUserOrders, { query: { account: account ?? '', current: pageParam, size: CHAIN_PAGE_SIZE, sort: 1 } }),
    enabled: account !== undefined,
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * CHAIN_PAGE_SIZE < total ? pages.length + 1 : undefined),
    refetchInterval: ({ state }) => {
      const shown = state.data?.pages.flatMap(({ content }) => content) ?? []
      return isAwaiting(shown) || shown.some(({ status }) => status === 'Pending') ? WAITING_MS : false
    },
  })
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
  | 'storage_deadline'
>

/** Bytes out of hex, with or without `0x`. */
function bytesOf(hex: string): Bytes {
  const plain = hex.replace(/^0x/, '')
  return Uint8Array.from({ length: plain.length / 2 }, (_, i) => Number.parseInt(plain.slice(2 * i, 2 * i + 2), 16))
}

/** Reads the note of an order; null when it is none of this vault's. */
export async function readNote(
  { note }: Pick<FileOrder, 'note'>,
  vaultKey: Bytes | undefined,
): Promise<NoteContent | null> {
  try {
    return await openNote(bytesOf(note), vaultKey)
  } catch {
    return null
  }
}

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
