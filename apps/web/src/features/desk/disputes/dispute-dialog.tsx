import { LoneLink } from '@trove/ui/actions/lone-link'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { CommitFound } from '../../../lib/shown/code/commit-found.tsx'
import { formatCalendarDay, formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { useWorkedTime } from '../../../lib/shown/use-worked-time.ts'
import { useAskedOnce } from '../cases/asked-once.tsx'
import { CaseDialog } from '../cases/case-dialog.tsx'
import { CaseEnd, UnsentRuling } from '../cases/case-end.tsx'
import { NotYours, useDecide } from '../cases/decide.tsx'
import classes from '../desk.module.css'
import { nameOf } from '../name-of.ts'
import { type ReadDispute, type RulingBody, useDispute, useRuling } from './dispute-queries.ts'
import { Rule, type RuleDraft, splitOf } from './rule.tsx'
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
        {t('desk.columns.order')} {dispute.orderNumber}
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
              <LoneLink href={entry.link} target="_blank" rel="noopener noreferrer nofollow">
                {entry.link}
              </LoneLink>
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

const proposedOf = ({ state, rulings }: ReadDispute) =>
  state === 'open' ? rulings.find((ruling) => ruling.state === 'proposed') : undefined

/** What can be decided about a proposed ruling, in its words. */
function proposalOf(t: TFunction, dispute: ReadDispute | undefined) {
  const proposed = dispute && proposedOf(dispute)
  if (!proposed) return undefined
  const { id, hours, ofHours } = proposed
  const words = {
    confirm: {
      label: t('disputes.desk.confirm'),
      question: t('disputes.desk.confirmText', { hours, of: ofHours, ...splitOf(dispute.hourSalary, hours, ofHours) }),
    },
    decline: { label: t('disputes.desk.decline'), question: t('disputes.desk.declineText') },
  }
  return { id, mayConfirm: dispute.mayConfirm, words }
}

/** How it ended, and by whom of the two; who ruled stands in the trail. */
function endOf(t: TFunction, { state, openedBy, buyer, expert }: ReadDispute) {
  if (state === 'open') return undefined
  const names = { buyer: nameOf(buyer), expert: nameOf(expert) }
  return state === 'withdrawn'
    ? t(`disputes.desk.withdrawnBy.${openedBy}`, { name: names[openedBy] })
    : t(`disputes.desk.ended.${state}`, names)
}

type RulingProps = {
  dispute: ReadDispute
  isBusy: boolean
  draft: RuleDraft
  onDraft: (draft: RuleDraft) => void
  onRule: (body: RulingBody) => void
}

/** Ruling on it, or why the caller can not: another has to, or it ended, perhaps while the caller wrote. */
function Ruling({ dispute, isBusy, draft, onDraft, onRule }: RulingProps) {
  const { t } = useTranslation()
  const { mayRule, state, endedAt } = dispute
  const typed = draft.hours && `${draft.hours} ${t('talent.back.hourUnit')}`
  return (
    <>
      <CaseEnd words={endOf(t, dispute)} endedAt={endedAt} />
      {mayRule ? (
        <Rule dispute={dispute} draft={draft} onChange={onDraft} isBusy={isBusy} onSend={onRule} />
      ) : (
        <UnsentRuling typed={typed} reason={draft.reason} />
      )}
      {!mayRule && state === 'open' && <NotYours proposal={proposalOf(t, dispute)} ownText={t('disputes.desk.own')} />}
    </>
  )
}

/** A dispute as the desk reads it, and the decisions about it. */
export function DisputeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const read = useDispute(id)
  const [draft, setDraft] = useState<RuleDraft>({ hours: '', reason: '' })
  const steps = useRuling(id, (what, { state }) => {
    const ruled = state === 'open' ? 'disputes.desk.proposed' : 'disputes.desk.ruled'
    notify('success', t(what === 'decline' ? 'disputes.desk.declined' : ruled))
    onClose()
  })
  const ruling = useAskedOnce(steps.rule, t('disputes.desk.rule'), ({ hours, hoursLeft }) => {
    const sums = splitOf(read.data?.hourSalary ?? '0', hours, hoursLeft)
    return t(read.data?.needsTwo ? 'disputes.desk.askTwo' : 'disputes.desk.ask', sums)
  })
  const decide = useDecide(proposalOf(t, read.data), steps)
  const isBusy = Object.values(steps).some(({ isPending }) => isPending)
  return (
    <CaseDialog title={t('disputes.title')} read={read} onClose={onClose} isBusy={isBusy} {...decide} {...ruling.asked}>
      {(dispute) => (
        <>
          <Facts dispute={dispute} />
          <Work dispute={dispute} />
          <Statements dispute={dispute} />
          <Ruling dispute={dispute} isBusy={isBusy} draft={draft} onDraft={setDraft} onRule={ruling.ask} />
        </>
      )}
    </CaseDialog>
  )
}
