import { ContractError } from '@trove/contract/errors/codes'
import { useState } from 'react'
import { useTree } from '../../lib/calls/dictionary.ts'
import { errorText } from '../../lib/calls/notify.ts'
import { fieldWithoutSkill, keptLabels, type Labels, type Toggled, toggleField, toggleSkill } from './labels.ts'
import type { KeptForm } from './queries.ts'

const labelsOf = (form: KeptForm | null | undefined): Labels =>
  form?.fields.map(({ value, skills }) => ({ field: value, skills: skills.map((skill) => skill.value) })) ?? []

/** What is wrong with a choice, and under which technology type it is said; without one it is said under all of them. */
type LabelFault = { field?: string | undefined; text: string }

/** The choice of this tab, else that of the form kept on the server; and whether it will do. */
export function useLabels(form: KeptForm | null | undefined) {
  const tree = useTree('technical_field')
  const [chosen, setChosen] = useState<Labels | undefined>(() => keptLabels.read())
  const labels = chosen ?? labelsOf(form)
  const [fault, setFault] = useState<LabelFault>()
  // Counted: the same fault found again gets the focus again.
  const [refusals, setRefusals] = useState(0)
  const settle = (toggled: Toggled, field?: string) => {
    if ('refusal' in toggled) return setFault({ field, text: errorText(new ContractError(toggled.refusal)) })
    keptLabels.keep(toggled.labels)
    setChosen(toggled.labels)
    setFault(undefined)
  }
  const missing = (): LabelFault | undefined => {
    if (labels.length === 0) return { text: errorText(new ContractError('certification.skills-empty')) }
    const field = fieldWithoutSkill(labels)
    if (field === undefined) return undefined
    const type = tree.find(({ value }) => value === field)?.label ?? field
    return { field, text: errorText(new ContractError('certification.skill-missing', { type })) }
  }
  return {
    tree,
    labels,
    /** Whether somebody chose here, be it nothing. */
    isTouched: chosen !== undefined,
    fault,
    refusals,
    toggleField: (field: string) => settle(toggleField(labels, field)),
    toggleSkill: (field: string, skill: string) => settle(toggleSkill(labels, field, skill), field),
    /** What is missing, in words. */
    missing: () => missing()?.text,
    /** True when nothing is missing; else says under the choice what is. */
    isComplete(): boolean {
      const found = missing()
      setFault(found)
      if (found) setRefusals((count) => count + 1)
      else keptLabels.keep(labels)
      return !found
    },
  }
}

export type LabelsModel = ReturnType<typeof useLabels>
