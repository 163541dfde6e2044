import { Button, Textarea } from '@mantine/core'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { parseYuan } from '@trove/units/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { Failure } from '../../../lib/calls/failure.tsx'
import { notify } from '../../../lib/calls/notify.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { fenOf, moneyText } from '../../../lib/shown/money.ts'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { YuanInput } from '../../../lib/shown/yuan-input.tsx'
import classes from '../desk.module.css'
import { type ReadFault, useFault, useFaultRuling } from './fault-queries.ts'
import { RuleContest } from './rule-contest.tsx'
import { RulingTrail } from './ruling-trail.tsx'

const REASON_MAX = 500

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
      <a href={paths.computeCertificate({ id: fault.productId })} target="_blank" rel="noreferrer">
        {t('faults.desk.certificate')}
      </a>
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
      <Textarea
        label={t('faults.desk.why')}
        value={reason}
        maxLength={REASON_MAX}
        onChange={(event) => setReason(event.currentTarget.value)}
        autosize
        minRows={3}
        maxRows={8}
      />
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

/** What is asked before a proposal is decided: of a contest, in its own words. */
function questionOf(asked: 'confirm' | 'decline', goesBack: boolean | null) {
  if (goesBack === null)
    return asked === 'confirm' ? ('faults.desk.confirmText' as const) : ('faults.desk.declineText' as const)
  if (asked === 'decline') return 'faults.desk.declineContest' as const
  return goesBack ? ('faults.desk.confirmContest.back' as const) : ('faults.desk.confirmContest.kept' as const)
}

/** Confirming or dropping what another one proposed, each after a question. */
function Decide({ fault, steps: { confirm, decline } }: { fault: ReadFault; steps: Steps }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'confirm' | 'decline'>()
  const proposed = fault.rulings.find(({ state }) => state === 'proposed')
  if (!proposed || fault.state !== 'handed') return null
  const step = asked === 'decline' ? decline : confirm
  const sums = { amount: moneyText(proposed.refundAmount), of: moneyText(proposed.restAmount) }
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={() => setAsked('decline')}>
        {t('faults.desk.decline')}
      </Button>
      {fault.mayConfirm && <Button onClick={() => setAsked('confirm')}>{t('faults.desk.confirm')}</Button>}
      {asked && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(undefined)}
          cancelLabel={t('common.cancel')}
          closeLabel={t('common.close')}
          onConfirm={() => step.mutate(proposed.id)}
          title={t(`faults.desk.${asked}`)}
          text={t(questionOf(asked, proposed.goesBack), sums)}
          confirmLabel={t(`faults.desk.${asked}`)}
          isBusy={step.isPending}
        />
      )}
    </div>
  )
}

/** A case as the desk reads it, and the decisions about it. */
export function FaultDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useFault(id)
  const steps = useFaultRuling(id, () => {
    notify('success', t('faults.desk.done'))
    onClose()
  })
  // What was typed is kept until it is known that it came.
  const isBusy = steps.rule.isPending || steps.ruleGap.isPending
  const isOwn = data?.state === 'handed' && !data.mayRule && !data.rulings.some(({ state }) => state === 'proposed')
  return (
    <Dialog isOpen onClose={onClose} isBusy={isBusy} title={t('faults.title')} closeLabel={t('common.close')} isSide>
      {data && (
        <div className={classes.fields}>
          <Facts fault={data} />
          {data.mayRule &&
            (data.silence ? <RuleContest fault={data} steps={steps} /> : <Rule fault={data} steps={steps} />)}
          <Decide fault={data} steps={steps} />
          {isOwn && <p className={classes.quiet}>{t('faults.desk.own')}</p>}
        </div>
      )}
      {error && !data && <Failure error={error} refetch={refetch} />}
      {!data && !error && <DetailSkeleton label={t('common.loading')} />}
    </Dialog>
  )
}
