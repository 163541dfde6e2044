import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { InfoIcon, VerifiedIcon, WaitingIcon } from '@trove/ui/icons/states'
import { useTranslation } from 'react-i18next'

const LOOKS = [
  { key: 'none', tone: 'neutral', icon: InfoIcon },
  { key: 'waiting', tone: 'amber', icon: WaitingIcon },
  { key: 'verified', tone: 'jade', icon: VerifiedIcon },
] as const

/** Where a person stands, in a word: whose application was refused (status 3) is not certified (decision 2). */
export function CertificationBadge({ status }: { status: number }) {
  const { t } = useTranslation()
  const { key, tone, icon } = LOOKS[status] ?? LOOKS[0]
  return <StatusBadge tone={tone} icon={icon} label={t(`certification.status.${key}`)} />
}
