import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { FailedIcon, InfoIcon, VerifiedIcon, WaitingIcon } from '@trove/ui/icons/states'
import { useTranslation } from 'react-i18next'

const LOOKS = [
  { key: 'none', tone: 'neutral', icon: InfoIcon },
  { key: 'waiting', tone: 'amber', icon: WaitingIcon },
  { key: 'verified', tone: 'jade', icon: VerifiedIcon },
  { key: 'refused', tone: 'coral', icon: FailedIcon },
] as const

type CertificationBadgeProps = {
  status: number
  /** Beside a person, where a refusal reads as "not certified" (decision 2). */
  isShort?: boolean
}

/** Where a certification stands, in a word. */
export function CertificationBadge({ status, isShort }: CertificationBadgeProps) {
  const { t } = useTranslation()
  const { key, tone, icon } = LOOKS[isShort && status === 3 ? 0 : status] ?? LOOKS[0]
  return <StatusBadge tone={tone} icon={icon} label={t(`certification.status.${key}`)} />
}
