import { useComputingPower } from './pages/use-computing-power.ts'
import { useHome } from './pages/use-home.ts'
import { useWorkCodeForce } from './pages/use-work-code-force.ts'
import { byDevice, type RouteEntry } from './route-entry.ts'

/** The pages anybody sees first, by device, and those of the frame. */

const pages = {
  home: byDevice(
    useHome,
    () => import('./pages/home.desktop.tsx'),
    () => import('./pages/home.mobile.tsx'),
  ),
  computingPower: byDevice(
    useComputingPower,
    () => import('./pages/computing-power.desktop.tsx'),
    () => import('./pages/computing-power.mobile.tsx'),
  ),
  workCodeForce: byDevice(
    useWorkCodeForce,
    () => import('./pages/work-code-force.desktop.tsx'),
    () => import('./pages/work-code-force.mobile.tsx'),
  ),
}

export const landing: RouteEntry[] = [
  { path: '/', name: 'root', title: 'home', access: 'open', redirectTo: '/home' },
  { path: '/home', name: 'home', title: 'home', access: 'open', byDevice: pages.home },
  {
    path: '/computingPower',
    name: 'computingPower',
    title: 'computingPower',
    access: 'open',
    byDevice: pages.computingPower,
  },
  {
    path: '/workCodeForce',
    name: 'workCodeForce',
    title: 'workCodeForce',
    access: 'open',
    byDevice: pages.workCodeForce,
  },
  {
    path: '/login',
    name: 'login',
    title: 'login',
    access: 'open',
    isBare: true,
    screen: () => import('../features/identity/login.tsx'),
  },
  { path: '/test', name: 'test', title: 'home', access: 'open', redirectTo: '/home' },
  { path: '/404', name: 'notFound', title: 'notFound', access: 'open', screen: () => import('./pages/not-found.tsx') },
]
