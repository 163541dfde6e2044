import { matchPath } from 'react-router'
import type { Later, RouteEntry } from './route-entry.ts'

/** Addresses of the specification whose market is still being built. */

/** An address whose market comes later. */
function later(
  path: string,
  name: string,
  title: RouteEntry['title'],
  market: Later,
  access: RouteEntry['access'] = 'signed-in',
): RouteEntry {
  return { path, name, title, access, later: market }
}

export const laterRoutes: RouteEntry[] = [
  later('/computingPowerMarket/information-statistics', 'informationStatistics', 'informationStatistics', 'storage'),
  later('/computingPowerMarket/share', 'share', 'share', 'storage'),
  later('/codeForce/codeForceList', 'codeForceList', 'codeForceList', 'code'),
  later('/codeForce/publishProduct', 'publishProduct', 'publishProduct', 'code'),
  later('/codeForce/codeDetails/:id', 'codeDetails', 'codeDetails', 'code', 'open'),
  later('/codeForce/shareCode/:id', 'shareCode', 'codeDetails', 'code', 'open'),
  later('/manpower', 'manpower', 'manpower', 'talent'),
  later('/manpower/addCase/:id', 'addCase', 'addCase', 'talent'),
  later('/manpower/orderNow/:id', 'orderNow', 'orderNow', 'talent'),
  later('/manpower/contactConsultant', 'contactConsultant', 'contactConsultant', 'talent'),
  later('/personal-center/my-storage', 'my-storage', 'myStorage', 'storage'),
  later('/personal-center/my-code', 'my-code', 'myCode', 'code'),
  later('/personal-center/authentication', 'authentication', 'authentication', 'talent'),
  later('/personal-center/authentication/label', 'selectLabel', 'selectLabel', 'talent'),
  later('/personal-center/authentication/info', 'authenticationInfo', 'authenticationInfo', 'talent'),
  later('/personal-center/hour-salary', 'myHourSalary', 'myHourSalary', 'talent'),
]

/** Whether what stands at an address is still being built. */
export function isLater(path: string): boolean {
  return laterRoutes.some((entry) => matchPath(entry.path, path))
}
