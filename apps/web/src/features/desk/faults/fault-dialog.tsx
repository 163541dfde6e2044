import { LoneLink } from '@trove/ui/actions/lone-link'
import { parseYuan } from '@trove/units/money'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { useAskedOnce } from '../cases/asked-once.tsx'
import { CaseDialog } from '../cases/case-dialog.tsx'
import { CaseEnd, UnsentRuling } from '../cases/case-end.tsx'
import { NotYours, useDecide } from '../cases/decide.tsx'
import classes from '../desk.module.css'
import { nameOf } from '../name-of.ts'
import { type ReadFault, useFault, useFaultRuling } from './fault-queries.ts'
import { type FaultDraft, Rule, type RuleFormProps } from './rule.tsx'
import { RuleContest, SIDE_WORDS } from './rule-contest.tsx'
import { RulingTrail } from './ruling-trail.tsx'

/** What the probes found, and what both said. */
function Facts({ fault }: { fault: ReadFault }) {
  const { t } = useTranslation()
  const { downtime, silence } = fault
  const probes = t('faults.desk.probes', {
    answered: downtime.answeredMinutes,
    silent: downtime.silentMinutes,
    unknown: downtime.unknownMinutes,
    amount: moneyText(downtime.refundAmount),
  })
  return (
    <>
      <strong>{t('faults.desk.parties', { buyer: nameOf(fault.buyer), seller: nameOf(fault.seller) })}</strong>
      <p className={classes.reference}>
        {t('desk.columns.order')} {fault.orderNumber}
      </p>
      <p>{t(`faults.reasons.${fault.reason}`)}</p>
      {silence && (
        <p>
          {t('faults.desk.contested', {
            when: formatMoment(silence.from),
            minutes: silence.minutes,
            amount: moneyText(silence.amount),
          })}
        </p>
      )}
      <p className={classes.quiet}>{probes}</p>
      {/* Beside the case, which keeps what was typed. */}
      <LoneLink href={paths.computeCertificate({ id: fault.productId })} target="_blank" rel="noreferrer">
        {t('faults.desk.certificate')}
      </LoneLink>
      <ul className={classes.trail}>
        {downtime.silences.map(({ from, minutes }) => (
          <li key={from}>{t('faults.desk.silence', { when: formatMoment(from), minutes })}</li>
        ))}
      </ul>
      {fault.words.map(({ by, words, saidAt }) => (
        <div key={saidAt + words}>
          <p className={classes.quiet}>{t(`faults.said.${by}`, { when: formatMoment(saidAt) })}</p>
          <p className={classes.said}>{words}</p>
        </div>
      ))}
      <RulingTrail rulings={fault.rulings} />
    </>
  )
}

/** The words of deciding a proposal, with what is asked before: of a contest, in its own. */
function decisionWords(t: TFunction, { goesBack, refundAmount, restAmount }: ReadFault['rulings'][number]) {
  const sums = { amount: moneyText(refundAmount), of: moneyText(restAmount) }
  const isContest = goesBack !== null
  const confirm = isContest
    ? t(`faults.desk.confirmContest.${goesBack ? 'back' : 'kept'}`)
    : t('faults.desk.confirmText', sums)
  const decline = isContest ? t('faults.desk.declineContest') : t('faults.desk.declineText', sums)
  return {
    confirm: { label: t('faults.desk.confirm'), question: confirm },
    decline: { label: t('faults.desk.decline'), question: decline },
  }
}

const proposedOf = ({ state, rulings }: ReadFault) =>
  state === 'handed' ? rulings.find((ruling) => ruling.state === 'proposed') : undefined

/** What can be decided about a proposed ruling. */
function proposalOf(t: TFunction, fault: ReadFault | undefined) {
  const proposed = fault && proposedOf(fault)
  return proposed && { id: proposed.id, mayConfirm: fault.mayConfirm, words: decisionWords(t, proposed) }
}

/** How it ended, and by whom where it was not ruled: who ruled stands in the trail. */
function endOf(t: TFunction, { state, buyer }: ReadFault) {
  if (state !== 'ruled' && state !== 'accepted' && state !== 'lapsed') return undefined
  return t(`faults.desk.ended.${state}`, { name: nameOf(buyer) })
}

/** What goes back, as it was being written. */
function typedOf(t: TFunction, { amount, side }: FaultDraft) {
  if (side) return t(SIDE_WORDS[side])
  const isSum = parseYuan(amount) !== undefined
  return isSum ? moneyText(amount) : amount
}

/** Ruling on it, or why the caller can not: another has to, or it ended, perhaps while the caller wrote. */
function Ruling(props: RuleFormProps) {
  const { t } = useTranslation()
  const { fault, draft } = props
  const { mayRule, state, endedAt } = fault
  const Form = fault.silence ? RuleContest : Rule
  return (
    <>
      <CaseEnd words={endOf(t, fault)} endedAt={endedAt} />
      {mayRule ? <Form {...props} /> : <UnsentRuling typed={typedOf(t, draft)} reason={draft.reason} />}
      {!mayRule && state === 'handed' && <NotYours proposal={proposalOf(t, fault)} ownText={t('faults.desk.own')} />}
    </>
  )
}

/** A ruling before it is sent: the sum that goes back, or of a contest its side. */
function useRulings(fault: ReadFault | undefined, { rule, ruleGap }: ReturnType<typeof useFaultRuling>) {
  const { t } = useTranslation()
  const label = t('faults.desk.rule')
  const sum = useAskedOnce(rule, label, ({ refundAmount, restAmount }) => {
    const sums = { amount: moneyText(refundAmount), of: moneyText(restAmount) }
    return t(fault?.needsTwo ? 'faults.desk.askTwo' : 'faults.desk.confirmText', sums)
  })
  const side = useAskedOnce(ruleGap, label, ({ goesBack }) => {
    const to = goesBack ? 'back' : 'kept'
    return fault?.needsTwo ? t(`faults.desk.askTwoContest.${to}`) : t(`faults.desk.confirmContest.${to}`)
  })
  return { onRule: sum.ask, onRuleContest: side.ask, asked: sum.asked ?? side.asked }
}

/** A case as the desk reads it, and the decisions about it. */
export function FaultDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const read = useFault(id)
  const [draft, setDraft] = useState<FaultDraft>({ amount: '', side: undefined, reason: '' })
  const steps = useFaultRuling(id, () => {
    notify('success', t('faults.desk.done'))
    onClose()
  })
  const decide = useDecide(proposalOf(t, read.data), steps)
  const { asked, ...rulings } = useRulings(read.data, steps)
  const isBusy = Object.values(steps).some(({ isPending }) => isPending)
  return (
    <CaseDialog title={t('faults.title')} read={read} onClose={onClose} isBusy={isBusy} {...decide} {...asked}>
      {(fault) => (
        <>
          <Facts fault={fault} />
          <Ruling fault={fault} isBusy={isBusy} draft={draft} onDraft={setDraft} {...rulings} />
        </>
      )}
    </CaseDialog>
  )
}
