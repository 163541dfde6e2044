// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../test/show.tsx'
import { type Toast, type ToastStore, Toasts } from './toasts.tsx'

function memoryStore() {
  let current: Toast | null = null
  const listeners = new Set<() => void>()
  const put = (toast: Toast | null) => {
    current = toast
    for (const listener of listeners) listener()
  }
  const store: ToastStore = {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getCurrent: () => current,
    dismiss: (id) => current?.id === id && put(null),
  }
  return { store, say: (toast: Toast) => act(() => put(toast)) }
}

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('messages', () => {
  it('stay for two seconds', () => {
    const { store, say } = memoryStore()
    show(<Toasts store={store} />)
    say({ id: 1, kind: 'success', text: 'Copied' })
    wait(1999)
    expect(screen.getByRole('status').textContent).toBe('Copied')
    wait(1)
    expect(screen.queryByText('Copied')).toBeNull()
  })

  it('stay for five seconds when the connection failed, and interrupt a screen reader', () => {
    const { store, say } = memoryStore()
    show(<Toasts store={store} />)
    say({ id: 1, kind: 'network', text: 'No connection' })
    wait(4999)
    expect(screen.getByRole('alert').textContent).toBe('No connection')
    wait(1)
    expect(screen.queryByText('No connection')).toBeNull()
  })

  it('give way to the next one, which has its own full time', () => {
    const { store, say } = memoryStore()
    show(<Toasts store={store} />)
    say({ id: 1, kind: 'info', text: 'First' })
    wait(1500)
    say({ id: 2, kind: 'info', text: 'Second' })
    expect(screen.queryByText('First')).toBeNull()
    wait(1999)
    expect(screen.getByText('Second')).toBeTruthy()
    wait(1)
    expect(screen.queryByText('Second')).toBeNull()
  })
})
