import type { ComputeVerification } from '@trove/contract/compute/shapes'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { DiffersIcon, UnreachableIcon, VerifiedIcon, WaitingIcon } from '@trove/ui/icons/states'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useNow } from '../../../lib/calls/clock.ts'
import { formatAgo } from '../../../lib/shown/format.ts'

export type Verification = z.output<typeof ComputeVerification>

const looks = {
  pending: { tone: 'sky', icon: WaitingIcon },
  verified: { tone: 'jade', icon: VerifiedIcon },
  differs: { tone: 'amber', icon: DiffersIcon },
  unreachable: { tone: 'coral', icon: UnreachableIcon },
} as const

/** What the machine check found, with its date when there is room. */
export function VerificationBadge({
  verification,
  isQuiet,
  hasDate,
}: {
  verification: Verification
  isQuiet?: boolean
  hasDate?: boolean
}) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const { tone, icon } = looks[verification.state]
  const word = t(`compute.verification.${verification.state}`)
  const when = hasDate && verification.checkedAt ? ` · ${formatAgo(verification.checkedAt, now)}` : ''
  return <StatusBadge tone={tone} icon={icon} label={`${word}${when}`} isQuiet={isQuiet} />
}
