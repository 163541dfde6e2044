import '../src/base/styles.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type Device, DeviceProvider } from '../src/base/device.tsx'
import { TroveThemeProvider } from '../src/base/theme.tsx'
import { CardsPart } from './cards-part.tsx'
import { ControlsPart } from './controls-part.tsx'
import { IconsPart } from './icons-part.tsx'
import { PicturesPart } from './pictures-part.tsx'

// Placeholder words only: this page shows the primitives and is never shipped.
const query = new URLSearchParams(location.search)
const device: Device = query.get('device') === 'mobile' ? 'mobile' : 'pc'
const scheme = query.get('scheme') === 'dark' ? 'dark' : 'light'
const parts: Record<string, ReactNode> = {
  cards: <CardsPart />,
  controls: <ControlsPart />,
  icons: <IconsPart />,
  pictures: <PicturesPart />,
}
document.documentElement.dataset.device = device
if (device === 'mobile') {
  document.documentElement.style.fontSize = `${32 * Math.min(window.innerWidth / 750, 2)}px`
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <TroveThemeProvider forceColorScheme={scheme}>
      <DeviceProvider device={device}>
        <main style={{ maxWidth: 1200, margin: '0 auto', padding: 'var(--gutter)' }}>
          {parts[query.get('part') ?? 'cards']}
        </main>
      </DeviceProvider>
    </TroveThemeProvider>
  </StrictMode>,
)
