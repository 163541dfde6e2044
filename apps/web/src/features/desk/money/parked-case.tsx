import { ActionButton } from '@trove/ui/actions/action-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { DiffersIcon, SuccessIcon } from '@trove/ui/icons/states'
import { Price } from '@trove/ui/lists/price'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { CaseDialog } from '../cases/case-dialog.tsx'
import { WordsQuestion } from '../cases/words-question.tsx'
import classes from '../desk.module.css'
import { type Listed, type Parked, useParkedActions, useParkedOne } from '../queries.ts'

/** Whether a payment set aside waits for a person, or somebody looked into it. */
export function parkedLook(t: TFunction, { closedAt }: Parked) {
  if (closedAt) return { tone: 'jade', icon: SuccessIcon, label: t('desk.parked.closed') } as const
  return { tone: 'coral', icon: DiffersIcon, label: t('desk.parked.state') } as const
}

/** What of the provider's word does not fit, since when, and what somebody found out about it. */
function Facts({ parked }: { parked: Parked }) {
  const { t } = useTranslation()
  const { amount, number, kind, reason, parkedAt, closedAt, closedBy, note } = parked
  return (
    <>
      <div className={classes.head}>
        <Price amount={amount} currency={t('units.yuanSign')} size="sm" tone="ink" />
        <StatusBadge {...parkedLook(t, parked)} />
      </div>
      <p>{t(`desk.parked.kinds.${kind}`)}</p>
      <p className={classes.quiet}>
        {t('desk.parked.words')} <code lang="en">{reason}</code>
      </p>
      <p className={classes.reference}>{number}</p>
      <p className={classes.quiet}>{t('desk.parked.since', { when: formatMoment(parkedAt) })}</p>
      {closedBy && note && (
        <p className={classes.quiet}>
          {formatMoment(closedAt)} · {t('desk.bills.settledBy', { name: closedBy, note })}
        </p>
      )}
    </>
  )
}

/** Asking Alipay once more, and the words about how that went and about closing the case. */
function useDeeds(onOver: () => void) {
  const { t } = useTranslation()
  return useParkedActions({
    asked: (outcome) => {
      if (outcome === 'parked') return notify('warning', t('desk.parked.still'))
      notify('success', t('desk.parked.settled'))
      onOver()
    },
    closed: () => {
      notify('success', t('desk.parked.closed'))
      onOver()
    },
  })
}

type ParkedCaseProps = { id: string; pages: Listed<Parked>; onClose: () => void }

/** A payment set aside that is open: asking Alipay about it again, and closing its case with a note. */
export function ParkedCase({ id, pages, onClose }: ParkedCaseProps) {
  const { t } = useTranslation()
  const [isClosing, setClosing] = useState(false)
  const onTakeBack = () => setClosing(false)
  const { ask, close } = useDeeds(onClose)
  const read = useParkedOne(id, pages)
  const footer = read.data && !read.data.closedAt && (
    <>
      <ActionButton kind="plain" action={{ label: t('desk.parked.close'), onClick: () => setClosing(true) }} />
      <ActionButton
        kind="plain"
        action={{ label: t('desk.parked.ask'), onClick: () => ask.mutate(id), isBusy: ask.isPending }}
      />
    </>
  )
  const question = isClosing && (
    <WordsQuestion
      title={t('desk.parked.closeTitle')}
      text={t('desk.parked.closeText')}
      label={t('desk.bills.note')}
      emptyText={t('desk.bills.noteEmpty')}
      maxLength={500}
      confirmLabel={t('desk.parked.close')}
      isBusy={close.isPending}
      onTakeBack={onTakeBack}
      onSend={(note) => close.mutate({ id, note }, { onError: onRefusal(onTakeBack) })}
    />
  )
  return (
    <CaseDialog
      title={t('desk.parked.title')}
      {...{ read, onClose, footer, question, onTakeBack }}
      isBusy={ask.isPending || close.isPending}
    >
      {(parked) => <Facts parked={parked} />}
    </CaseDialog>
  )
}
