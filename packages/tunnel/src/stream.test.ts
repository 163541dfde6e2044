import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DATA, DATA_BYTES } from './frames.ts'
import type { Line } from './line.ts'
import { type Budget, createBudget, joinStream } from './stream.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], now: 1000 }))
afterEach(() => void vi.useRealTimers())

/** A stream whose socket hears what it is told, and the frames that leave. */
function openStream() {
  const socket = new Duplex({ read: () => undefined, write: (_bytes, _, done) => done() })
  const frames: string[] = []
  const line = {
    ...{ send: () => undefined, isClogged: () => false, whenFree: () => undefined },
    sendData: (_: number, bytes: Buffer) => void frames.push(String(bytes)),
  }
  joinStream(1, socket as Socket, { line, budget: createBudget(1000), over: () => undefined })
  const hear = async (...pieces: string[]) => {
    for (const piece of pieces) {
      socket.push(piece)
      await turn()
    }
  }
  return { socket, frames, hear }
}

test('a piece that comes alone goes at once, and those that follow it closely go together', async () => {
  const { frames, hear } = openStream()
  await vi.advanceTimersByTimeAsync(100)
  await hear('key')
  expect(frames).toEqual(['key'])
  await hear('a', 'b', 'c')
  expect(frames).toEqual(['key'])
  await vi.advanceTimersByTimeAsync(1)
  expect(frames).toEqual(['key', 'abc'])
  await vi.advanceTimersByTimeAsync(100)
  await hear('next')
  expect(frames).toEqual(['key', 'abc', 'next'])
})

test('a whole frame does not wait', async () => {
  const { frames, hear } = openStream()
  await vi.advanceTimersByTimeAsync(100)
  const whole = 'w'.repeat(DATA_BYTES)
  await hear('key', whole)
  expect(frames).toEqual(['key', whole])
})

test('what is gathered goes before the end', async () => {
  const { socket, frames, hear } = openStream()
  await vi.advanceTimersByTimeAsync(100)
  const ended = new Promise((resolve) => socket.once('end', resolve))
  await hear('key', 'last words')
  socket.push(null)
  await vi.advanceTimersByTimeAsync(1)
  await ended
  expect(frames).toEqual(['key', 'last words'])
})

const silentLine = (): Line => ({
  ...{ send: () => undefined, isClogged: () => false, whenFree: () => undefined, sendData: () => undefined },
})

/** A stream whose socket takes a write only when `take` is called. */
function holdingStream(budget: Budget, line: Line = silentLine()) {
  const waiting: (() => void)[] = []
  const socket = new Duplex({ read: () => undefined, write: (_bytes, _, done) => void waiting.push(done) })
  const stream = joinStream(1, socket as Socket, { line, budget, over: () => undefined })
  const send = (bytes: number) => stream.take({ kind: DATA, stream: 1, bytes: Buffer.alloc(bytes) })
  return { socket, stream, send, take: () => waiting.shift()?.() }
}

test('over the budget the stream that holds most goes, not the one that is written to next', async () => {
  const budget = createBudget(1000)
  const [hoarder, other, innocent] = [holdingStream(budget), holdingStream(budget), holdingStream(budget)]
  hoarder.send(600)
  other.send(390)
  expect(innocent.send(20)).toBe(true)
  expect([hoarder, other, innocent].map(({ socket }) => socket.destroyed)).toEqual([true, false, false])
  expect(budget.held).toBe(410)
  // The end of the one that went counts nothing twice.
  await turn()
  expect(budget.held).toBe(410)
  other.take()
  innocent.take()
  await turn()
  expect(budget.held).toBe(0)
  expect(budget.holders.size).toBe(0)
})

test('many streams of one line go before one stream of another that holds more than each', () => {
  const [budget, line] = [createBudget(1000), silentLine()]
  const fair = holdingStream(budget)
  const many = [1, 2, 3].map(() => holdingStream(budget, line))
  fair.send(300)
  for (const { send } of many) send(240)
  expect([fair, ...many].map(({ socket }) => socket.destroyed)).toEqual([false, true, false, false])
})

test('says since when nobody takes what is held', async () => {
  const { stream, send, take } = holdingStream(createBudget(1000))
  expect(stream.activity().heldSince).toBeUndefined()
  send(10)
  const since = performance.now()
  await vi.advanceTimersByTimeAsync(500)
  send(10)
  expect(stream.activity().heldSince).toBe(since)
  take()
  await turn()
  expect(stream.activity().heldSince).toBe(since + 500)
  take()
  await turn()
  expect(stream.activity().heldSince).toBeUndefined()
})
