import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChainStore } from '../store/chain-store.ts'
import { Driver, type DriverOptions } from './driver.ts'
import { type DurableChain, NotKept } from './durable-chain.ts'
import { SLOT_MS } from './genesis.ts'
import type { Pool } from './pool.ts'
import { u64Hex } from './scale.ts'

/** When the driver begins its blocks, by a clock of the test's. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

type Told = Pick<DriverOptions, 'onFailure' | 'onRoom'>
const unexpected: Told = {
  onFailure: (error) => Promise.reject(error),
  onRoom: (error) => Promise.reject(error),
}

/** A driver of blocks that `build` stands for. */
function driverOf(build: () => Promise<void>, blockMs: number, told = unexpected): Driver {
  const addBlock = () => build().then(() => ({ refused: [], trapped: [] }))
  const chain = { addBlock, goOnFrom() {} } as unknown as DurableChain
  const head = { number: 1, hash: '0x01', extrinsics: [] }
  const now = u64Hex(SLOT_MS * Math.floor(Date.now() / SLOT_MS))
  const store = { head, state: { valueAt: () => now } } as unknown as ChainStore
  const pool = { select: () => [], noteBlock() {}, refuse() {} } as unknown as Pool
  return new Driver(chain, store, pool, { blockMs, ...told, onStuck: () => {} })
}

/** The moments at which blocks are begun within a second, where each takes so long. */
async function beginnings(blockMs: number, takesMs: number): Promise<number[]> {
  const [found, began] = [[] as number[], Date.now()]
  const driver = driverOf(async () => {
    found.push(Date.now() - began)
    await new Promise((resolve) => setTimeout(resolve, takesMs))
  }, blockMs)
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

test('a full disk is tried again each slot, however long it lasts, and told of when it begins and when it ends', async () => {
  const { told, seen } = listening()
  let isFull = true
  const build = vi.fn(async () => {
    if (isFull) throw notKept('ENOSPC')
  })
  const driver = driverOf(build, 0, told)
  driver.start()
  await vi.advanceTimersByTimeAsync(10 * SLOT_MS + 10)
  expect(build).toHaveBeenCalledTimes(11)
  expect([seen.splice(0), driver.isDiskFull]).toEqual([['full: ENOSPC'], true])
  isFull = false
  await vi.advanceTimersByTimeAsync(SLOT_MS)
  expect([seen.splice(0), driver.isDiskFull]).toEqual([['room'], false])
  await driver.stop()
})

test('what cannot be built, or kept for another reason than room, counts as a failure, also beside a full disk', async () => {
  const { told, seen } = listening()
  const errors = [new Error('trapped'), notKept('EIO'), notKept('EDQUOT'), notKept('EBADF'), new Error('trapped')]
  const driver = driverOf(
    async () => {
      const error = errors.shift()
      if (error) throw error
    },
    SLOT_MS,
    told,
  )
  driver.start()
  await vi.advanceTimersByTimeAsync(6 * SLOT_MS)
  await driver.stop()
  const failed = ['1: trapped', '2: EIO', 'full: EDQUOT', '3: EBADF', '4: trapped']
  expect(seen).toEqual([...failed, 'room'])
})

const notKept = (code: string) => new NotKept(code, { cause: Object.assign(new Error(code), { code }) })

/** What a driver told, in the order it did. */
function listening() {
  const seen: string[] = []
  const told: Told = {
    onFailure: (error, inARow) => void seen.push(`${inARow}: ${(error as Error).message}`),
    onRoom: (error) => void seen.push(error ? `full: ${error.message}` : 'room'),
  }
  return { told, seen }
}
