import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ConversationHead,
  getConversation,
  listConversations,
  listMessages,
  type Message,
  readConversation,
  sendMessage,
  ticketForConversationFile,
  uploadConversationFile,
} from '@trove/contract/conversations/routes'
import { useEffect } from 'react'
import type { z } from 'zod'
import { pageAfter, rowsOf } from '../../lib/addresses/pages.ts'
import { api } from '../../lib/calls/api.ts'

export type Head = z.output<typeof ConversationHead>
export type Said = z.output<typeof Message>

const PAGE_SIZE = 20
const MESSAGES_PER_PAGE = 30
/** While live updates are down, an open conversation asks by itself. */
const ASK_EVERY_MS = 20_000

/** One's conversations, growing by pages. */
export function useConversations() {
  const list = useInfiniteQuery({
    queryKey: ['conversations', 'list'],
    queryFn: ({ pageParam }) => api(listConversations, { query: { page: pageParam, size: PAGE_SIZE } }),
    initialPageParam: 0,
    getNextPageParam: pageAfter(PAGE_SIZE),
  })
  return { ...list, heads: rowsOf(list.data?.pages, ({ id }) => id) }
}

/** Who it is with and what it is about. */
export function useConversation(id: string) {
  return useQuery({
    queryKey: ['conversations', 'head', id],
    queryFn: () => api(getConversation, { params: { id } }),
    refetchInterval: ASK_EVERY_MS,
  })
}

/** What was said, oldest first, with the way to what came before. */
export function useMessages(id: string) {
  const list = useInfiniteQuery({
    queryKey: ['conversations', 'messages', id],
    queryFn: ({ pageParam }) =>
      api(listMessages, { params: { id }, query: { before: pageParam, size: MESSAGES_PER_PAGE } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.hasMore ? last.content.at(-1)?.position : undefined),
    refetchInterval: ASK_EVERY_MS,
  })
  const messages = rowsOf(list.data?.pages, (message) => message.id).toSorted((a, b) => a.position - b.position)
  return { ...list, messages }
}

/** Tells the server how far the person has read, while the page is in view. */
export function useMarkRead(id: string, newest: Said | undefined): void {
  const client = useQueryClient()
  const position = newest && !newest.isOwn ? newest.position : undefined
  useEffect(() => {
    if (position === undefined) return
    const mark = () => {
      if (document.visibilityState !== 'visible') return
      void api(readConversation, { params: { id }, body: { position } })
        .then(() => client.invalidateQueries({ queryKey: ['conversations', 'list'] }))
        // It is told again with the next message or the next visit.
        .catch(() => undefined)
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [client, id, position])
}

export type Sent = { text: string; file: File | undefined; key: string }

/** Sends words, a file, or both; the file is uploaded first. One key for each try of the same message. */
export function useSend(id: string, onSent: (sent: Sent) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ text, file, key }: Sent) => {
      const fileId = file && (await upload(id, file))
      return api(sendMessage, { params: { id }, body: { text, fileId } }, { idempotencyKey: key })
    },
    onSuccess: async (_, sent) => {
      onSent(sent)
      await client.invalidateQueries({ queryKey: ['conversations'] })
    },
  })
}

/** Files that are stored already: a second try of the same message names the same one. */
const stored = new WeakMap<File, string>()

async function upload(id: string, file: File): Promise<string> {
  const known = stored.get(file)
  if (known) return known
  const body = new FormData()
  body.append('file', file, file.name)
  const { id: fileId } = (await api(uploadConversationFile, { params: { id }, body } as never)) as { id: string }
  stored.set(file, fileId)
  return fileId
}

/** Downloads a file by a ticket of its own. */
export async function download(fileId: string): Promise<void> {
  const { url } = await api(ticketForConversationFile, { params: { id: fileId } })
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
