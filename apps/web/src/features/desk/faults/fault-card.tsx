import { ActionButton } from '@trove/ui/actions/action-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { CheckIcon, WaitingIcon } from '@trove/ui/icons/states'
import { Price } from '@trove/ui/lists/price'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import classes from '../desk.module.css'
import type { FaultHead } from './fault-queries.ts'

const nameOf = (person: { id: string; nickName: string }) => person.nickName || person.id

const CONTEST_TRAIL = {
  proposed: 'faults.desk.contestTrail.proposed',
  final: 'faults.desk.contestTrail.final',
  declined: 'faults.desk.contestTrail.declined',
} as const

/** Who ruled or proposed what. */
export function RulingTrail({ rulings }: { rulings: FaultHead['rulings'] }) {
  const { t } = useTranslation()
  if (rulings.length === 0) return null
  return (
    <ul className={classes.trail}>
      {rulings.map(({ id, state, by, refundAmount, restAmount, goesBack, reason }) => (
        <li key={id}>
          {goesBack === null
            ? t(`faults.desk.trail.${state}`, {
                name: nameOf(by),
                amount: moneyText(refundAmount),
                of: moneyText(restAmount),
              })
            : t(CONTEST_TRAIL[state], {
                name: nameOf(by),
                side: t(goesBack ? 'faults.desk.goesBack' : 'faults.desk.stays'),
              })}
          <q>{reason}</q>
        </li>
      ))}
    </ul>
  )
}

/** One case of the list, without what was said. */
export function FaultCard({ fault, onOpen }: { fault: FaultHead; onOpen: () => void }) {
  const { t } = useTranslation()
  const isOpen = fault.state === 'handed'
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <div className={classes.words}>
          <strong>{t('faults.desk.parties', { buyer: nameOf(fault.buyer), seller: nameOf(fault.seller) })}</strong>
          <time className={classes.quiet} dateTime={fault.openedAt}>
            {t('faults.desk.opened', { when: formatMoment(fault.openedAt) })}
          </time>
        </div>
        {isOpen && (
          <div className={classes.stake}>
            <span className={classes.quiet}>{t(fault.silence ? 'faults.desk.worth' : 'faults.desk.rest')}</span>
            <Price
              amount={fault.silence?.amount ?? fault.restAmount}
              currency={t('units.yuanSign')}
              size="lg"
              tone="ink"
            />
          </div>
        )}
      </div>
      <p className={classes.reference}>{fault.orderNumber}</p>
      <div className={classes.line}>
        <StatusBadge
          tone={isOpen ? 'amber' : 'neutral'}
          icon={isOpen ? WaitingIcon : CheckIcon}
          label={t(`faults.states.${fault.state}`)}
        />
        <span className={classes.quiet}>{t(`faults.reasons.${fault.reason}`)}</span>
      </div>
      <RulingTrail rulings={fault.rulings} />
      <div className={classes.actions}>
        <ActionButton kind={isOpen ? 'main' : 'plain'} action={{ label: t('faults.desk.read'), onClick: onOpen }} />
      </div>
    </li>
  )
}
