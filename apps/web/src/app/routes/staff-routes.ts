import { paths } from '../../lib/addresses/paths.ts'
import type { RouteEntry } from '../../lib/addresses/route-entry.ts'
import { later } from './later.ts'

/** The desk of the staff; its screens turn others away, and so does the server. */
export const staff: RouteEntry[] = [
  {
    path: paths.certification.pattern,
    name: 'authentication',
    title: 'authentication',
    access: 'signed-in',
    hasBack: true,
    shape: 'settings',
    screen: later('certification'),
  },
  {
    path: paths.certificationLabel.pattern,
    name: 'selectLabel',
    title: 'selectLabel',
    access: 'signed-in',
    hasBack: true,
    screen: later('selectLabel'),
  },
  {
    path: paths.certificationInfo.pattern,
    name: 'authenticationInfo',
    title: 'authenticationInfo',
    access: 'signed-in',
    hasBack: true,
    shape: 'form',
    screen: later('certificationForm'),
  },
  {
    path: paths.certificationDesk.pattern,
    name: 'certificationDesk',
    title: 'certificationDesk',
    access: 'signed-in',
    screen: later('certificationDesk'),
  },
  {
    path: paths.disputeDesk.pattern,
    name: 'disputeDesk',
    title: 'disputeDesk',
    access: 'signed-in',
    screen: later('disputeDesk'),
  },
  {
    path: paths.faultDesk.pattern,
    name: 'faultDesk',
    title: 'faultDesk',
    access: 'signed-in',
    screen: later('faultDesk'),
  },
  {
    path: paths.payoutDesk.pattern,
    name: 'payoutDesk',
    title: 'payoutDesk',
    access: 'signed-in',
    screen: later('payoutDesk'),
  },
  {
    path: paths.billDesk.pattern,
    name: 'billDesk',
    title: 'billDesk',
    access: 'signed-in',
    screen: later('billDesk'),
  },
  {
    path: paths.reportDesk.pattern,
    name: 'reportDesk',
    title: 'reportDesk',
    access: 'signed-in',
    screen: later('reportDesk'),
  },
  {
    path: paths.reviewDesk.pattern,
    name: 'reviewDesk',
    title: 'reviewDesk',
    access: 'signed-in',
    screen: later('reviewDesk'),
  },
  {
    path: paths.slotDesk.pattern,
    name: 'slotDesk',
    title: 'slotDesk',
    access: 'signed-in',
    screen: later('slotDesk'),
  },
  {
    path: paths.staffDesk.pattern,
    name: 'staffDesk',
    title: 'staffDesk',
    access: 'signed-in',
    screen: later('staffDesk'),
  },
  {
    path: paths.actDesk.pattern,
    name: 'actDesk',
    title: 'actDesk',
    access: 'signed-in',
    screen: later('actDesk'),
  },
]
