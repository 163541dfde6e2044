import { Radio } from '@mantine/core'
import { REASON_MAX } from '@trove/contract/compute/faults'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { ReasonInput } from '../cases/reason-input.tsx'
import classes from '../desk.module.css'
import type { RuleFormProps } from './rule.tsx'

const SIDES = ['back', 'kept'] as const
/** What each side of a contest is called. */
export const SIDE_WORDS = { back: 'faults.desk.goesBack', kept: 'faults.desk.stays' } as const

/** Whether a contested silence goes back, and why. Nothing is chosen beforehand. */
export function RuleContest({ fault, isBusy, onRuleContest, draft, onDraft }: RuleFormProps) {
  const { t } = useTranslation()
  const { side, reason } = draft
  const missing = side === undefined || reason.trim() === '' ? t('faults.desk.sideAndReason') : undefined
  return (
    <div className={classes.fields}>
      <p>{t('faults.desk.contestText')}</p>
      {fault.needsTwo && <p>{t('faults.desk.proposeText')}</p>}
      <Radio.Group
        label={t('faults.desk.side')}
        value={side ?? null}
        onChange={(value) => onDraft({ ...draft, side: SIDES.find((known) => known === value) })}
      >
        <div className={classes.fields}>
          {SIDES.map((value) => (
            <Radio key={value} value={value} label={t(SIDE_WORDS[value])} />
          ))}
        </div>
      </Radio.Group>
      <ReasonInput
        label={t('faults.desk.why')}
        value={reason}
        onChange={(next) => onDraft({ ...draft, reason: next })}
        maxLength={REASON_MAX}
      />
      <ReasonButton
        onClick={() => onRuleContest({ goesBack: side === 'back', reason: reason.trim() })}
        reason={missing}
        loading={isBusy}
      >
        {t('faults.desk.rule')}
      </ReasonButton>
    </div>
  )
}
