import { QueryClientProvider } from '@tanstack/react-query'
import type { Device } from '@trove/ui/base/device'
import '@trove/ui/base/styles.css'
import { LinkProvider } from '@trove/ui/base/link'
import { TroveThemeProvider } from '@trove/ui/base/theme'
import { Toasts } from '@trove/ui/feedback/toasts'
import type { ReactNode } from 'react'
import { FactorAsking } from '../features/identity/factor-asking.tsx'
import { toastStore } from '../lib/calls/notify.ts'
import { queryClient } from '../lib/calls/query.ts'
import { DeviceChoiceProvider } from '../lib/session/use-device.tsx'
import { SiteLink } from './router-link.tsx'
import { PageErrorBoundary } from './routes/page-error-boundary.tsx'

/** What every screen needs around it: data, device, theme, links, messages. Stands inside a router. */
export function Providers({ device, children }: { device?: Device; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <DeviceChoiceProvider first={device}>
        <TroveThemeProvider>
          <LinkProvider component={SiteLink}>
            {/* What breaks outside of a page, such as a window whose code cannot be had, must not leave an empty window. */}
            <PageErrorBoundary>
              {children}
              <FactorAsking />
            </PageErrorBoundary>
            <Toasts store={toastStore} />
          </LinkProvider>
        </TroveThemeProvider>
      </DeviceChoiceProvider>
    </QueryClientProvider>
  )
}
