import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { CommitFound } from '../../../lib/shown/commit-found.tsx'
import { formatCalendarDay, formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { useWorkedTime } from '../../../lib/shown/use-worked-time.ts'
import { CaseDialog } from '../cases/case-dialog.tsx'
import { Decide } from '../cases/decide.tsx'
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

function Decisions({ dispute, steps }: { dispute: ReadDispute; steps: Steps }) {
  const { t } = useTranslation()
  const proposed = dispute.rulings.find(({ state }) => state === 'proposed')
  const isOpen = dispute.state === 'open'
  const sums = { hours: proposed?.hours, of: proposed?.ofHours }
  const words = {
    confirm: { label: t('disputes.desk.confirm'), question: t('disputes.desk.confirmText', sums) },
    decline: { label: t('disputes.desk.decline'), question: t('disputes.desk.declineText') },
  }
  return (
    <>
      {dispute.mayRule && <Rule dispute={dispute} isBusy={steps.rule.isPending} onSend={steps.rule.mutate} />}
      {proposed && isOpen && (
        <Decide proposalId={proposed.id} mayConfirm={dispute.mayConfirm} steps={steps} words={words} />
      )}
      {isOpen && !dispute.mayRule && !proposed && <p className={classes.quiet}>{t('disputes.desk.own')}</p>}
    </>
  )
}

/** A dispute as the desk reads it, and the decisions about it. */
export function DisputeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const read = useDispute(id)
  const steps = useRuling(id, (what, { state }) => {
    const ruled = state === 'open' ? 'disputes.desk.proposed' : 'disputes.desk.ruled'
    notify('success', t(what === 'decline' ? 'disputes.desk.declined' : ruled))
    onClose()
  })
  return (
    <CaseDialog title={t('disputes.title')} read={read} onClose={onClose} isBusy={steps.rule.isPending}>
      {(dispute) => (
        <>
          <Facts dispute={dispute} />
          <Work dispute={dispute} />
          <Statements dispute={dispute} />
          <Decisions dispute={dispute} steps={steps} />
        </>
      )}
    </CaseDialog>
  )
}
