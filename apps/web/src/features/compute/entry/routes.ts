import { paths } from '../../../lib/addresses/paths.ts'
import type { RouteEntry } from '../../../lib/addresses/route-entry.ts'
import { computePaths } from '../addresses.ts'

/** The compute market besides its lists: publishing, renting, what is public of machines and sellers, and one's own. */
export const computeRoutes: RouteEntry[] = [
  {
    path: paths.publishCompute.pattern,
    name: 'SharedComputing',
    title: 'sharedComputing',
    access: 'signed-in',
    screen: () => import('../publish/publish-compute.tsx'),
  },
  {
    path: paths.computeCertificate.pattern,
    name: 'computingCertificate',
    title: 'computingCertificate',
    access: 'open',
    screen: () => import('../certificate/certificate-page.tsx'),
  },
  {
    path: paths.computeFigures.pattern,
    name: 'computingFigures',
    title: 'computeFigures',
    access: 'open',
    screen: () => import('../figures/figures-page.tsx'),
  },
  {
    path: paths.computeSeller.pattern,
    name: 'computingSeller',
    title: 'computeSeller',
    access: 'open',
    screen: () => import('../seller/seller-page.tsx'),
  },
  {
    path: paths.checkoutCompute.pattern,
    name: 'ComputingCheck',
    title: 'computingCheck',
    access: 'signed-in',
    screen: () => import('../offer/checkout-compute.tsx'),
  },
  {
    path: paths.myCompute.pattern,
    name: 'my-calculate',
    title: 'myCalculate',
    access: 'signed-in',
    screen: () => import('../mine/my-compute.tsx'),
  },
  {
    path: computePaths.myScripts.pattern,
    name: 'myScripts',
    title: 'myScripts',
    access: 'signed-in',
    screen: () => import('../recipes/scripts-page.tsx'),
  },
  {
    path: computePaths.sharedRecipe.pattern,
    name: 'sharedRecipe',
    title: 'sharedRecipe',
    access: 'signed-in',
    screen: () => import('../recipes/shared-recipe.tsx'),
  },
  {
    path: paths.cockpit.pattern,
    name: 'cockpit',
    title: 'cockpit',
    access: 'signed-in',
    screen: () => import('../cockpit/cockpit.tsx'),
  },
  {
    path: computePaths.terminal.pattern,
    name: 'terminal',
    title: 'terminal',
    access: 'signed-in',
    isBare: true,
    screen: () => import('../terminal/terminal.tsx'),
  },
]
