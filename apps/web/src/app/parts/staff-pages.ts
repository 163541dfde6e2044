import type { titles } from '@trove/messages/site/shell'
import type { IconComponent } from '@trove/ui/icons/icon'
import { CodeIcon, ComputeIcon, MessagesIcon, OrdersIcon, TalentIcon } from '@trove/ui/icons/places'
import { CheckIcon, DiffersIcon, VerifiedIcon, WarningIcon } from '@trove/ui/icons/states'
import { StarIcon } from '@trove/ui/icons/things'
import { paths } from '../../lib/addresses/paths.ts'
import { useSession } from '../../lib/session/session.ts'

type StaffPage = { title: keyof typeof titles; path: string; icon: IconComponent; tone: string }

const staffPages: StaffPage[] = [
  { title: 'certificationDesk', path: paths.certificationDesk(), icon: VerifiedIcon, tone: 'talent' },
  { title: 'disputeDesk', path: paths.disputeDesk(), icon: WarningIcon, tone: 'coral' },
  { title: 'faultDesk', path: paths.faultDesk(), icon: ComputeIcon, tone: 'compute' },
  { title: 'payoutDesk', path: paths.payoutDesk(), icon: CheckIcon, tone: 'jade' },
  { title: 'billDesk', path: paths.billDesk(), icon: DiffersIcon, tone: 'sky' },
  { title: 'reportDesk', path: paths.reportDesk(), icon: CodeIcon, tone: 'coral' },
  { title: 'reviewDesk', path: paths.reviewDesk(), icon: MessagesIcon, tone: 'talent' },
  { title: 'slotDesk', path: paths.slotDesk(), icon: StarIcon, tone: 'code' },
]
const ownerPages: StaffPage[] = [
  { title: 'staffDesk', path: paths.staffDesk(), icon: TalentIcon, tone: 'talent' },
  { title: 'actDesk', path: paths.actDesk(), icon: OrdersIcon, tone: 'compute' },
]

/** The desks of whoever is signed in: none for people who are no staff, all for owners. */
export function useStaffPages(): StaffPage[] {
  const { user } = useSession()
  if (user?.role !== 'operator') return []
  return user.staffRoles.includes('owner') ? [...staffPages, ...ownerPages] : staffPages
}
