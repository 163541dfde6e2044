// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { DeviceChoiceProvider } from './use-device.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.documentElement.removeAttribute('style')
})

/** What a size of 16 px of the library comes to. */
const sizeOfSixteen = () => {
  const { style } = document.documentElement
  return Number.parseFloat(style.fontSize) * Number(style.getPropertyValue('--trove-scale'))
}

it('a phone that is turned scales the root font, and the sizes of buttons and fields stay what they are', () => {
  vi.stubGlobal('innerWidth', 390)
  render(<DeviceChoiceProvider first="mobile">{null}</DeviceChoiceProvider>)
  expect(sizeOfSixteen()).toBeCloseTo(16)
  for (const [width, rootFont] of [
    [844, 36.01],
    [390, 16.64],
  ] as const) {
    vi.stubGlobal('innerWidth', width)
    window.dispatchEvent(new Event('resize'))
    expect(Number.parseFloat(document.documentElement.style.fontSize)).toBeCloseTo(rootFont)
    expect(sizeOfSixteen()).toBeCloseTo(16)
  }
})
