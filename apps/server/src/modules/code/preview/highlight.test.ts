import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHighlighting, type Token } from './highlight.ts'

/** Threads that answer when the test says so. */
class Thread extends EventEmitter {
  asked: { id: number; asked: { text: string } }[] = []
  isEnded = false
  unref() {}
  postMessage(message: Thread['asked'][number]) {
    this.asked.push(message)
  }
  terminate() {
    this.isEnded = true
  }
  /** Colours the file with this text. */
  colour(text: string) {
    const { id } = this.asked.findLast(({ asked }) => asked.text === text)!
    this.emit('message', { id, lines: [[{ kind: 'keyword', text }]] })
  }
}

let threads: Thread[]
const open = () =>
  createHighlighting(() => {
    const made = new Thread()
    threads.push(made)
    return made as unknown as Worker
  })
const asked = (text: string) => ({ text, ending: 'ts' })
const kinds = (lines: Token[][]) => lines.flat().map(({ kind }) => kind)

beforeEach(() => {
  threads = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('a file that takes too long ends its thread; what waited behind it is coloured when it is looked at again', async () => {
  const highlighting = open()
  const slow = highlighting.lines('slow', asked('slow'))
  const unlucky = highlighting.lines('unlucky', asked('unlucky'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(threads[0]!.isEnded).toBe(true)
  expect([kinds(await slow), kinds(await unlucky)]).toEqual([['plain'], ['plain']])
  const again = highlighting.lines('unlucky', asked('unlucky'))
  threads[1]!.colour('unlucky')
  expect(kinds(await again)).toEqual(['keyword'])
  // What ended a thread does not end the next one at once.
  expect(kinds(await highlighting.lines('slow', asked('slow')))).toEqual(['plain'])
  expect(threads[1]!.asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(10 * 60_000 + 1)
  const later = highlighting.lines('slow', asked('slow'))
  threads[1]!.colour('slow')
  expect(kinds(await later)).toEqual(['keyword'])
})

test('a thread that ends late takes nothing from its successor', async () => {
  const highlighting = open()
  const first = highlighting.lines('a', asked('a'))
  threads[0]!.emit('error', new Error('out of memory'))
  expect(kinds(await first)).toEqual(['plain'])
  const second = highlighting.lines('b', asked('b'))
  // The time of the first is over, and its thread reports another end.
  await vi.advanceTimersByTimeAsync(9_000)
  threads[0]!.emit('error', new Error('again'))
  expect(threads[1]!.isEnded).toBe(false)
  const third = highlighting.lines('c', asked('c'))
  threads[1]!.colour('b')
  threads[1]!.colour('c')
  expect([kinds(await second), kinds(await third)]).toEqual([['keyword'], ['keyword']])
  await highlighting.lines('b', asked('b'))
  expect(threads).toHaveLength(2)
})

test('each file has its whole time, however long those before it took', async () => {
  const highlighting = open()
  const both = ['a', 'b'].map((name) => highlighting.lines(name, asked(name)))
  await vi.advanceTimersByTimeAsync(9_000)
  threads[0]!.colour('a')
  await vi.advanceTimersByTimeAsync(9_000)
  threads[0]!.colour('b')
  expect((await Promise.all(both)).map(kinds)).toEqual([['keyword'], ['keyword']])
})
