import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Access } from '../access/service.ts'
import { watchRight } from './lease-right.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The right to one lease, as the database would tell it. */
function rights() {
  const now = { isDown: false, isSignedIn: true, isOpen: true }
  const say = (name: 'isSignedIn' | 'isOpen') => async () => {
    if (now.isDown) throw new Error('the database is away')
    return now[name]
  }
  const access = { isOpen: say('isOpen') } as unknown as Access
  const look = watchRight({ access, isSessionOpen: say('isSignedIn') }, { sessionId: 's', orderId: 'o' })
  return { now, look }
}
/** What a look says every five seconds, for so long. */
async function looks(look: () => Promise<unknown>, seconds: number) {
  const said: unknown[] = []
  for (let i = 0; i < seconds; i += 5) {
    vi.advanceTimersByTime(5000)
    said.push(await look())
  }
  return said
}

test('a database that is away for a moment ends nothing, however often', async () => {
  const { now, look } = rights()
  for (let i = 0; i < 3; i++) {
    now.isDown = true
    expect(await looks(look, 30)).toEqual(Array(6).fill(undefined))
    now.isDown = false
    expect(await looks(look, 5)).toEqual([undefined])
  }
})

test('one that stays away ends it, and a right that is over ends it at once', async () => {
  const { now, look } = rights()
  now.isDown = true
  expect(await looks(look, 40)).toEqual([...Array(6).fill(undefined), 'lost', 'lost'])
  Object.assign(now, { isDown: false, isOpen: false })
  expect(await looks(look, 5)).toEqual(['lease-ended'])
  now.isSignedIn = false
  expect(await looks(look, 5)).toEqual(['signed-out'])
})
