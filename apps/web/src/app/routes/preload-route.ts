import type { Device } from '@trove/ui/base/device'
import { findRoute } from './find-route.ts'
import { preloadScreen } from './lazy-screen.tsx'

/** Fetches the screen an address leads to, for the layout in use. */
export async function preloadRoute(pathname: string, device: Device): Promise<void> {
  const entry = findRoute(pathname)
  const load = entry?.byDevice?.[device] ?? entry?.screen
  if (load) await preloadScreen(load)
}
