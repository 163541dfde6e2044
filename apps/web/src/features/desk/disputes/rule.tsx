import { RULING_REASON_MAX } from '@trove/contract/talent/disputes'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { formatYuan } from '@trove/units/money'
import { useTranslation } from 'react-i18next'
import { fenOf, moneyText } from '../../../lib/shown/money.ts'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { ReasonInput } from '../cases/reason-input.tsx'
import classes from '../desk.module.css'
import type { ReadDispute, RulingBody } from './dispute-queries.ts'

/** A ruling as it is being written: its panel keeps it, as the case may end before it is sent. */
export type RuleDraft = { hours: string; reason: string }

type RuleProps = {
  dispute: ReadDispute
  draft: RuleDraft
  onChange: (draft: RuleDraft) => void
  isBusy: boolean
  /** What was pressed, to be asked about before it is sent. */
  onSend: (body: RulingBody) => void
}

type HoursFieldProps = { dispute: ReadDispute; hours: string; onChange: (hours: string) => void }

/** What goes to either side when so many of the hours go back. */
export function splitOf(hourSalary: string, hours: number, ofHours: number): { back: string; rest: string } {
  const sum = (count: number) => moneyText(formatYuan(fenOf(hourSalary) * BigInt(count)))
  return { back: sum(hours), rest: sum(ofHours - hours) }
}

/** The hours that go back, with the sum of either side. */
function HoursField({ dispute: { hoursLeft, hourSalary }, hours, onChange }: HoursFieldProps) {
  const { t } = useTranslation()
  return (
    <UnitInput
      label={t('disputes.desk.hours', { left: hoursLeft })}
      unit={t('talent.back.hourUnit')}
      value={hours}
      onChange={onChange}
      maxDigits={4}
      max={hoursLeft}
      description={hours !== '' && t('disputes.desk.split', splitOf(hourSalary, Number(hours), hoursLeft))}
    />
  )
}

/** How many hours go back and why; the sums are shown before it is sent. */
export function Rule({ dispute, draft, onChange, isBusy, onSend }: RuleProps) {
  const { t } = useTranslation()
  const { hours, reason } = draft
  const { hoursLeft, needsTwo } = dispute
  return (
    <div className={classes.fields}>
      <h3 className={classes.part}>{t('disputes.desk.ruleTitle')}</h3>
      <p>{t(needsTwo ? 'disputes.desk.proposeText' : 'disputes.desk.ruleText')}</p>
      <HoursField dispute={dispute} hours={hours} onChange={(next) => onChange({ ...draft, hours: next })} />
      <ReasonInput
        label={t('disputes.desk.reason')}
        value={reason}
        onChange={(next) => onChange({ ...draft, reason: next })}
        maxLength={RULING_REASON_MAX}
      />
      <ReasonButton
        onClick={() => onSend({ hours: Number(hours), hoursLeft, reason: reason.trim() })}
        reason={hours === '' || reason.trim() === '' ? t('reasons.hoursAndReason') : undefined}
        loading={isBusy}
      >
        {t('disputes.desk.rule')}
      </ReasonButton>
    </div>
  )
}
