import { expect, test } from 'vitest'
import { rowsOf } from './pages.ts'

test('a row that new ones pushed onto the next page is there once, at its first place', () => {
  const pages = [{ content: [{ id: 'c' }, { id: 'b' }] }, { content: [{ id: 'b' }, { id: 'a' }] }]
  expect(rowsOf(pages, ({ id }) => id)).toEqual([{ id: 'c' }, { id: 'b' }, { id: 'a' }])
  expect(rowsOf(undefined, String)).toEqual([])
})
