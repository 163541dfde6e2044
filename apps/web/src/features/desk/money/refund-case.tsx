import { Button } from '@mantine/core'
import { UNCLEAR_REFUND } from '@trove/contract/payment/parked-refunds'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { FailedIcon, SuccessIcon, WaitingIcon } from '@trove/ui/icons/states'
import { Price } from '@trove/ui/lists/price'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/shown/format.ts'
import { CaseDialog } from '../cases/case-dialog.tsx'
import classes from '../desk.module.css'
import { nameOf } from '../name-of.ts'
import type { Refused, useParkedRefund } from './refund-queries.ts'

export type RefundAsk = 'retry' | 'propose' | 'agree' | 'decline'
type ActionsProps = { isRetrying: boolean; onAsk: (what: RefundAsk) => void }

/** Where it stands with two people: who says that it was returned by hand, and who confirmed it. */
function Trail({ proposal }: { proposal: NonNullable<Refused['proposal']> }) {
  const { t } = useTranslation()
  const { proposer, proposedAt, reference, reason, agreedBy, agreedAt, evidence } = proposal
  return (
    <ul className={classes.trail}>
      <li>
        {t('desk.refunds.proposedBy', { name: nameOf(proposer), when: formatMoment(proposedAt) })}
        <q>{reason}</q>
      </li>
      <li>{t('desk.refunds.referenceIs', { reference })}</li>
      {agreedBy && agreedAt && (
        <li>
          {t('desk.refunds.agreedBy', { name: nameOf(agreedBy), when: formatMoment(agreedAt) })}
          {evidence && <q>{evidence}</q>}
        </li>
      )}
    </ul>
  )
}

function Numbers({ refund: { number, orderNumber, tradeNumber } }: { refund: Refused }) {
  const { t } = useTranslation()
  const rows = [
    [t('desk.refunds.number'), number],
    [t('desk.refunds.orderNumber'), orderNumber],
    ...(tradeNumber ? [[t('desk.refunds.tradeNumber'), tradeNumber] as const] : []),
  ] as const
  return (
    <dl className={classes.numbers}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={classes.reference}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How a refund stands: returned outside of Alipay, waiting for a second person, or refused. */
export function refundLook(t: TFunction, { state, proposal, code }: Refused) {
  if (state === 'outside') return { tone: 'jade', icon: SuccessIcon, label: t('desk.refunds.outside') } as const
  if (proposal) {
    const label = t(proposal.mayAgree ? 'desk.columns.forYou' : 'desk.columns.forOther')
    return { tone: 'amber', icon: WaitingIcon, label } as const
  }
  const label = t(code === UNCLEAR_REFUND ? 'desk.refunds.unclear' : 'desk.refunds.state')
  return { tone: 'coral', icon: FailedIcon, label } as const
}

type DecidingProps = { proposal: NonNullable<Refused['proposal']>; onAsk: ActionsProps['onAsk'] }

/** What can be done about a proposal: agree or decline, or withdraw one's own. */
function Deciding({ proposal, onAsk }: DecidingProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button variant="default" onClick={() => onAsk('decline')}>
        {t(proposal.mayAgree ? 'desk.payouts.decline' : 'desk.adjust.withdraw')}
      </Button>
      {proposal.mayAgree && <Button onClick={() => onAsk('agree')}>{t('desk.refunds.agree')}</Button>}
    </>
  )
}

/** What can be done while nothing is proposed: propose a return by hand, or try again. */
function Beginning({ isRetrying, onAsk }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button variant="default" onClick={() => onAsk('propose')}>
        {t('desk.refunds.propose')}
      </Button>
      <Button variant="default" onClick={() => onAsk('retry')} loading={isRetrying}>
        {t('desk.refunds.retry')}
      </Button>
    </>
  )
}

/** What Alipay says, whose it is, and where it stands. */
function Facts({ refund }: { refund: Refused }) {
  const { t } = useTranslation()
  const { amount, buyer, code, words, parkedAt, proposal } = refund
  const isUnclear = code === UNCLEAR_REFUND
  return (
    <>
      <div className={classes.head}>
        <Price amount={amount} currency={t('units.yuanSign')} size="sm" tone="ink" />
        <StatusBadge {...refundLook(t, refund)} />
      </div>
      {words && <p>{words}</p>}
      {isUnclear ? (
        <p>{t('desk.refunds.unclearText')}</p>
      ) : (
        <p className={classes.reference}>{t('desk.refunds.code', { code })}</p>
      )}
      <p className={classes.quiet}>
        {t('desk.refunds.buyer', { name: buyer })} · {t('desk.refunds.since', { when: formatMoment(parkedAt) })}
      </p>
      <Numbers refund={refund} />
      {proposal && <Trail proposal={proposal} />}
      {proposal?.mayWithdraw && <p className={classes.quiet}>{t('desk.refunds.own')}</p>}
    </>
  )
}

type RefundCaseProps = ActionsProps & {
  read: ReturnType<typeof useParkedRefund>
  isBusy: boolean
  onClose: () => void
  question: ReactNode
  onTakeBack: () => void
}

/** A refund that is open, and what the caller may do about it. */
export function RefundCase({ read, isRetrying, onAsk, ...panel }: RefundCaseProps) {
  const { t } = useTranslation()
  const { state, proposal } = read.data ?? {}
  const footer =
    state === 'parked' &&
    (proposal ? <Deciding proposal={proposal} onAsk={onAsk} /> : <Beginning isRetrying={isRetrying} onAsk={onAsk} />)
  return (
    <CaseDialog title={t('desk.refunds.title')} read={read} {...panel} footer={footer}>
      {(refund) => <Facts refund={refund} />}
    </CaseDialog>
  )
}
