import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DATA_BYTES } from './frames.ts'
import { joinStream } from './stream.ts'

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
  joinStream(1, socket as Socket, { line, budget: { held: 0, most: 1000 }, over: () => undefined })
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
