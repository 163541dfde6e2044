import { ActionButton } from '@trove/ui/actions/action-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { FailedIcon, SuccessIcon, WaitingIcon } from '@trove/ui/icons/states'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import { Price } from '@trove/ui/lists/price'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/shown/format.ts'
import classes from '../desk.module.css'
import type { Payout } from '../queries.ts'

const LOOKS = {
  'awaiting-approval': { tone: 'amber', icon: WaitingIcon },
  'in-flight': { tone: 'sky', icon: WaitingIcon },
  paid: { tone: 'jade', icon: SuccessIcon },
  failed: { tone: 'coral', icon: FailedIcon },
  declined: { tone: 'coral', icon: FailedIcon },
} as const

/** How many different people agreed so far. */
export function countApprovals(payout: Payout): number {
  return payout.decisions.filter((each) => each.decision === 'approved').length
}

/** Why the person at the desk cannot approve a payout that waits. */
function WhyNot({ payout }: { payout: Payout }) {
  const { t } = useTranslation()
  if (payout.state !== 'awaiting-approval' || payout.mayApprove) return null
  return <p className={classes.quiet}>{t(payout.mayDecline ? 'desk.payouts.second' : 'desk.payouts.own')}</p>
}

type PayoutCardProps = { payout: Payout; onApprove: () => void; onDecline: () => void }

/** One payout: to whom, how much, who decided so far, and what one may do about it. */
export function PayoutCard({ payout, onApprove, onDecline }: PayoutCardProps) {
  const { t } = useTranslation()
  const { payee, decisions } = payout
  const nameOf = (person: { id: string; nickName: string }) => person.nickName || person.id
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <AvatarImage src={payee.headImgUrl} name={nameOf(payee)} />
        <div className={classes.words}>
          <strong>{nameOf(payee)}</strong>
          <time className={classes.quiet} dateTime={payout.createdAt}>
            {t('desk.payouts.asked', { when: formatMoment(payout.createdAt) })}
          </time>
        </div>
        <Price amount={payout.amount} currency={t('units.yuanSign')} size="lg" tone="ink" />
      </div>
      <p className={classes.reference}>{payout.number}</p>
      <div className={classes.line}>
        <StatusBadge {...LOOKS[payout.state]} label={t(`desk.payouts.states.${payout.state}`)} />
        <span className={classes.quiet}>
          {t('desk.payouts.agreed', { amount: countApprovals(payout), needed: payout.approvalsNeeded })}
        </span>
      </div>
      {decisions.length > 0 && (
        <ul className={classes.trail}>
          {decisions.map((each) => (
            <li key={`${each.operator.id} ${each.decision}`}>
              {t(`desk.payouts.decisions.${each.decision}`, {
                name: nameOf(each.operator),
                when: formatMoment(each.decidedAt),
              })}
              {each.reason && <q>{each.reason}</q>}
            </li>
          ))}
        </ul>
      )}
      <WhyNot payout={payout} />
      {(payout.mayApprove || payout.mayDecline) && (
        <div className={classes.actions}>
          {payout.mayDecline && (
            <ActionButton kind="plain" action={{ label: t('desk.payouts.decline'), onClick: onDecline }} />
          )}
          {payout.mayApprove && <ActionButton action={{ label: t('desk.payouts.approve'), onClick: onApprove }} />}
        </div>
      )}
    </li>
  )
}
