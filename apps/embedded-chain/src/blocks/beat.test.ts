import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChainStore } from '../store/chain-store.ts'
import { Driver } from './driver.ts'
import type { DurableChain } from './durable-chain.ts'
import { SLOT_MS } from './genesis.ts'
import type { Pool } from './pool.ts'
import { u64Hex } from './scale.ts'

/** When the driver begins its blocks, by a clock of the test's. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** The moments at which blocks are begun within a second, where each takes so long. */
async function beginnings(blockMs: number, takesMs: number): Promise<number[]> {
  const [found, began] = [[] as number[], Date.now()]
  const addBlock = () => {
    found.push(Date.now() - began)
    return new Promise((resolve) => setTimeout(resolve, takesMs, { refused: [], trapped: [] }))
  }
  const chain = { addBlock, goOnFrom() {} } as unknown as DurableChain
  const head = { number: 1, hash: '0x01', extrinsics: [] }
  const now = u64Hex(SLOT_MS * Math.floor(Date.now() / SLOT_MS))
  const store = { head, state: { valueAt: () => now } } as unknown as ChainStore
  const pool = { select: () => [], noteBlock() {}, refuse() {} } as unknown as Pool
  const driver = new Driver(chain, store, pool, {
    blockMs,
    onFailure: (error) => Promise.reject(error),
    onStuck: () => {},
  })
  driver.start()
  await vi.advanceTimersByTimeAsync(1000)
  const ending = driver.stop()
  await vi.advanceTimersByTimeAsync(takesMs)
  await ending
  return found
}

test('blocks begin in their time where they take less than half of it', async () => {
  expect(await beginnings(400, 150)).toEqual([0, 400, 800])
})

test('where they take longer, whoever asks has as much time between two of them', async () => {
  expect(await beginnings(400, 300)).toEqual([0, 600])
})

test('without a time they follow each other', async () => {
  // A timer of no time takes a millisecond.
  expect(await beginnings(0, 300)).toEqual([0, 301, 602, 903])
})
