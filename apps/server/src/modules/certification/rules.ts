import { SKILLS_MAX, type TechnicalLabel } from '@trove/contract/certification/shapes'
import { requireThat } from '@trove/contract/errors/codes'
import type { z } from 'zod'

/** Where an application stands. */
export type ApplicationState = 'submitted' | 'approved' | 'refused'

/** Status on the wire (part A 4): 0 not certified, 1 under review, 2 verified, 3 refused, which clients show as 0. */
export type CertificationStatus = 0 | 1 | 2 | 3

const STATUS: Record<ApplicationState, CertificationStatus> = { submitted: 1, approved: 2, refused: 3 }

/** What somebody is whose newest application stands there; nobody applied yet: 0. */
export function statusOfState(state: ApplicationState | undefined): CertificationStatus {
  return state === undefined ? 0 : STATUS[state]
}

/** How many reviewers certify an expert: so many, or as many as the staff has, up to two. */
export type ReviewersSetting = 'auto' | '1' | '2'

/** How many reviewers have to approve where so many may; `auto` leaves a team of one able to work. */
export function reviewersNeeded(setting: ReviewersSetting, team: number): 1 | 2 {
  if (setting === 'auto') return team >= 2 ? 2 : 1
  return setting === '2' ? 2 : 1
}

/** What binds a sealed real name to its application. */
export const sealedAs = { realName: (id: string) => `certification_applications.real_name_sealed:${id}` }

/** An option of the dictionary with its own. */
export type Option = { value: string; labelZh: string; labelEn: string; children: readonly Option[] }

/** A technical field and the skills chosen in it, by their values in the dictionary. */
export type Labels = { field: string; skills: string[] }

/** The option a client means: by its value, or by its label in either language. */
export function findOption(options: readonly Option[], text: string): Option | undefined {
  return (
    options.find(({ value }) => value === text) ??
    options.find(({ labelZh, labelEn }) => labelZh === text || labelEn === text)
  )
}

/**
 * Reads technology types and skills in the order they were chosen.
 * @throws ContractError `certification.option-unknown`, also for what comes twice, and `certification.skill-missing`
 */
export function readLabels(
  given: readonly z.output<typeof TechnicalLabel>[],
  options: readonly Option[],
  nameOf: (option: Option) => string,
): Labels[] {
  const labels = given.map((label) => {
    const field = findOption(options, label.technicalFieldKey)
    requireThat(field, 'certification.option-unknown')
    const asked = [label.skillLabel1, label.skillLabel2, label.skillLabel3].filter((text) => Boolean(text)) as string[]
    requireThat(asked.length > 0, 'certification.skill-missing', { type: nameOf(field) })
    const skills = asked.map((text) => findOption(field.children, text)?.value)
    requireThat(
      skills.every((value) => value !== undefined),
      'certification.option-unknown',
    )
    requireThat(new Set(skills).size === skills.length && skills.length <= SKILLS_MAX, 'certification.option-unknown')
    return { field: field.value, skills: skills as string[] }
  })
  requireThat(new Set(labels.map(({ field }) => field)).size === labels.length, 'certification.option-unknown')
  return labels
}

/** The name of a file in what a client says of it: the name itself, or its address with or without a query. */
export function fileNameOf(url: string): string {
  return url.split(/[?#]/)[0]!.split('/').at(-1)!
}
