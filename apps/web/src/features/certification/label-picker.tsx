import { Chip } from '@mantine/core'
import { ContractError, type PlainErrorCode } from '@trove/contract/errors/codes'
import { FormSection } from '@trove/ui/layout/form-section'
import { useTranslation } from 'react-i18next'
import type { Branch } from '../../lib/calls/dictionary.ts'
import { notifyError } from '../../lib/calls/notify.ts'
import classes from './certification.module.css'
import { type Labels, toggleField, toggleSkill } from './labels.ts'

type LabelPickerProps = { tree: Branch[]; labels: Labels; onChange: (labels: Labels) => void }

/** Chooses technology types, and skills of each; what goes beyond the limits is refused in words. */
export function LabelPicker({ tree, labels, onChange }: LabelPickerProps) {
  const { t } = useTranslation()
  const settle = (toggled: { labels: Labels } | { refusal: PlainErrorCode }) => {
    if ('labels' in toggled) onChange(toggled.labels)
    else notifyError(new ContractError(toggled.refusal))
  }
  return (
    <div className={classes.picker}>
      <FormSection title={t('certification.form.types')} help={t('certification.labels.lead')}>
        <div className={classes.chips}>
          {tree.map(({ value, label }) => (
            <Chip
              key={value}
              checked={labels.some(({ field }) => field === value)}
              onChange={() => settle(toggleField(labels, value))}
            >
              {label}
            </Chip>
          ))}
        </div>
      </FormSection>
      {labels.map(({ field, skills }) => {
        const branch = tree.find(({ value }) => value === field)
        if (!branch) return null
        return (
          <FormSection key={field} title={t('certification.labels.skillsOf', { type: branch.label })}>
            <div className={classes.chips}>
              {branch.children.map(({ value, label }) => (
                <Chip
                  key={value}
                  checked={skills.includes(value)}
                  onChange={() => settle(toggleSkill(labels, field, value))}
                >
                  {label}
                </Chip>
              ))}
            </div>
          </FormSection>
        )
      })}
    </div>
  )
}
