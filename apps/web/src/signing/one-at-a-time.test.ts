// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

afterEach(() => vi.unstubAllGlobals())

/** The browser's locks as all its tabs share them. */
function shareLocks(): void {
  const held = new Set<string>()
  vi.stubGlobal('navigator', {
    locks: {
      async request(name: string, _: unknown, act: (lock: object | null) => Promise<unknown>) {
        if (held.has(name)) return act(null)
        held.add(name)
        return act({}).finally(() => held.delete(name))
      },
    },
  })
}

it('lets one tab sign for an account, others for other accounts, and the next once it is done', async () => {
  shareLocks()
  const first = Promise.withResolvers<string>()
  const signing = oneAtATime('5A', () => first.promise)
  const second = vi.fn(async () => 'second')
  expect(await oneAtATime('5A', second)).toBeUndefined()
  expect(second).not.toHaveBeenCalled()
  expect(await oneAtATime('5B', async () => 'other')).toBe('other')
  first.resolve('first')
  expect(await signing).toBe('first')
  expect(await oneAtATime('5A', second)).toBe('second')
})

it('is free again when nobody could sign', async () => {
  shareLocks()
  await expect(oneAtATime('5A', () => Promise.reject(new Error('wrong password')))).rejects.toThrow('wrong password')
  expect(await oneAtATime('5A', async () => 'next')).toBe('next')
})

it('signs all the same where the browser has no locks', async () => {
  vi.stubGlobal('navigator', {})
  expect(await oneAtATime('5A', async () => 'done')).toBe('done')
})
