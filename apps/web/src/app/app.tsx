import { QueryClientProvider } from '@tanstack/react-query'
import '@trove/ui/styles.css'
import { LinkProvider } from '@trove/ui/link'
import { TroveThemeProvider } from '@trove/ui/theme'
import { Toasts } from '@trove/ui/toasts'
import { RouterProvider } from 'react-router/dom'
import { toastStore } from '../lib/notify.ts'
import { queryClient } from '../lib/query.ts'
import { DeviceChoiceProvider } from '../lib/use-device.tsx'
import { router } from './router.tsx'
import { SiteLink } from './router-link.tsx'

/** The whole site: theme, device, data, links and routes. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <DeviceChoiceProvider>
        <TroveThemeProvider>
          <LinkProvider component={SiteLink}>
            <RouterProvider router={router} />
            <Toasts store={toastStore} />
          </LinkProvider>
        </TroveThemeProvider>
      </DeviceChoiceProvider>
    </QueryClientProvider>
  )
}
