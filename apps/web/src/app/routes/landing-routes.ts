import { paths } from '../../lib/addresses/paths.ts'
import { byDevice, type RouteEntry } from '../../lib/addresses/route-entry.ts'
import { useComputingPower } from '../pages/landing/use-computing-power.ts'
import { useHome } from '../pages/landing/use-home.ts'
import { useWorkCodeForce } from '../pages/landing/use-work-code-force.ts'

/** The pages anybody sees first, by device, and those of the frame. */

const pages = {
  home: byDevice(
    useHome,
    () => import('../pages/landing/home.desktop.tsx'),
    () => import('../pages/landing/home.mobile.tsx'),
  ),
  computingPower: byDevice(
    useComputingPower,
    () => import('../pages/landing/computing-power.desktop.tsx'),
    () => import('../pages/landing/computing-power.mobile.tsx'),
  ),
  workCodeForce: byDevice(
    useWorkCodeForce,
    () => import('../pages/landing/work-code-force.desktop.tsx'),
    () => import('../pages/landing/work-code-force.mobile.tsx'),
  ),
}

export const landing: RouteEntry[] = [
  { path: paths.root.pattern, name: 'root', title: 'home', access: 'open', redirectTo: paths.home() },
  { path: paths.home.pattern, name: 'home', title: 'home', access: 'open', byDevice: pages.home },
  {
    path: paths.computingPower.pattern,
    name: 'computingPower',
    title: 'computingPower',
    access: 'open',
    byDevice: pages.computingPower,
  },
  {
    path: paths.workCodeForce.pattern,
    name: 'workCodeForce',
    title: 'workCodeForce',
    access: 'open',
    byDevice: pages.workCodeForce,
  },
  {
    path: paths.login.pattern,
    name: 'login',
    title: 'login',
    access: 'open',
    isBare: true,
    screen: () => import('../../features/identity/login/login.tsx'),
  },
  { path: paths.test.pattern, name: 'test', title: 'home', access: 'open', redirectTo: paths.home() },
  {
    path: paths.notFound.pattern,
    name: 'notFound',
    title: 'notFound',
    access: 'open',
    screen: () => import('../pages/not-found.tsx'),
  },
]
