import { ActionButton } from '@trove/ui/actions/action-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { DiffersIcon, SuccessIcon } from '@trove/ui/icons/states'
import { Price } from '@trove/ui/lists/price'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'
import classes from '../desk.module.css'
import { DeskCard, DeskList } from '../desk-list.tsx'
import { type Parked, useParked, useParkedActions } from '../queries.ts'

type CardProps = { parked: Parked; isAsking: boolean; onAsk: () => void; onClose: () => void }

/** One attempt: what of the provider's word does not fit, and what somebody found out about it. */
function ParkedCard({ parked, isAsking, onAsk, onClose }: CardProps) {
  const { t } = useTranslation()
  const { amount, number, kind, reason, parkedAt, closedAt, closedBy, note } = parked
  const look = closedAt
    ? { tone: 'jade' as const, icon: SuccessIcon, label: t('desk.parked.closed') }
    : { tone: 'coral' as const, icon: DiffersIcon, label: t('desk.parked.state') }
  return (
    <DeskCard>
      <div className={classes.head}>
        <Price amount={amount} currency={t('units.yuanSign')} size="sm" tone="ink" />
        <StatusBadge {...look} />
      </div>
      <p>{t(`desk.parked.kinds.${kind}`)}</p>
      <p className={classes.quiet}>
        {t('desk.parked.words')} <code lang="en">{reason}</code>
      </p>
      <p className={classes.reference}>{number}</p>
      <p className={classes.quiet}>{t('desk.parked.since', { when: formatMoment(parkedAt) })}</p>
      {closedBy && note ? (
        <p className={classes.quiet}>{t('desk.bills.settledBy', { name: closedBy, note })}</p>
      ) : (
        <div className={classes.actions}>
          <ActionButton kind="plain" action={{ label: t('desk.parked.close'), onClick: onClose }} />
          <ActionButton kind="plain" action={{ label: t('desk.parked.ask'), onClick: onAsk, isBusy: isAsking }} />
        </div>
      )}
    </DeskCard>
  )
}

/** Payments of which Alipay says what cannot be: why, asking again, and closing them with a note. */
export function ParkedPayments() {
  const { t } = useTranslation()
  const pages = useParked()
  const [closing, setClosing] = useState<Parked>()
  const stop = () => setClosing(undefined)
  const { ask, close } = useParkedActions({
    asked: (outcome) =>
      outcome === 'settled' ? notify('success', t('desk.parked.settled')) : notify('warning', t('desk.parked.still')),
    closed: () => {
      notify('success', t('desk.parked.closed'))
      stop()
    },
  })
  return (
    <>
      <DeskList pages={pages} empty={{ title: t('desk.parked.none'), text: t('desk.parked.noneText') }}>
        {(parked) => (
          <ParkedCard
            key={parked.id}
            parked={parked}
            isAsking={ask.isPending && ask.variables === parked.id}
            onAsk={() => ask.mutate(parked.id)}
            onClose={() => setClosing(parked)}
          />
        )}
      </DeskList>
      {closing && (
        <WordsDialog
          title={t('desk.parked.closeTitle')}
          text={t('desk.parked.closeText')}
          label={t('desk.bills.note')}
          emptyText={t('desk.bills.noteEmpty')}
          maxLength={500}
          sendLabel={t('desk.parked.close')}
          isBusy={close.isPending}
          onClose={stop}
          onSend={(note) => close.mutate({ id: closing.id, note }, { onError: onRefusal(stop) })}
        />
      )}
    </>
  )
}
