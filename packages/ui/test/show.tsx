import { configure, type RenderResult, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { type Device, DeviceProvider } from '../src/base/device.tsx'
import { TroveThemeProvider } from '../src/base/theme.tsx'

// A busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 })

window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Draws a primitive inside the theme on one device, without transitions and portals. */
export function show(element: ReactElement, device: Device = 'pc'): RenderResult {
  return render(element, {
    wrapper: ({ children }) => (
      <TroveThemeProvider env="test" forceColorScheme="light">
        <DeviceProvider device={device}>{children}</DeviceProvider>
      </TroveThemeProvider>
    ),
  })
}
