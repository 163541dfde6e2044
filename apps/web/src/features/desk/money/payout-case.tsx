import { Button } from '@mantine/core'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { FailedIcon, SuccessIcon, WaitingIcon } from '@trove/ui/icons/states'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import { Price } from '@trove/ui/lists/price'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/shown/format.ts'
import { CaseDialog } from '../cases/case-dialog.tsx'
import classes from '../desk.module.css'
import { nameOf } from '../name-of.ts'
import type { Payout, usePayout } from '../queries.ts'

const PAYOUT_LOOKS = {
  'awaiting-approval': { tone: 'amber', icon: WaitingIcon },
  'in-flight': { tone: 'sky', icon: WaitingIcon },
  paid: { tone: 'jade', icon: SuccessIcon },
  failed: { tone: 'coral', icon: FailedIcon },
  declined: { tone: 'coral', icon: FailedIcon },
} as const

/** For whose word a payout waits. */
function waitsFor(t: TFunction, { mayApprove, mayDecline }: Payout) {
  if (mayApprove) return t('desk.columns.forYou')
  return t(mayDecline ? 'desk.columns.forOther' : 'desk.columns.own')
}

/** How a payout stands; one that waits says for whose word. */
export function payoutLook(t: TFunction, payout: Payout) {
  const { state } = payout
  return {
    ...PAYOUT_LOOKS[state],
    label: state === 'awaiting-approval' ? waitsFor(t, payout) : t(`desk.payouts.states.${state}`),
  }
}

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

/** To whom, how much, and who decided so far. */
function Facts({ payout }: { payout: Payout }) {
  const { t } = useTranslation()
  const { payee, decisions } = payout
  return (
    <>
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
        <StatusBadge {...payoutLook(t, payout)} />
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
    </>
  )
}

type PayoutCaseProps = {
  read: ReturnType<typeof usePayout>
  isBusy: boolean
  question: ReactNode
  onTakeBack: () => void
  onClose: () => void
  onApprove: (payout: Payout) => void
  onDecline: (payout: Payout) => void
}

/** A payout that is open, and what one may do about it. */
export function PayoutCase({ read, onApprove, onDecline, ...panel }: PayoutCaseProps) {
  const { t } = useTranslation()
  const { data: payout } = read
  const footer = payout && (payout.mayApprove || payout.mayDecline) && (
    <>
      {payout.mayDecline && (
        <Button variant="default" onClick={() => onDecline(payout)} disabled={panel.isBusy}>
          {t('desk.payouts.decline')}
        </Button>
      )}
      {payout.mayApprove && (
        <Button onClick={() => onApprove(payout)} disabled={panel.isBusy}>
          {t('desk.payouts.approve')}
        </Button>
      )}
    </>
  )
  return (
    <CaseDialog title={t('desk.payouts.title')} read={read} {...panel} footer={footer}>
      {(data) => <Facts payout={data} />}
    </CaseDialog>
  )
}
