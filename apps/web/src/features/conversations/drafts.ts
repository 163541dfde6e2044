import { useSyncExternalStore } from 'react'
import { followSession, readSession } from '../../lib/session/session.ts'
import type { Sent } from './queries.ts'

/**
 * What is half written in each conversation: in this tab's memory alone, so that looking at another conversation loses
 * nothing, and only until the person signs out.
 */

/** One key for each try of the same message; what is changed is another message. */
type Draft = { text: string; file: File | null; key: string }

const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()
let owner = readSession().user?.userId

function tell(): void {
  for (const listener of listeners) listener()
}

followSession(() => {
  const { state, user } = readSession()
  const isOther = user !== undefined && user.userId !== owner
  if (user) owner = user.userId
  if (state !== 'signed-out' && !isOther) return
  drafts.clear()
  tell()
})

function draftOf(id: string): Draft {
  const draft = drafts.get(id) ?? { text: '', file: null, key: crypto.randomUUID() }
  drafts.set(id, draft)
  return draft
}

/** Changes what is half written in a conversation. */
export function changeDraft(id: string, part: Partial<Pick<Draft, 'text' | 'file'>>): void {
  drafts.set(id, { ...draftOf(id), ...part, key: crypto.randomUUID() })
  tell()
}

/** Forgets what was sent. What was written while that was on its way is the next message. */
export function endDraft(id: string, sent: Sent): void {
  const { text, file, key } = draftOf(id)
  drafts.set(id, {
    text: text.trim() === sent.text ? '' : text,
    file: file === sent.file ? null : file,
    key: key === sent.key ? crypto.randomUUID() : key,
  })
  tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is half written in a conversation. */
export function useDraft(id: string): Draft {
  return useSyncExternalStore(subscribe, () => draftOf(id))
}
