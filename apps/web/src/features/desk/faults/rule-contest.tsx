import { Radio } from '@mantine/core'
import { REASON_MAX } from '@trove/contract/compute/faults'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { ReasonInput } from '../cases/reason-input.tsx'
import classes from '../desk.module.css'
import type { ReadFault, useFaultRuling } from './fault-queries.ts'

const SIDES = ['back', 'kept'] as const
const SIDE_WORDS = { back: 'faults.desk.goesBack', kept: 'faults.desk.stays' } as const

type RuleContestProps = { fault: ReadFault; steps: ReturnType<typeof useFaultRuling> }

/** Whether a contested silence goes back, and why. Nothing is chosen beforehand. */
export function RuleContest({ fault, steps: { ruleGap } }: RuleContestProps) {
  const { t } = useTranslation()
  const [side, setSide] = useState<(typeof SIDES)[number]>()
  const [reason, setReason] = useState('')
  const missing = side === undefined || reason.trim() === '' ? t('faults.desk.sideAndReason') : undefined
  return (
    <div className={classes.fields}>
      <p>{t('faults.desk.contestText')}</p>
      {fault.needsTwo && <p>{t('faults.desk.proposeText')}</p>}
      <Radio.Group
        label={t('faults.desk.side')}
        value={side ?? null}
        onChange={(value) => setSide(SIDES.find((known) => known === value))}
      >
        <div className={classes.fields}>
          {SIDES.map((value) => (
            <Radio key={value} value={value} label={t(SIDE_WORDS[value])} />
          ))}
        </div>
      </Radio.Group>
      <ReasonInput label={t('faults.desk.why')} value={reason} onChange={setReason} maxLength={REASON_MAX} />
      <ReasonButton
        onClick={() => ruleGap.mutate({ goesBack: side === 'back', reason: reason.trim() })}
        reason={missing}
        loading={ruleGap.isPending}
      >
        {t('faults.desk.rule')}
      </ReasonButton>
    </div>
  )
}
