import { FIELDS_MAX, SKILLS_MAX } from '@trove/contract/certification/shapes'
import type { PlainErrorCode } from '@trove/contract/errors/codes'
import { z } from 'zod'
import { draftOf } from '../../market/publish/draft.ts'

/** Technology types and their skills as a person chooses them, in the order they were chosen. */
export type Labels = { field: string; skills: string[] }[]

/** What a press on a chip leads to: the choice after it, or why it stays as it was. */
export type Toggled = { labels: Labels } | { refusal: PlainErrorCode }

/** Chooses a technology type or takes it back, with its skills. */
export function toggleField(labels: Labels, field: string): Toggled {
  if (labels.some((one) => one.field === field)) return { labels: labels.filter((one) => one.field !== field) }
  if (labels.length >= FIELDS_MAX) return { refusal: 'certification.fields-limit' }
  return { labels: [...labels, { field, skills: [] }] }
}

/** Chooses a skill of a chosen type or takes it back. */
export function toggleSkill(labels: Labels, field: string, skill: string): Toggled {
  const skills = labels.find((one) => one.field === field)?.skills ?? []
  const isChosen = skills.includes(skill)
  if (!isChosen && skills.length >= SKILLS_MAX) return { refusal: 'certification.skills-limit' }
  const next = isChosen ? skills.filter((one) => one !== skill) : [...skills, skill]
  return { labels: labels.map((one) => (one.field === field ? { field, skills: next } : one)) }
}

/** The first chosen type without a skill. */
export function fieldWithoutSkill(labels: Labels): string | undefined {
  return labels.find(({ skills }) => skills.length === 0)?.field
}

/** As the wire has it: three places for skills. */
export function toWire(labels: Labels) {
  return labels.map(({ field, skills }) => ({
    technicalFieldKey: field,
    skillLabel1: skills[0] ?? null,
    skillLabel2: skills[1] ?? null,
    skillLabel3: skills[2] ?? null,
  }))
}

const Kept = z.array(z.object({ field: z.string(), skills: z.array(z.string()).max(SKILLS_MAX) })).max(FIELDS_MAX)
const draft = draftOf<{ labels: string }>('trove-select-label')

/** The choice between the two pages, kept for this tab (part A 3: session data). */
export const keptLabels = {
  keep: (labels: Labels) => draft.keep({ labels: JSON.stringify(labels) }),
  read(): Labels | undefined {
    const text = draft.read()?.labels
    if (text === undefined) return undefined
    const read = Kept.safeParse(JSON.parse(text))
    return read.success ? read.data : undefined
  },
  drop: draft.drop,
}
