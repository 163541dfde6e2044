// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'

/** Who starts the app. */

const start = vi.fn()
vi.mock('./start.tsx', () => ({ start }))

beforeEach(() => {
  vi.resetModules()
  start.mockReset()
})

it('a page of the app starts at once', async () => {
  document.body.innerHTML = '<div id="root"></div>'
  await import('./main.tsx')
  expect(start).toHaveBeenCalledOnce()
})

it('a page that was drawn ahead starts it itself, not a second time beside that', async () => {
  document.body.innerHTML = '<div id="drawn"></div><div id="root"></div>'
  await import('./main.tsx')
  expect(start).not.toHaveBeenCalled()
})
