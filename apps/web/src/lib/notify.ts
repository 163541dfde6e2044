import { CallError } from '@trove/contract/client'
import { ContractError } from '@trove/contract/errors'
import { errors } from '@trove/messages/errors'
import { fill } from '@trove/messages/say'
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { currentLanguage } from './language.ts'

/** Short messages: 2 s, one at a time; network errors 5 s (specification, error catalogue). */

export type Toast = { id: number; kind: 'success' | 'info' | 'warning' | 'error'; text: string; durationMs: number }

const SHOW_MS = 2000
const NETWORK_MS = 5000
let current: Toast | undefined
let nextId = 1
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(toast: Toast | undefined): void {
  current = toast
  for (const listener of listeners) listener()
}

/** Shows a text; the one before it goes at once. */
export function notify(kind: Toast['kind'], text: string, durationMs = SHOW_MS): void {
  clearTimeout(timer)
  set({ id: nextId++, kind, text, durationMs })
  timer = setTimeout(() => set(undefined), durationMs)
}

/** The text of a failure in the reader's language: refusals by their code, the rest by kind. */
export function errorText(error: unknown): string {
  if (error instanceof ContractError) return fill(errors[error.code], currentLanguage(), error.params)
  if (error instanceof CallError) {
    if (error.kind === 'network') return i18next.t('common.network')
    if (error.kind === 'timeout') return i18next.t('common.timeout')
    return i18next.t('common.status', { status: error.status })
  }
  return fill(errors['service.unknown'], currentLanguage())
}

/** Shows a failure: a refusal the person can act on as a warning, everything else as an error. */
export function notifyError(error: unknown): void {
  const isCall = error instanceof CallError
  notify(error instanceof ContractError ? 'warning' : 'error', errorText(error), isCall ? NETWORK_MS : SHOW_MS)
}

/** Takes the message away now. */
export function dismissToast(): void {
  clearTimeout(timer)
  set(undefined)
}

/** The message on show, for the one view that draws it. */
export function useToast(): Toast | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}
