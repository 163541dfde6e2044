import { ActionButton } from '@trove/ui/actions/action-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { DiffersIcon, SuccessIcon } from '@trove/ui/icons/states'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { formatCalendarDay, formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { CaseDialog } from '../cases/case-dialog.tsx'
import { CaseQuestion } from '../cases/case-question.tsx'
import { WordsQuestion } from '../cases/words-question.tsx'
import classes from '../desk.module.css'
import { type Difference, type Listed, useAdjusting, useDifference, useSettle } from '../queries.ts'
import { useProposal } from './adjustments/adjust-fields.tsx'

/** Whether a difference waits, was settled by a person, or went by itself. */
export function differenceLook(t: TFunction, { settledAt, settledBy }: Difference) {
  if (!settledAt) return { tone: 'coral', icon: DiffersIcon, label: t('desk.bills.views.open') } as const
  const label = t(settledBy ? 'desk.bills.settled' : 'desk.bills.settledLater')
  return { tone: 'jade', icon: SuccessIcon, label } as const
}

/** What one side says of it. */
export const sideWords = (t: TFunction, amount: string | null) =>
  amount === null ? t('desk.bills.nothing') : moneyText(amount)

/** What it is, what both sides say, and what became of it. */
function Facts({ difference }: { difference: Difference }) {
  const { t } = useTranslation()
  const { kind, movement, number, reference, day, foundAt, settledAt, settledBy, note } = difference
  return (
    <>
      <div className={classes.head}>
        <strong>{t(`desk.bills.kinds.${kind}`)}</strong>
        <StatusBadge {...differenceLook(t, difference)} />
      </div>
      <p className={classes.reference}>{reference ? `${reference} / ${number}` : number}</p>
      {movement && (
        <>
          <p>{t(`desk.bills.movements.${movement}`)}</p>
          <dl className={classes.sides}>
            <div>
              <dt>{t('desk.bills.ours')}</dt>
              <dd>{sideWords(t, difference.ourAmount)}</dd>
            </div>
            <div>
              <dt>{t('desk.bills.theirs')}</dt>
              <dd>{sideWords(t, difference.billAmount)}</dd>
            </div>
          </dl>
        </>
      )}
      <p className={classes.quiet}>
        {t('desk.bills.found', { day: formatCalendarDay(day), when: formatMoment(foundAt) })}
      </p>
      {settledAt && (
        <p className={classes.quiet}>
          {formatMoment(settledAt)} ·{' '}
          {settledBy ? t('desk.bills.settledBy', { name: settledBy, note: note ?? '' }) : t('desk.bills.settledLater')}
        </p>
      )}
    </>
  )
}

type AskedProps = { difference: Difference; onTakeBack: () => void }

/** Proposes to put the books right; another person has to agree before anything is posted. */
function Adjusting({ difference, adjusting: { propose }, onTakeBack }: AskedProps & { adjusting: Adjusting }) {
  const { t } = useTranslation()
  const { fields, confirm } = useProposal(difference, (body) =>
    propose.mutate(body, { onError: onRefusal(onTakeBack) }),
  )
  return (
    <CaseQuestion
      title={t('desk.adjust.proposeTitle')}
      text={t('desk.adjust.text')}
      confirmLabel={t('desk.adjust.propose')}
      isBusy={propose.isPending}
      onTakeBack={onTakeBack}
      onConfirm={confirm}
    >
      {fields}
    </CaseQuestion>
  )
}
type Adjusting = Pick<ReturnType<typeof useAdjusting>, 'propose'>

/** Notes what was found out. */
function Settling({ difference, settle, onTakeBack }: AskedProps & { settle: ReturnType<typeof useSettle> }) {
  const { t } = useTranslation()
  return (
    <WordsQuestion
      title={t('desk.bills.settleTitle')}
      label={t('desk.bills.note')}
      emptyText={t('desk.bills.noteEmpty')}
      maxLength={500}
      confirmLabel={t('desk.bills.settle')}
      isBusy={settle.isPending}
      onTakeBack={onTakeBack}
      onSend={(note) => settle.mutate({ id: difference.id, note }, { onError: onRefusal(onTakeBack) })}
    />
  )
}

type DifferenceCaseProps = { id: string; pages: Listed<Difference>; onClose: () => void }

/** A difference that is open beside its list: settling it with a note, or proposing to put the books right. */
export function DifferenceCase({ id, pages, onClose }: DifferenceCaseProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'settle' | 'adjust'>()
  const onTakeBack = () => setAsked(undefined)
  const settle = useSettle(() => {
    notify('success', t('desk.bills.settled'))
    onClose()
  })
  const adjusting = useAdjusting(() => {
    notify('success', t('desk.adjust.done.proposed'))
    onTakeBack()
  })
  const read = useDifference(id, pages)
  const difference = read.data
  const footer = difference && !difference.settledAt && (
    <>
      <ActionButton kind="plain" action={{ label: t('desk.adjust.open'), onClick: () => setAsked('adjust') }} />
      <ActionButton kind="plain" action={{ label: t('desk.bills.settle'), onClick: () => setAsked('settle') }} />
    </>
  )
  const shared = difference && { difference, onTakeBack }
  const question =
    shared &&
    asked &&
    (asked === 'settle' ? <Settling {...shared} settle={settle} /> : <Adjusting {...shared} adjusting={adjusting} />)
  return (
    <CaseDialog
      title={t('desk.bills.title')}
      {...{ read, onClose, footer, question, onTakeBack }}
      isBusy={settle.isPending || adjusting.propose.isPending}
    >
      {(one) => <Facts difference={one} />}
    </CaseDialog>
  )
}
