import { ActionButton } from '@trove/ui/actions/action-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { DiffersIcon, FailedIcon, SuccessIcon, WaitingIcon } from '@trove/ui/icons/states'
import { Price } from '@trove/ui/lists/price'
import { useTranslation } from 'react-i18next'
import { formatCalendarDay } from '../../../lib/shown/format.ts'
import classes from '../desk.module.css'
import { DeskCard } from '../desk-list.tsx'
import type { Day, Difference } from '../queries.ts'

function Side({ label, amount }: { label: string; amount: string | null }) {
  const { t } = useTranslation()
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {amount === null ? (
          t('desk.bills.nothing')
        ) : (
          <Price amount={amount} currency={t('units.yuanSign')} size="sm" tone="ink" />
        )}
      </dd>
    </div>
  )
}

function Settled({ difference: { settledBy, note } }: { difference: Difference }) {
  const { t } = useTranslation()
  const words = settledBy
    ? t('desk.bills.settledBy', { name: settledBy, note: note ?? '' })
    : t('desk.bills.settledLater')
  return (
    <div className={classes.line}>
      <StatusBadge tone="jade" icon={SuccessIcon} label={t('desk.bills.settled')} isQuiet />
      <span className={classes.quiet}>{words}</span>
    </div>
  )
}

/** One difference: what it is, both sides' amounts, and what became of it. */
export function DifferenceCard(props: { difference: Difference; onSettle: () => void; onAdjust: () => void }) {
  const { difference, onSettle, onAdjust } = props
  const { t } = useTranslation()
  const { kind, movement, number, reference, day } = difference
  return (
    <DeskCard>
      <div className={classes.line}>
        <StatusBadge tone="coral" icon={DiffersIcon} label={t(`desk.bills.kinds.${kind}`)} />
        {movement && <strong>{t(`desk.bills.movements.${movement}`)}</strong>}
        <span className={classes.quiet}>{t('desk.bills.found', { day: formatCalendarDay(day) })}</span>
      </div>
      <p className={classes.reference}>{reference ? `${reference} / ${number}` : number}</p>
      {movement && (
        <dl className={classes.sides}>
          <Side label={t('desk.bills.ours')} amount={difference.ourAmount} />
          <Side label={t('desk.bills.theirs')} amount={difference.billAmount} />
        </dl>
      )}
      {difference.settledAt ? (
        <Settled difference={difference} />
      ) : (
        <div className={classes.actions}>
          <ActionButton kind="plain" action={{ label: t('desk.bills.settle'), onClick: onSettle }} />
          <ActionButton kind="plain" action={{ label: t('desk.adjust.open'), onClick: onAdjust }} />
        </div>
      )}
    </DeskCard>
  )
}

const DAY_LOOKS = {
  waiting: { tone: 'amber', icon: WaitingIcon },
  parked: { tone: 'coral', icon: FailedIcon },
  done: { tone: 'jade', icon: SuccessIcon },
  absent: { tone: 'neutral', icon: FailedIcon },
} as const

/** One day: whether its bill came, and what it showed. */
export function DayCard({ day }: { day: Day }) {
  const { t } = useTranslation()
  return (
    <DeskCard>
      <div className={classes.line}>
        <strong>{formatCalendarDay(day.day)}</strong>
        <StatusBadge {...DAY_LOOKS[day.state]} label={t(`desk.bills.states.${day.state}`)} isQuiet />
        {day.openCount > 0 && (
          <StatusBadge
            tone="coral"
            icon={DiffersIcon}
            label={t('desk.bills.openCount', { amount: day.openCount })}
            isQuiet
          />
        )}
        {day.state === 'done' && day.differenceCount === 0 && (
          <span className={classes.quiet}>{t('desk.bills.agrees')}</span>
        )}
        {day.lineCount !== null && (
          <span className={classes.quiet}>{t('desk.bills.lines', { amount: day.lineCount })}</span>
        )}
      </div>
    </DeskCard>
  )
}
