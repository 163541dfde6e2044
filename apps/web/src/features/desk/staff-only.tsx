import type { StaffRole } from '@trove/contract/kit/staff-roles'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyMessagesPicture } from '@trove/ui/feedback/pictures'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/addresses/paths.ts'
import { useSession } from '../../lib/session/session.ts'

type StaffOnlyProps = {
  /** Whose page it is; without, all the staff's. Owners see all. */
  of?: StaffRole
  children: ReactNode
}

/** Shows the desk to the staff and says so to everybody else; the server decides for itself. */
export function StaffOnly({ of, children }: StaffOnlyProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  if (!user) return null
  const has = (one: StaffRole) => user.staffRoles.includes(one)
  if (user.role === 'operator' && (of === undefined || has('owner') || has(of))) return children
  return (
    <EmptyState
      illustration={<EmptyMessagesPicture />}
      title={t('desk.staffOnly')}
      text={t(of === 'owner' ? 'desk.ownerOnlyText' : 'desk.staffOnlyText')}
      action={{ label: t('titles.personalCenter'), href: paths.personalCenter() }}
    />
  )
}
