import type { ReactNode } from 'react'
import { useDevice } from '../base/device.tsx'

/** What only a phone needs, such as a way to what stands beside it at a desk. */
export function OnPhone({ children }: { children: ReactNode }) {
  return useDevice() === 'mobile' ? children : null
}
