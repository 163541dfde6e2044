import { type ComponentType, lazy, Suspense } from 'react'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { useDeviceChoice } from '../lib/use-device.tsx'
import { Guarded } from './guarded.tsx'
import { LaterPage } from './pages/later.tsx'
import { PageError } from './pages/page-error.tsx'
import { PageLoading } from './pages/page-loading.tsx'
import { type RouteEntry, routeTable } from './route-table.ts'
import { Shell } from './shell.tsx'

/** Turns the route table into the router: guard, frame, lazy screens. Knows no route of its own. */

function screenOf(entry: RouteEntry): ComponentType {
  if (entry.byDevice) {
    const bodies = { pc: lazy(entry.byDevice.pc), mobile: lazy(entry.byDevice.mobile) }
    return function ByDevice() {
      const Body = bodies[useDeviceChoice().device]
      return <Body />
    }
  }
  if (entry.screen) return lazy(entry.screen)
  return function Later() {
    return <LaterPage title={entry.title} market={entry.later!} />
  }
}

function toRouteObject(entry: RouteEntry): RouteObject {
  if (entry.redirectTo) return { path: entry.path, element: <Navigate to={entry.redirectTo} replace /> }
  const Screen = screenOf(entry)
  return {
    path: entry.path,
    handle: entry,
    element: (
      <Guarded route={entry}>
        <Suspense fallback={<PageLoading />}>
          <Screen />
        </Suspense>
      </Guarded>
    ),
  }
}

export const router = createBrowserRouter([
  {
    element: <Shell />,
    errorElement: <PageError />,
    children: [...routeTable.map(toRouteObject), { path: '*', element: <Navigate to="/404" replace /> }],
  },
])
