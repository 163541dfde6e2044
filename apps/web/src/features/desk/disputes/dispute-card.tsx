import { ActionButton } from '@trove/ui/actions/action-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { CheckIcon, WaitingIcon } from '@trove/ui/icons/states'
import { Price } from '@trove/ui/lists/price'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/shown/format.ts'
import classes from '../desk.module.css'
import type { DisputeHead } from './dispute-queries.ts'

export const nameOf = (person: { id: string; nickName: string }) => person.nickName || person.id

/** Who ruled or proposed what, and who confirmed it. */
export function RulingTrail({ rulings }: { rulings: DisputeHead['rulings'] }) {
  const { t } = useTranslation()
  if (rulings.length === 0) return null
  return (
    <ul className={classes.trail}>
      {rulings.map((ruling) => (
        <li key={ruling.id}>
          {t(`disputes.desk.trail.${ruling.state}`, {
            name: nameOf(ruling.by),
            hours: ruling.hours,
            of: ruling.ofHours,
          })}
          {ruling.state === 'final' &&
            ruling.decidedBy &&
            ` · ${t('disputes.desk.trail.confirmed', { name: nameOf(ruling.decidedBy) })}`}
          <q>{ruling.reason}</q>
        </li>
      ))}
    </ul>
  )
}

/** One dispute of the list, without what was said. */
export function DisputeCard({ dispute, onOpen }: { dispute: DisputeHead; onOpen: () => void }) {
  const { t } = useTranslation()
  const { buyer, expert, state } = dispute
  const isOpen = state === 'open'
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <div className={classes.words}>
          <strong>{t('disputes.desk.parties', { buyer: nameOf(buyer), expert: nameOf(expert) })}</strong>
          <time className={classes.quiet} dateTime={dispute.openedAt}>
            {t(`disputes.desk.asked.${dispute.openedBy}`, { when: formatMoment(dispute.openedAt) })}
          </time>
        </div>
        <div className={classes.stake}>
          <span className={classes.quiet}>{t('disputes.desk.stake')}</span>
          <Price amount={dispute.stake} currency={t('units.yuanSign')} size="lg" tone="ink" />
        </div>
      </div>
      <p className={classes.reference}>{dispute.orderNumber}</p>
      <div className={classes.line}>
        <StatusBadge
          tone={isOpen ? 'amber' : 'neutral'}
          icon={isOpen ? WaitingIcon : CheckIcon}
          label={t(`disputes.states.${state}`)}
        />
        <span className={classes.quiet}>
          {t('disputes.desk.wants', { hours: dispute.hours, left: dispute.hoursLeft })}
        </span>
        {isOpen && dispute.needsTwo && <span className={classes.quiet}>{t('disputes.desk.needsTwo')}</span>}
      </div>
      {dispute.mayConfirm && <StatusBadge tone="amber" icon={WaitingIcon} label={t('disputes.desk.forYou')} />}
      <RulingTrail rulings={dispute.rulings} />
      <div className={classes.actions}>
        <ActionButton kind={isOpen ? 'main' : 'plain'} action={{ label: t('disputes.desk.read'), onClick: onOpen }} />
      </div>
    </li>
  )
}
