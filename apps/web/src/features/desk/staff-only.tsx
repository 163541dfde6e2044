import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyMessagesPicture } from '@trove/ui/feedback/pictures'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'

/** Shows the desk to the staff and says so to everybody else; the server decides for itself. */
export function StaffOnly({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const role = useSession().user?.role
  if (role === 'operator') return children
  if (role === undefined) return null
  return (
    <EmptyState
      illustration={<EmptyMessagesPicture />}
      title={t('desk.staffOnly')}
      text={t('desk.staffOnlyText')}
      action={{ label: t('titles.personalCenter'), href: paths.personalCenter() }}
    />
  )
}
