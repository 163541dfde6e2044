import { Button } from '@mantine/core'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../../lib/calls/failure.tsx'
import { notify } from '../../../lib/calls/notify.ts'
import { CommitFound } from '../../../lib/shown/commit-found.tsx'
import { formatCalendarDay, formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { useWorkedTime } from '../../../lib/shown/use-worked-time.ts'
import classes from '../desk.module.css'
import { nameOf, RulingTrail } from './dispute-card.tsx'
import { type ReadDispute, useDispute, useRuling } from './dispute-queries.ts'
import { RuleDialog } from './rule-dialog.tsx'

/** What the two agreed on, and what happened. */
function Facts({ dispute }: { dispute: ReadDispute }) {
  const { t } = useTranslation()
  return (
    <>
      <dl className={classes.sides}>
        <div>
          <dt>{t('disputes.desk.buyer')}</dt>
          <dd>{nameOf(dispute.buyer)}</dd>
        </div>
        <div>
          <dt>{t('disputes.desk.expert')}</dt>
          <dd>{nameOf(dispute.expert)}</dd>
        </div>
      </dl>
      <p className={classes.reference}>
        {t('disputes.desk.order')} {dispute.orderNumber}
      </p>
      <p>
        {t('disputes.desk.price', { hours: dispute.boughtHours, price: moneyText(dispute.hourSalary) })}
        {dispute.returnedHours > 0 && ` · ${t('disputes.desk.returned', { hours: dispute.returnedHours })}`}
      </p>
      <p>{t('disputes.desk.wants', { hours: dispute.hours, left: dispute.hoursLeft })}</p>
      <h3 className={classes.part}>{t('disputes.desk.requirement')}</h3>
      <p className={classes.said}>{dispute.requirement}</p>
    </>
  )
}

function Work({ dispute }: { dispute: ReadDispute }) {
  const { t } = useTranslation()
  const time = useWorkedTime()
  return (
    <>
      <h3 className={classes.part}>
        {t('talent.sheet.title')} · {time(dispute.minutes)}
      </h3>
      {dispute.entries.length === 0 && <p className={classes.quiet}>{t('talent.sheet.empty')}</p>}
      <ul className={classes.trail}>
        {dispute.entries.map((entry) => (
          <li key={entry.id}>
            {formatCalendarDay(entry.workDay)} · {time(entry.minutes)} · {entry.note}{' '}
            {entry.link && (
              <a href={entry.link} target="_blank" rel="noopener noreferrer nofollow">
                {entry.link}
              </a>
            )}
            {entry.commit && <CommitFound commit={entry.commit} />}
          </li>
        ))}
      </ul>
      <h3 className={classes.part}>{t('disputes.desk.delivery')}</h3>
      <p className={classes.said}>{dispute.deliveryNote ?? t('disputes.desk.notDelivered')}</p>
      {dispute.refundAsks.length > 0 && <h3 className={classes.part}>{t('disputes.desk.asks')}</h3>}
      <ul className={classes.trail}>
        {dispute.refundAsks.map(({ id, hours, state, reason }) => (
          <li key={id}>{t('disputes.desk.askLine', { hours, state: t(`talent.back.states.${state}`), reason })}</li>
        ))}
      </ul>
    </>
  )
}

function Statements({ dispute }: { dispute: ReadDispute }) {
  const { t } = useTranslation()
  return (
    <>
      <h3 className={classes.part}>{t('disputes.desk.statements')}</h3>
      {dispute.words.map(({ by, words, saidAt }) => (
        <div key={saidAt + words}>
          <p className={classes.quiet}>{t(`disputes.said.${by}`, { when: formatMoment(saidAt) })}</p>
          <p className={classes.said}>{words}</p>
        </div>
      ))}
      <RulingTrail rulings={dispute.rulings} />
    </>
  )
}

type Decision = 'rule' | 'confirm' | 'decline'
type DecisionButtonsProps = { dispute: ReadDispute; isProposed: boolean; onAsk: (what: Decision) => void }

function DecisionButtons({ dispute, isProposed, onAsk }: DecisionButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      {isProposed && (
        <Button variant="default" onClick={() => onAsk('decline')}>
          {t('disputes.desk.decline')}
        </Button>
      )}
      {dispute.mayConfirm && <Button onClick={() => onAsk('confirm')}>{t('disputes.desk.confirm')}</Button>}
      {dispute.mayRule && <Button onClick={() => onAsk('rule')}>{t('disputes.desk.rule')}</Button>}
    </>
  )
}

/** The decisions about a dispute that is read: rule, or confirm and drop what another one proposed. */
function useDecisions(id: string, dispute: ReadDispute | undefined, onClose: () => void) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Decision>()
  const { rule, confirm, decline } = useRuling(id, (what, { state }) => {
    const ruled = state === 'open' ? 'disputes.desk.proposed' : 'disputes.desk.ruled'
    notify('success', t(what === 'decline' ? 'disputes.desk.declined' : ruled))
    onClose()
  })
  const proposed = dispute?.rulings.find(({ state }) => state === 'proposed')
  const close = () => setAsked(undefined)
  const shared = { onClose: close, cancelLabel: t('common.cancel'), closeLabel: t('common.close') }
  const footer = dispute && (dispute.mayRule || (dispute.state === 'open' && proposed)) && (
    <DecisionButtons dispute={dispute} isProposed={proposed !== undefined} onAsk={setAsked} />
  )
  const dialogs = (
    <>
      {asked === 'rule' && dispute && (
        <RuleDialog dispute={dispute} isBusy={rule.isPending} onClose={close} onSend={(body) => rule.mutate(body)} />
      )}
      <ConfirmDialog
        {...shared}
        isOpen={asked === 'confirm'}
        onConfirm={() => proposed && confirm.mutate(proposed.id)}
        title={t('disputes.desk.confirm')}
        text={t('disputes.desk.confirmText', { hours: proposed?.hours, of: proposed?.ofHours })}
        confirmLabel={t('disputes.desk.confirm')}
        isBusy={confirm.isPending}
      />
      <ConfirmDialog
        {...shared}
        isOpen={asked === 'decline'}
        onConfirm={() => proposed && decline.mutate(proposed.id)}
        title={t('disputes.desk.decline')}
        text={t('disputes.desk.declineText')}
        confirmLabel={t('disputes.desk.decline')}
        isBusy={decline.isPending}
      />
    </>
  )
  return { footer, dialogs }
}

/** A dispute as the desk reads it, and the decisions about it. */
export function DisputeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useDispute(id)
  const { footer, dialogs } = useDecisions(id, data, onClose)
  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        title={t('disputes.title')}
        closeLabel={t('common.close')}
        footer={footer}
        isSide
      >
        {data && (
          <div className={classes.fields}>
            <Facts dispute={data} />
            <Work dispute={data} />
            <Statements dispute={data} />
            {data.state === 'open' && !data.mayRule && !data.rulings.some(({ state }) => state === 'proposed') && (
              <p className={classes.quiet}>{t('disputes.desk.own')}</p>
            )}
          </div>
        )}
        {error && !data && <Failure error={error} refetch={refetch} />}
        {!data && !error && <DetailSkeleton label={t('common.loading')} />}
      </Dialog>
      {dialogs}
    </>
  )
}
