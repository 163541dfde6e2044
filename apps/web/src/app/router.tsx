import { type ReactNode, Suspense } from 'react'
import { Navigate, type RouteObject, useLocation, useRoutes } from 'react-router'
import { paths } from '../lib/addresses/paths.ts'
import type { DeviceBodies, RouteEntry } from '../lib/addresses/route-entry.ts'
import { useDeviceChoice } from '../lib/session/use-device.tsx'
import { PageLoading } from './parts/page-loading.tsx'
import { Guarded } from './routes/guarded.tsx'
import { LazyScreen } from './routes/lazy-screen.tsx'
import { PageErrorBoundary } from './routes/page-error-boundary.tsx'
import { routeTable } from './routes/route-table.ts'
import { Shell } from './shell/shell.tsx'

/** Turns the route table into the router: guard, frame, lazy screens. Knows no route of its own. */

function ByDevice({ bodies }: { bodies: DeviceBodies }) {
  const model = bodies.useModel()
  const { device } = useDeviceChoice()
  return <LazyScreen key={device} load={bodies[device]} {...model} />
}

function screenOf(entry: RouteEntry): ReactNode {
  if (entry.byDevice) return <ByDevice key={entry.path} bodies={entry.byDevice} />
  return <LazyScreen key={entry.path} load={entry.screen!} />
}

/** A failure stays inside the frame, and a new page leaves it behind: that is a new address, but for the tabs of one page. */
function Safely({ entry, children }: { entry: RouteEntry; children: ReactNode }) {
  const { pathname } = useLocation()
  return <PageErrorBoundary key={entry.isTabbed ? entry.path : pathname}>{children}</PageErrorBoundary>
}

function toRouteObject(entry: RouteEntry): RouteObject {
  if (entry.redirectTo) return { path: entry.path, element: <Navigate to={entry.redirectTo} replace /> }
  const awaited = <PageLoading entry={entry} />
  return {
    path: entry.path,
    element: (
      <Safely entry={entry}>
        <Guarded route={entry} awaited={awaited}>
          <Suspense fallback={awaited}>{screenOf(entry)}</Suspense>
        </Guarded>
      </Safely>
    ),
  }
}

const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [...routeTable.map(toRouteObject), { path: '*', element: <Navigate to={paths.notFound()} replace /> }],
  },
]

/** The screen of the address in view, in its frame. */
export function Pages() {
  return useRoutes(routes)
}
