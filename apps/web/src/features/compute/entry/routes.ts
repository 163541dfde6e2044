import { laterScreens } from '../../../lib/addresses/later-screens.ts'
import { paths } from '../../../lib/addresses/paths.ts'
import type { RouteEntry } from '../../../lib/addresses/route-entry.ts'
import { computePaths } from '../addresses.ts'

const later = laterScreens(() => import('./screens.ts'))

/** The compute market besides its lists: publishing, renting, what is public of machines and sellers, and one's own. */
export const computeRoutes: RouteEntry[] = [
  {
    path: paths.publishCompute.pattern,
    name: 'SharedComputing',
    title: 'sharedComputing',
    access: 'signed-in',
    hasBack: true,
    changes: 'edit',
    shape: 'form',
    screen: later('publishCompute'),
  },
  {
    path: paths.computeCertificate.pattern,
    name: 'computingCertificate',
    title: 'computingCertificate',
    access: 'open',
    hasBack: true,
    screen: later('certificatePage'),
  },
  {
    path: paths.computeFigures.pattern,
    name: 'computingFigures',
    title: 'computeFigures',
    access: 'open',
    screen: later('figuresPage'),
  },
  {
    path: paths.computeSeller.pattern,
    name: 'computingSeller',
    title: 'computeSeller',
    access: 'open',
    hasBack: true,
    screen: later('sellerPage'),
  },
  {
    path: paths.checkoutCompute.pattern,
    name: 'ComputingCheck',
    title: 'computingCheck',
    access: 'signed-in',
    hasBack: true,
    shape: 'thing',
    screen: later('checkoutCompute'),
  },
  {
    path: paths.myCompute.pattern,
    name: 'my-calculate',
    title: 'myCalculate',
    access: 'signed-in',
    shape: 'tabs',
    screen: later('myCompute'),
  },
  {
    path: computePaths.myScripts.pattern,
    name: 'myScripts',
    title: 'myScripts',
    access: 'signed-in',
    hasBack: true,
    screen: later('scriptsPage'),
  },
  {
    path: computePaths.sharedRecipe.pattern,
    name: 'sharedRecipe',
    title: 'sharedRecipe',
    access: 'signed-in',
    hasBack: true,
    screen: later('sharedRecipe'),
  },
  {
    path: paths.cockpit.pattern,
    name: 'cockpit',
    title: 'cockpit',
    access: 'signed-in',
    hasBack: true,
    screen: later('cockpit'),
  },
  {
    path: computePaths.terminal.pattern,
    name: 'terminal',
    title: 'terminal',
    access: 'signed-in',
    isBare: true,
    screen: later('terminal'),
  },
]
