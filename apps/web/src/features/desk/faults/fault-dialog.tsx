import { REASON_MAX } from '@trove/contract/compute/faults'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { parseYuan } from '@trove/units/money'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { fenOf, moneyText } from '../../../lib/shown/money.ts'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { YuanInput } from '../../../lib/shown/yuan-input.tsx'
import { CaseDialog } from '../cases/case-dialog.tsx'
import { NotYours, useDecide } from '../cases/decide.tsx'
import { ReasonInput } from '../cases/reason-input.tsx'
import classes from '../desk.module.css'
import { nameOf } from '../name-of.ts'
import { type ReadFault, useFault, useFaultRuling } from './fault-queries.ts'
import { RuleContest } from './rule-contest.tsx'
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
      <p className={classes.reference}>{fault.orderNumber}</p>
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

type Steps = ReturnType<typeof useFaultRuling>

/** How much goes back, and why. */
function Rule({ fault, steps: { rule } }: { fault: ReadFault; steps: Steps }) {
  const { t } = useTranslation()
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const { restAmount } = fault
  const fen = parseYuan(amount)
  const isAbove = fen !== undefined && fen > fenOf(restAmount)
  const above = isAbove ? t('faults.desk.above', { amount: moneyText(restAmount) }) : undefined
  const missing = fen === undefined || reason.trim() === '' ? t('reasons.amountAndReason') : undefined
  return (
    <div className={classes.fields}>
      <p>{t(fault.needsTwo ? 'faults.desk.proposeText' : 'faults.desk.ruleText')}</p>
      <YuanInput
        label={t('faults.desk.amount', { amount: moneyText(restAmount) })}
        value={amount}
        onChange={setAmount}
        error={above}
      />
      <ReasonInput label={t('faults.desk.why')} value={reason} onChange={setReason} maxLength={REASON_MAX} />
      <ReasonButton
        onClick={() => rule.mutate({ refundAmount: amount, restAmount, reason: reason.trim() })}
        reason={above ?? missing}
        loading={rule.isPending}
      >
        {t('faults.desk.rule')}
      </ReasonButton>
    </div>
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

/** Ruling on it, or why the caller can not. */
function Ruling({ fault, steps }: { fault: ReadFault; steps: Steps }) {
  const { t } = useTranslation()
  const { mayRule, state } = fault
  if (mayRule) return fault.silence ? <RuleContest fault={fault} steps={steps} /> : <Rule fault={fault} steps={steps} />
  return state === 'handed' ? <NotYours proposal={proposalOf(t, fault)} ownText={t('faults.desk.own')} /> : null
}

/** A case as the desk reads it, and the decisions about it. */
export function FaultDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const read = useFault(id)
  const steps = useFaultRuling(id, () => {
    notify('success', t('faults.desk.done'))
    onClose()
  })
  const decide = useDecide(proposalOf(t, read.data), steps)
  const isBusy = Object.values(steps).some(({ isPending }) => isPending)
  return (
    <CaseDialog title={t('faults.title')} read={read} onClose={onClose} isBusy={isBusy} {...decide}>
      {(fault) => (
        <>
          <Facts fault={fault} />
          <Ruling fault={fault} steps={steps} />
        </>
      )}
    </CaseDialog>
  )
}
