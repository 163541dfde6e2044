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
import { nameOf } from '../name-of.ts'
import { type ReadDispute, useDispute, useRuling } from './dispute-queries.ts'
import { Rule } from './rule.tsx'
import { RulingTrail } from './ruling-trail.tsx'

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

type Steps = ReturnType<typeof useRuling>

/** Confirming or dropping what another one proposed, each after a question. */
function Decide({ dispute, steps: { confirm, decline } }: { dispute: ReadDispute; steps: Steps }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'confirm' | 'decline'>()
  const proposed = dispute.rulings.find(({ state }) => state === 'proposed')
  if (!proposed || dispute.state !== 'open') return null
  const step = asked === 'decline' ? decline : confirm
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={() => setAsked('decline')}>
        {t('disputes.desk.decline')}
      </Button>
      {dispute.mayConfirm && <Button onClick={() => setAsked('confirm')}>{t('disputes.desk.confirm')}</Button>}
      {asked && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(undefined)}
          cancelLabel={t('common.cancel')}
          closeLabel={t('common.close')}
          onConfirm={() => step.mutate(proposed.id)}
          title={t(`disputes.desk.${asked}`)}
          text={t(`disputes.desk.${asked}Text`, { hours: proposed.hours, of: proposed.ofHours })}
          confirmLabel={t(`disputes.desk.${asked}`)}
          isBusy={step.isPending}
        />
      )}
    </div>
  )
}

/** A dispute as the desk reads it, and the decisions about it. */
export function DisputeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useDispute(id)
  const steps = useRuling(id, (what, { state }) => {
    const ruled = state === 'open' ? 'disputes.desk.proposed' : 'disputes.desk.ruled'
    notify('success', t(what === 'decline' ? 'disputes.desk.declined' : ruled))
    onClose()
  })
  // What was typed is kept until it is known that it came.
  const isBusy = steps.rule.isPending
  const isOwn = data?.state === 'open' && !data.mayRule && !data.rulings.some(({ state }) => state === 'proposed')
  return (
    <Dialog isOpen onClose={onClose} isBusy={isBusy} title={t('disputes.title')} closeLabel={t('common.close')} isSide>
      {data && (
        <div className={classes.fields}>
          <Facts dispute={data} />
          <Work dispute={data} />
          <Statements dispute={data} />
          {data.mayRule && <Rule dispute={data} isBusy={isBusy} onSend={steps.rule.mutate} />}
          <Decide dispute={data} steps={steps} />
          {isOwn && <p className={classes.quiet}>{t('disputes.desk.own')}</p>}
        </div>
      )}
      {error && !data && <Failure error={error} refetch={refetch} />}
      {!data && !error && <DetailSkeleton label={t('common.loading')} />}
    </Dialog>
  )
}
