import { paths } from '../../lib/addresses/paths.ts'
import type { RouteEntry } from '../entries/route-entry.ts'

/** The compute market besides its lists: publishing, renting, what is public of machines and sellers, and one's own. */
export const computeRoutes: RouteEntry[] = [
  {
    path: paths.publishCompute.pattern,
    name: 'SharedComputing',
    title: 'sharedComputing',
    access: 'signed-in',
    screen: () => import('../../features/compute/publish/publish-compute.tsx'),
  },
  {
    path: paths.computeCertificate.pattern,
    name: 'computingCertificate',
    title: 'computingCertificate',
    access: 'open',
    screen: () => import('../../features/compute/certificate/certificate-page.tsx'),
  },
  {
    path: paths.computeFigures.pattern,
    name: 'computingFigures',
    title: 'computeFigures',
    access: 'open',
    screen: () => import('../../features/compute/figures/figures-page.tsx'),
  },
  {
    path: paths.computeSeller.pattern,
    name: 'computingSeller',
    title: 'computeSeller',
    access: 'open',
    screen: () => import('../../features/compute/seller/seller-page.tsx'),
  },
  {
    path: paths.checkoutCompute.pattern,
    name: 'ComputingCheck',
    title: 'computingCheck',
    access: 'signed-in',
    screen: () => import('../../features/compute/offer/checkout-compute.tsx'),
  },
  {
    path: paths.myCompute.pattern,
    name: 'my-calculate',
    title: 'myCalculate',
    access: 'signed-in',
    screen: () => import('../../features/compute/mine/my-compute.tsx'),
  },
  {
    path: paths.myScripts.pattern,
    name: 'myScripts',
    title: 'myScripts',
    access: 'signed-in',
    screen: () => import('../../features/compute/recipes/scripts-page.tsx'),
  },
  {
    path: paths.sharedRecipe.pattern,
    name: 'sharedRecipe',
    title: 'sharedRecipe',
    access: 'signed-in',
    screen: () => import('../../features/compute/recipes/shared-recipe.tsx'),
  },
  {
    path: paths.cockpit.pattern,
    name: 'cockpit',
    title: 'cockpit',
    access: 'signed-in',
    screen: () => import('../../features/compute/cockpit/cockpit.tsx'),
  },
  {
    path: paths.terminal.pattern,
    name: 'terminal',
    title: 'terminal',
    access: 'signed-in',
    isBare: true,
    screen: () => import('../../features/compute/terminal/terminal.tsx'),
  },
]
