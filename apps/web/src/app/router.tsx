import type { Device } from '@trove/ui/device'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { useDeviceChoice } from '../lib/use-device.tsx'
import { Guarded } from './guarded.tsx'
import { LaterPage } from './pages/later.tsx'
import { PageError } from './pages/page-error.tsx'
import { PageLoading } from './pages/page-loading.tsx'
import { type RouteEntry, routeTable } from './route-table.ts'
import { Shell } from './shell.tsx'

/** Turns the route table into the router: guard, frame, lazy screens. Knows no route of its own. */

function ByDevice({ bodies, useModel }: { bodies: Record<Device, ComponentType<object>>; useModel: () => object }) {
  const model = useModel()
  const Body = bodies[useDeviceChoice().device]
  return <Body {...model} />
}

function screenOf(entry: RouteEntry): ReactNode {
  if (entry.byDevice) {
    const { useModel, pc, mobile } = entry.byDevice
    return <ByDevice useModel={useModel} bodies={{ pc: lazy(pc), mobile: lazy(mobile) }} />
  }
  if (entry.later) return <LaterPage title={entry.title} market={entry.later} />
  const Screen = lazy(entry.screen!)
  return <Screen />
}

function toRouteObject(entry: RouteEntry): RouteObject {
  if (entry.redirectTo) return { path: entry.path, element: <Navigate to={entry.redirectTo} replace /> }
  return {
    path: entry.path,
    handle: entry,
    element: (
      <Guarded route={entry}>
        <Suspense fallback={<PageLoading />}>{screenOf(entry)}</Suspense>
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
