import { paths } from '../../lib/addresses/paths.ts'
import type { RouteEntry } from '../entries/route-entry.ts'

/** The talent market: experts and homepages, which everybody may read (decision 43), and what signed-in people do there. */
export const talentRoutes: RouteEntry[] = [
  {
    path: paths.talent.pattern,
    name: 'manpower',
    title: 'manpower',
    access: 'open',
    screen: () => import('../../features/talent/experts/manpower.tsx'),
    pageParameter: 'productId',
  },
  {
    path: paths.addCase.pattern,
    name: 'addCase',
    title: 'addCase',
    access: 'signed-in',
    screen: () => import('../../features/talent/homepage/add-case.tsx'),
  },
  {
    path: paths.orderTalent.pattern,
    name: 'orderNow',
    title: 'orderNow',
    access: 'signed-in',
    screen: () => import('../../features/talent/experts/checkout-talent.tsx'),
  },
  {
    path: paths.contactConsultant.pattern,
    name: 'contactConsultant',
    title: 'contactConsultant',
    access: 'signed-in',
    screen: () => import('../../features/talent/homepage/contact-consultant.tsx'),
  },
  {
    path: paths.hourSalary.pattern,
    name: 'myHourSalary',
    title: 'myHourSalary',
    access: 'signed-in',
    screen: () => import('../../features/talent/homepage/hour-salary.tsx'),
  },
  {
    path: paths.freeHours.pattern,
    name: 'myFreeHours',
    title: 'freeHours',
    access: 'signed-in',
    screen: () => import('../../features/talent/calendar/free-hours.tsx'),
  },
]
