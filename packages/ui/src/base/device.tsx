import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react'

/** The layout a person sees; decided once by the application, never guessed in here. */
export type Device = 'pc' | 'mobile'

const DeviceContext = createContext<Device>('pc')

/**
 * Value of the CSS variable `--trove-scale` for a root font size in pixels.
 * The specification scales the root font with the window; Mantine's rem sizes are multiplied by this to stay true pixels.
 */
export function scaleForRootFont(rootFontPx: number): number {
  return rootFontPx > 0 ? 16 / rootFontPx : 1
}

function syncRoot(device: Device) {
  const root = document.documentElement
  root.dataset.device = device
  const rootFontPx = Number.parseFloat(getComputedStyle(root).fontSize)
  if (Number.isFinite(rootFontPx)) root.style.setProperty('--trove-scale', String(scaleForRootFont(rootFontPx)))
}

/** Tells every primitive below which body to draw, and keeps the root element's device attribute and scale in step. */
export function DeviceProvider({ device, children }: { device: Device; children: ReactNode }) {
  useLayoutEffect(() => {
    const sync = () => syncRoot(device)
    sync()
    window.addEventListener('resize', sync)
    return () => window.removeEventListener('resize', sync)
  }, [device])
  return <DeviceContext.Provider value={device}>{children}</DeviceContext.Provider>
}

/** The device given by the application; only primitives of this package and the application's shells may ask. */
export function useDevice(): Device {
  return useContext(DeviceContext)
}
