import { type Device, DeviceProvider } from '@trove/ui/base/device'
import { createContext, type ReactNode, useCallback, useContext, useInsertionEffect, useMemo, useState } from 'react'
import { keepDevice, readDevice, rootFontPx } from './device.ts'

type DeviceChoice = { device: Device; switchDevice: (device: Device) => void }
const ChoiceContext = createContext<DeviceChoice | undefined>(undefined)

/** Gives the layout to everything below and keeps the root font in step with the window (specification part B 9). */
export function DeviceChoiceProvider({ first, children }: { first?: Device; children: ReactNode }) {
  const [device, setDevice] = useState<Device>(() => first ?? readDevice())
  // Before any layout effect: the primitives below read the root font to undo it, at first and after each resize.
  useInsertionEffect(() => {
    const apply = () => {
      document.documentElement.style.fontSize = `${rootFontPx(device, window.innerWidth)}px`
    }
    apply()
    window.addEventListener('resize', apply)
    return () => window.removeEventListener('resize', apply)
  }, [device])
  const switchDevice = useCallback((next: Device) => {
    keepDevice(next)
    setDevice(next)
  }, [])
  const choice = useMemo(() => ({ device, switchDevice }), [device, switchDevice])
  return (
    <ChoiceContext.Provider value={choice}>
      <DeviceProvider device={device}>{children}</DeviceProvider>
    </ChoiceContext.Provider>
  )
}

/** Lets the shells offer the other layout; features must not ask for the device. */
export function useDeviceChoice(): DeviceChoice {
  const choice = useContext(ChoiceContext)
  if (!choice) throw new Error('DeviceChoiceProvider is missing')
  return choice
}
