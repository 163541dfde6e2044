import { QueryClientProvider } from '@tanstack/react-query'
import '@trove/ui/styles.css'
import { LinkProvider } from '@trove/ui/link'
import { TroveThemeProvider } from '@trove/ui/theme'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '../lib/query.ts'
import { DeviceChoiceProvider } from '../lib/use-device.tsx'
import { router } from './router.tsx'
import { SiteLink } from './router-link.tsx'
import { ToastView } from './toast-view.tsx'

/** The whole site: theme, device, data, links and routes. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <DeviceChoiceProvider>
        <TroveThemeProvider>
          <LinkProvider component={SiteLink}>
            <RouterProvider router={router} />
            <ToastView />
          </LinkProvider>
        </TroveThemeProvider>
      </DeviceChoiceProvider>
    </QueryClientProvider>
  )
}
