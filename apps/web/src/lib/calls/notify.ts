import { AnswerError, CallError } from '@trove/contract/client'
import { ContractError } from '@trove/contract/errors/codes'
import { knownStatus } from '@trove/contract/errors/known/known'
import type { Toast, ToastStore } from '@trove/ui/feedback/toasts'
import i18next from 'i18next'
import { whenWords, wordsOfCode } from '../session/language.ts'

/** Short messages, one at a time; the view decides how long each stays (2 s, network trouble 5 s: error catalogue). */

let current: Toast | null = null
let nextId = 1
const listeners = new Set<() => void>()

function set(toast: Toast | null): void {
  current = toast
  for (const listener of listeners) listener()
}

/** Where the message of the moment is kept. */
export const toastStore: ToastStore = {
  subscribe: (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  getCurrent: () => current,
  dismiss: (id) => {
    if (current?.id === id) set(null)
  },
}

/** Shows a text; the one before it goes at once. */
export function notify(kind: Toast['kind'], text: string): void {
  set({ id: nextId++, kind, text })
}

/** The text of a failure in the reader's language: refusals by their code, the rest by kind. */
export function errorText(error: unknown): string {
  if (error instanceof ContractError) return wordsOfCode(error.code, error.params) ?? error.code
  if (error instanceof AnswerError) return error.message
  if (error instanceof CallError) {
    if (error.kind === 'network') return i18next.t('common.network')
    if (error.kind === 'timeout') return i18next.t('common.timeout')
    if (error.kind === 'unreadable') return i18next.t('common.failedToLoad')
    return i18next.t('common.status', { status: error.status })
  }
  return wordsOfCode('service.unknown') ?? i18next.t('common.unexpected')
}

/** From this status on the service itself failed: an error toast (error catalogue). */
const SERVICE_FAILED = 500

/**
 * Shows a failure: a refusal the person can act on as a warning, 409 among them (ADR 1), network trouble as such, and
 * everything else as an error.
 */
export function notifyError(error: unknown): void {
  // A session can turn out to be over while the words are still on their way.
  whenWords(() => notify(kindOf(error), errorText(error)))
}

/** How a failure is shown. */
export function kindOf(error: unknown): Toast['kind'] {
  if (error instanceof ContractError) return (knownStatus(error.code) ?? 0) >= SERVICE_FAILED ? 'error' : 'warning'
  return error instanceof CallError ? 'network' : 'error'
}
