import { ContractError } from '@trove/contract/errors/codes'
import { useState } from 'react'
import { useTree } from '../../lib/calls/dictionary.ts'
import { notifyError } from '../../lib/calls/notify.ts'
import { fieldWithoutSkill, keptLabels, type Labels } from './labels.ts'
import type { KeptForm } from './queries.ts'

const labelsOf = (form: KeptForm | null | undefined): Labels =>
  form?.fields.map(({ value, skills }) => ({ field: value, skills: skills.map((skill) => skill.value) })) ?? []

/** The choice of this tab, else that of the form kept on the server; and whether it will do. */
export function useLabels(form: KeptForm | null | undefined) {
  const tree = useTree('technical_field')
  const [chosen, setChosen] = useState<Labels | undefined>(() => keptLabels.read())
  const labels = chosen ?? labelsOf(form)
  return {
    tree,
    labels,
    /** Whether somebody chose here, be it nothing. */
    isTouched: chosen !== undefined,
    change(next: Labels): void {
      keptLabels.keep(next)
      setChosen(next)
    },
    /** Says what is missing; true when nothing is. */
    isComplete(): boolean {
      const field = fieldWithoutSkill(labels)
      const type = tree.find(({ value }) => value === field)?.label
      if (labels.length === 0) notifyError(new ContractError('certification.skills-empty'))
      else if (field !== undefined)
        notifyError(new ContractError('certification.skill-missing', { type: type ?? field }))
      else {
        keptLabels.keep(labels)
        return true
      }
      return false
    },
  }
}
