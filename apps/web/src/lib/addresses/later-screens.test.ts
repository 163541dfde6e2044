import { expect, it, vi } from 'vitest'
import { fetchLaterScreens, isLaterScreen, laterScreens } from './later-screens.ts'

/** Screens whose imports stand in a file of their own. */

const Body = () => null
const screens = { cockpit: async () => ({ default: Body }) }

it('a screen brings its file along when it is opened', async () => {
  const load = vi.fn(async () => ({ screens }))
  const screen = laterScreens(load)('cockpit')
  expect(load).not.toHaveBeenCalled()
  expect(await screen()).toEqual({ default: Body })
  expect([isLaterScreen(screen), isLaterScreen(screens.cockpit), isLaterScreen(undefined)]).toEqual([
    true,
    false,
    false,
  ])
})

it('a file that cannot be had ahead harms nothing, and is asked for again when a screen of it is opened', async () => {
  const load = vi.fn(async () => ({ screens }))
  load.mockRejectedValueOnce(new TypeError('offline')).mockRejectedValueOnce(new TypeError('offline'))
  const screen = laterScreens(load)('cockpit')
  await expect(fetchLaterScreens()).resolves.toBeUndefined()
  await expect(screen()).rejects.toThrow('offline')
  expect(await screen()).toEqual({ default: Body })
})
