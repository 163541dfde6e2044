import { UNCLEAR_REFUND } from '@trove/contract/payment/parked-refunds'
import { ActionButton } from '@trove/ui/actions/action-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { FailedIcon, SuccessIcon, WaitingIcon } from '@trove/ui/icons/states'
import { Price } from '@trove/ui/lists/price'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/shown/format.ts'
import classes from '../desk.module.css'
import type { Refused } from './refund-queries.ts'

export type RefundAsk = 'retry' | 'propose' | 'agree' | 'decline'
type CardProps = { refund: Refused; isRetrying: boolean; onAsk: (what: RefundAsk) => void }

/** Where it stands with two people: who says that it was returned by hand, and who confirmed it. */
function Trail({ proposal }: { proposal: NonNullable<Refused['proposal']> }) {
  const { t } = useTranslation()
  const nameOf = (person: { nickName: string; id: string }) => person.nickName || person.id
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
function useLook({ state, proposal, code }: Refused) {
  const { t } = useTranslation()
  if (state === 'outside') return { tone: 'jade', icon: SuccessIcon, label: t('desk.refunds.outside') } as const
  if (proposal) return { tone: 'amber', icon: WaitingIcon, label: t('desk.refunds.waiting') } as const
  const label = t(code === UNCLEAR_REFUND ? 'desk.refunds.unclear' : 'desk.refunds.state')
  return { tone: 'coral', icon: FailedIcon, label } as const
}

type DecidingProps = { proposal: NonNullable<Refused['proposal']>; onAsk: CardProps['onAsk'] }

/** What can be done about a proposal: agree or decline, or withdraw one's own. */
function Deciding({ proposal, onAsk }: DecidingProps) {
  const { t } = useTranslation()
  return (
    <>
      <ActionButton
        kind="plain"
        action={{
          label: t(proposal.mayAgree ? 'desk.payouts.decline' : 'desk.adjust.withdraw'),
          onClick: () => onAsk('decline'),
        }}
      />
      {proposal.mayAgree && <ActionButton action={{ label: t('desk.refunds.agree'), onClick: () => onAsk('agree') }} />}
    </>
  )
}

/** What can be done while nothing is proposed: propose a return by hand, or try again. */
function Beginning({ isRetrying, onAsk }: Omit<CardProps, 'refund'>) {
  const { t } = useTranslation()
  return (
    <>
      <ActionButton kind="plain" action={{ label: t('desk.refunds.propose'), onClick: () => onAsk('propose') }} />
      <ActionButton
        kind="plain"
        action={{ label: t('desk.refunds.retry'), onClick: () => onAsk('retry'), isBusy: isRetrying }}
      />
    </>
  )
}

/** One refund: what Alipay says, whose it is, and what the caller may do about it. */
export function RefundCard({ refund, isRetrying, onAsk }: CardProps) {
  const { t } = useTranslation()
  const { amount, state, buyer, code, words, parkedAt, orderId, proposal } = refund
  const isUnclear = code === UNCLEAR_REFUND
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <Price amount={amount} currency={t('units.yuanSign')} size="sm" tone="ink" />
        <StatusBadge {...useLook(refund)} />
      </div>
      {words && <p>{words}</p>}
      {isUnclear ? (
        <p>{t('desk.refunds.unclearText')}</p>
      ) : (
        <p className={classes.reference}>{t('desk.refunds.code', { code })}</p>
      )}
      <p className={classes.quiet}>
        {t('desk.refunds.buyer', { name: buyer })} · {t('desk.parked.order', { id: orderId })} ·{' '}
        {t('desk.refunds.since', { when: formatMoment(parkedAt) })}
      </p>
      <Numbers refund={refund} />
      {proposal && <Trail proposal={proposal} />}
      {proposal?.mayWithdraw && <p className={classes.quiet}>{t('desk.refunds.own')}</p>}
      {state === 'parked' && (
        <div className={classes.actions}>
          {proposal ? (
            <Deciding proposal={proposal} onAsk={onAsk} />
          ) : (
            <Beginning isRetrying={isRetrying} onAsk={onAsk} />
          )}
        </div>
      )}
    </li>
  )
}
