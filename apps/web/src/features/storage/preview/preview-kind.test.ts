import { expect, it } from 'vitest'
import { previewOf } from './preview-kind.ts'

it.each([
  ['a/b.PNG', 'picture', 'image/png', 200],
  ['note.md', 'text', 'text/plain', 1],
  ['song.mp3', 'audio', 'audio/mpeg', 200],
  ['film.webm', 'video', 'video/webm', 200],
] as const)('%s is shown as %s under %s, up to %d MiB', (name, kind, type, mebibytes) => {
  expect(previewOf(name)).toEqual({ kind, type, mostBytes: mebibytes * 1024 ** 2 })
})

it.each(['page.html', 'drawing.svg', 'book.pdf', 'png', 'a.constructor'])(
  '%s is not shown: it could hold scripts, or is unknown',
  (name) => {
    expect(previewOf(name)).toBeUndefined()
  },
)
