import { expect, it } from 'vitest'
import { previewOf } from './preview-kind.ts'

it.each([
  ['a/b.PNG', 10, 'picture', 'image/png'],
  ['note.md', 1024 ** 2, 'text', 'text/plain'],
  ['song.mp3', 10, 'audio', 'audio/mpeg'],
  ['film.webm', 200 * 1024 ** 2, 'video', 'video/webm'],
] as const)('%s of %d bytes is shown as %s', (name, bytes, kind, type) => {
  expect(previewOf(name, bytes)).toEqual({ kind, type })
})

it.each([
  ['page.html', 10],
  ['drawing.svg', 10],
  ['book.pdf', 10],
  ['png', 10],
  ['a.constructor', 10],
  ['long.txt', 1024 ** 2 + 1],
  ['film.mp4', 200 * 1024 ** 2 + 1],
])('%s of %d bytes is not shown: it could hold scripts, is unknown, or is too large', (name, bytes) => {
  expect(previewOf(name, bytes)).toBeUndefined()
})
