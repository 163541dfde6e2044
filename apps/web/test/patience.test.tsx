// @vitest-environment jsdom
import { expect, test } from 'vitest'

type Noted = { _debugStack: Error }

test('React notes for no element of a screen test where it was made', () => {
  const first = (<p>one</p>) as unknown as Noted
  const second = (<b>two</b>) as unknown as Noted
  expect(first._debugStack).toBeInstanceOf(Error)
  expect(second._debugStack).toBe(first._debugStack)
})
