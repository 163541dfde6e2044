import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { readFrame } from './frames.ts'
import { createLine } from './line.ts'

/** A WebSocket on which nothing is sent before it is let go. */
function slowSocket() {
  const waiting: { frame: Buffer; done: () => void }[] = []
  const socket = {
    ...{ OPEN: 1, readyState: 1, bufferedAmount: 0 },
    send: (frame: Buffer, _: unknown, done: () => void) => void waiting.push({ frame, done }),
  }
  return { line: createLine(socket as unknown as WebSocket), waiting }
}
const textOf = (frame: Buffer) => String(readFrame(frame)!.bytes)

test('bytes that wait to be sent stay as they are, whatever is sent after them', () => {
  const { line, waiting } = slowSocket()
  const bytes = Buffer.from('first')
  line.sendData(1, bytes)
  bytes.write('other')
  line.sendData(2, Buffer.from('second'))
  expect(waiting.map(({ frame }) => textOf(frame))).toEqual(['first', 'second'])
  waiting.shift()!.done()
  line.sendData(1, Buffer.from('third'))
  expect(waiting.map(({ frame }) => textOf(frame))).toEqual(['second', 'third'])
})

test('the memory of what was sent is used again', () => {
  const { line, waiting } = slowSocket()
  line.sendData(1, Buffer.from('first'))
  const { frame, done } = waiting.shift()!
  done()
  line.sendData(1, Buffer.from('second'))
  expect(waiting[0]!.frame.buffer).toBe(frame.buffer)
})
