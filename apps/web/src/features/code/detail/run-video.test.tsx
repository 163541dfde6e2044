// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { chineseDesk, forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { RETRY_MS, RunVideo } from './run-video.tsx'

/** jsdom plays nothing: how often and with what sound it was asked to is written down here. */
let plays: { isMuted: boolean }[]
let refusals: number
beforeEach(() => {
  fakeServer()
  plays = []
  refusals = 0
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    plays.push({ isMuted: this.muted })
    return plays.length <= refusals ? Promise.reject(new DOMException('busy', 'NotAllowedError')) : Promise.resolve()
  })
})
afterEach(async () => {
  await forgetScreen()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const src = `/files/video/${'0'.repeat(32)}.mp4`
const film = () => screen.getByLabelText(i18next.t('code.detail.video'), { selector: 'video' }) as HTMLVideoElement
const settled = () => vi.advanceTimersByTimeAsync(0)

describe.each(views)('the run video on $device in $language', (view) => {
  const open = () => renderScreen(<RunVideo src={src} />, view)

  it('begins by itself without sound, showing its first frame, with controls for keys', async () => {
    await open()
    expect(plays).toEqual([{ isMuted: true }])
    expect(film().getAttribute('src')).toBe(`${src}#t=0.001`)
    expect([film().controls, film().preload]).toEqual([true, 'metadata'])
    expect(film().hasAttribute('playsinline')).toBe(true)
  })

  it('that was refused is asked to play once more after 500 ms, and then left alone (B9.30)', async () => {
    expect(RETRY_MS).toBe(500)
    refusals = 2
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false })
    const opening = open()
    await settled()
    const { unmount } = await opening
    await settled()
    const first = plays.length
    await vi.advanceTimersByTimeAsync(RETRY_MS - 1)
    expect([first, plays.length]).toEqual([1, 1])
    await vi.advanceTimersByTimeAsync(1)
    expect(plays).toEqual([{ isMuted: true }, { isMuted: true }])
    await vi.advanceTimersByTimeAsync(10 * RETRY_MS)
    expect(plays).toHaveLength(2)
    unmount()
  })
})

it('a page that is left asks nothing more', async () => {
  refusals = 1
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const opening = renderScreen(<RunVideo src={src} />, chineseDesk)
  await settled()
  const { unmount } = await opening
  await settled()
  unmount()
  await vi.advanceTimersByTimeAsync(10 * RETRY_MS)
  expect(plays).toHaveLength(1)
})

it('who wants no motion starts it by hand, and a film that cannot be played is said to be one', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ ...matching, matches: query.includes('reduce') }))
  await renderScreen(<RunVideo src={src} />, chineseDesk)
  expect(plays).toEqual([])
  fireEvent.error(film())
  screen.getByText(i18next.t('code.detail.videoBroken'))
})
const matching = { addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} }

it('a work without one has no place for it', async () => {
  await renderScreen(<RunVideo src={null} />, chineseDesk)
  expect(screen.queryByText(i18next.t('code.detail.video'))).toBeNull()
})
