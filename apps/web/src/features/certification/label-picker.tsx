import { Chip } from '@mantine/core'
import { FormSection } from '@trove/ui/layout/form-section'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './certification.module.css'
import { FieldError } from './field-error.tsx'
import type { LabelsModel } from './use-labels.ts'

/** Gives the focus to what is said to be missing, each time that somebody wants to go on. */
function useFaultFocus(refusals: number) {
  const picker = useRef<HTMLDivElement>(null)
  const seen = useRef(refusals)
  useEffect(() => {
    if (seen.current === refusals) return
    seen.current = refusals
    picker.current?.querySelector<HTMLElement>('[role="alert"]')?.focus()
  }, [refusals])
  return picker
}

/** Chooses technology types, and skills of each; what is missing or beyond the limits is said under its choice. */
export function LabelPicker({ model }: { model: LabelsModel }) {
  const { t } = useTranslation()
  const { tree, labels, fault } = model
  const picker = useFaultFocus(model.refusals)
  return (
    <div className={classes.picker} ref={picker}>
      <FormSection title={t('certification.form.types')} help={t('certification.labels.lead')}>
        <div>
          <div className={classes.chips}>
            {tree.map(({ value, label }) => (
              <Chip
                key={value}
                checked={labels.some(({ field }) => field === value)}
                onChange={() => model.toggleField(value)}
              >
                {label}
              </Chip>
            ))}
          </div>
          <FieldError text={fault?.field === undefined ? fault?.text : undefined} />
        </div>
      </FormSection>
      {labels.map(({ field, skills }) => {
        const branch = tree.find(({ value }) => value === field)
        if (!branch) return null
        return (
          <FormSection key={field} title={t('certification.labels.skillsOf', { type: branch.label })}>
            <div>
              <div className={classes.chips}>
                {branch.children.map(({ value, label }) => (
                  <Chip key={value} checked={skills.includes(value)} onChange={() => model.toggleSkill(field, value)}>
                    {label}
                  </Chip>
                ))}
              </div>
              <FieldError text={fault?.field === field ? fault.text : undefined} />
            </div>
          </FormSection>
        )
      })}
    </div>
  )
}
