// @vitest-environment jsdom
import { token } from '@trove/contract/identity/routes'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, ok } from '../../../test/fake-server.ts'
import { inTurn } from './in-turn.ts'

/** As browsers have it, for one name. */
function fakeLocks() {
  let before: Promise<unknown> = Promise.resolve()
  return {
    request<T>(_: string, { signal }: { signal: AbortSignal }, act: () => Promise<T>): Promise<T> {
      const gone = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      const turn = Promise.race([before, gone]).then(act)
      before = Promise.allSettled([before, turn])
      return turn
    },
  }
}

beforeEach(() => Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true }))
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks')
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The session as a tab of its own knows it. */
async function openTab() {
  vi.resetModules()
  const [{ refreshSession }, { keepToken, readSession }] = [
    await import('../calls/api.ts'),
    await import('./session.ts'),
  ]
  keepToken('stale')
  return { refreshSession, readSession }
}

it('a tab shows the refresh token only when the tab before it has the next one', async () => {
  const server = fakeServer()
  const answers: (() => void)[] = []
  server.on(token, async () => {
    await new Promise<void>((resolve) => answers.push(resolve))
    const accessToken = `fresh ${answers.length}`
    return ok(token, { access_token: accessToken, token_type: 'bearer', expires_in: 900, user_id: 'buyer' })
  })
  const [one, other] = [await openTab(), await openTab()]
  const both = Promise.all([one.refreshSession(), other.refreshSession()])
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.asked(token)).toHaveLength(1)
  answers[0]!()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]!()
  expect(await both).toEqual([true, true])
  expect([one, other].map(({ readSession }) => readSession().accessToken)).toEqual(['fresh 1', 'fresh 2'])
})

describe('a turn', () => {
  it('that does not come is not waited for without end', async () => {
    const ending = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(ending.signal)
    void inTurn('name', () => new Promise(() => undefined))
    const second = inTurn('name', async () => 'done')
    ending.abort(new DOMException('', 'TimeoutError'))
    expect(await second).toBe('done')
  })

  it('that fails fails once, and the next one has its own', async () => {
    const act = vi.fn(async () => {
      throw new Error('no network')
    })
    await expect(inTurn('name', act)).rejects.toThrow('no network')
    expect(act).toHaveBeenCalledTimes(1)
    expect(await inTurn('name', async () => 'done')).toBe('done')
  })

  it('is everybody’s where the browser has none', async () => {
    Reflect.deleteProperty(navigator, 'locks')
    expect(await inTurn('name', async () => 'done')).toBe('done')
  })
})
