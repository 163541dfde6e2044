import { paths } from '../../lib/addresses/paths.ts'
import type { RouteEntry } from '../../lib/addresses/route-entry.ts'

/** The desk of the staff; its screens turn others away, and so does the server. */
export const staff: RouteEntry[] = [
  {
    path: paths.certification.pattern,
    name: 'authentication',
    title: 'authentication',
    access: 'signed-in',
    screen: () => import('../../features/certification/certification.tsx'),
  },
  {
    path: paths.certificationLabel.pattern,
    name: 'selectLabel',
    title: 'selectLabel',
    access: 'signed-in',
    screen: () => import('../../features/certification/select-label.tsx'),
  },
  {
    path: paths.certificationInfo.pattern,
    name: 'authenticationInfo',
    title: 'authenticationInfo',
    access: 'signed-in',
    screen: () => import('../../features/certification/certification-form.tsx'),
  },
  {
    path: paths.certificationDesk.pattern,
    name: 'certificationDesk',
    title: 'certificationDesk',
    access: 'signed-in',
    screen: () => import('../../features/desk/certification/certification-desk.tsx'),
  },
  {
    path: paths.disputeDesk.pattern,
    name: 'disputeDesk',
    title: 'disputeDesk',
    access: 'signed-in',
    screen: () => import('../../features/desk/disputes/dispute-desk.tsx'),
  },
  {
    path: paths.faultDesk.pattern,
    name: 'faultDesk',
    title: 'faultDesk',
    access: 'signed-in',
    screen: () => import('../../features/desk/faults/fault-desk.tsx'),
  },
  {
    path: paths.payoutDesk.pattern,
    name: 'payoutDesk',
    title: 'payoutDesk',
    access: 'signed-in',
    screen: () => import('../../features/desk/money/payout-desk.tsx'),
  },
  {
    path: paths.billDesk.pattern,
    name: 'billDesk',
    title: 'billDesk',
    access: 'signed-in',
    screen: () => import('../../features/desk/money/bill-desk.tsx'),
  },
  {
    path: paths.reportDesk.pattern,
    name: 'reportDesk',
    title: 'reportDesk',
    access: 'signed-in',
    screen: () => import('../../features/desk/code/report-desk.tsx'),
  },
  {
    path: paths.reviewDesk.pattern,
    name: 'reviewDesk',
    title: 'reviewDesk',
    access: 'signed-in',
    screen: () => import('../../features/desk/reviews/review-desk.tsx'),
  },
  {
    path: paths.slotDesk.pattern,
    name: 'slotDesk',
    title: 'slotDesk',
    access: 'signed-in',
    screen: () => import('../../features/desk/code/slot-desk.tsx'),
  },
  {
    path: paths.staffDesk.pattern,
    name: 'staffDesk',
    title: 'staffDesk',
    access: 'signed-in',
    screen: () => import('../../features/desk/staff/staff-desk.tsx'),
  },
  {
    path: paths.actDesk.pattern,
    name: 'actDesk',
    title: 'actDesk',
    access: 'signed-in',
    screen: () => import('../../features/desk/staff/act-desk.tsx'),
  },
]
