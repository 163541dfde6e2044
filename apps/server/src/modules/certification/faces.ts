import type { CertificationNeeds } from './needs.ts'
import { sealedAs } from './rules.ts'
import * as store from './store.ts'

/** A word in both languages; `value` is what is stored. */
export type Label = { value: string; labelZh: string; labelEn: string }

/** A certified expert as everybody may see them (decision 47). */
export type PublicFace = {
  userId: string
  realName: string
  realHeadImgUrl: string
  identity: Label
  workExp: Label
  /** Technical fields in the order chosen, with their skills. */
  fields: (Label & { skills: Label[] })[]
  certifiedAt: Date
}

type Needs = Pick<CertificationNeeds, 'db' | 'sealer' | 'dictionary'>

/** Address of the picture a person was certified with. */
export const headUrl = (file: string) => `/files/public/${file}`

/** Those of these people who are certified, as everybody may see them. */
export async function publicFaces(needs: Needs, userIds: string[]): Promise<Map<string, PublicFace>> {
  if (userIds.length === 0) return new Map()
  const [rows, words] = await Promise.all([store.listApproved(needs.db, userIds), readWords(needs.dictionary)])
  const faces = rows.map(async (row) => {
    const face: PublicFace = {
      userId: row.userId,
      realName: await needs.sealer.open(row.realNameSealed, sealedAs.realName(row.id)),
      realHeadImgUrl: headUrl(row.headFile),
      ...describe(row, words),
      certifiedAt: row.decidedAt!,
    }
    return [row.userId, face] as const
  })
  return new Map(await Promise.all(faces))
}

export type Words = Awaited<ReturnType<typeof readWords>>

/** The words of the three groups an application uses, by value. */
export async function readWords(dictionary: Needs['dictionary']) {
  const [identity, workExp, field] = await Promise.all([
    dictionary.readTree('identity'),
    dictionary.readTree('work_exp'),
    dictionary.readTree('technical_field'),
  ])
  return { identity, workExp, field }
}

/** What a person chose, in words of both languages. A value the dictionary lost, and words of one's own, stand as they are. */
export function describe(
  { identity, workExp, labels }: Pick<store.ApplicationRow, 'identity' | 'workExp' | 'labels'>,
  words: Words,
) {
  const find = (options: readonly Label[], value: string): Label => {
    const { labelZh, labelEn } = options.find((option) => option.value === value) ?? { labelZh: value, labelEn: value }
    return { value, labelZh, labelEn }
  }
  return {
    identity: find(words.identity, identity),
    workExp: find(words.workExp, workExp),
    fields: labels.map(({ field, skills }) => {
      const options = words.field.find(({ value }) => value === field)?.children ?? []
      return { ...find(words.field, field), skills: skills.map((skill) => find(options, skill)) }
    }),
  }
}
