import type { Tx } from '../../platform/db/handle.ts'
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

/** The same in values of the dictionary, for a market that keeps it. */
export type FaceValues = {
  realName: string
  headImgUrl: string
  identity: string
  workExp: string
  fields: string[]
  /** Skills of all fields. */
  skills: string[]
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

/**
 * What is public of a person now; undefined of everybody who is not certified. Until the transaction ends neither their
 * certification nor their account can go, so whatever is written from it is true when it commits.
 */
export async function lockFace(
  { sealer, identity }: Pick<CertificationNeeds, 'sealer' | 'identity'>,
  tx: Tx,
  userId: string,
): Promise<FaceValues | undefined> {
  if (!(await identity.holdPerson(tx, userId))) return undefined
  await store.takeTurn(tx, userId)
  const [row] = await store.listApproved(tx, [userId])
  if (!row) return undefined
  return {
    realName: await sealer.open(row.realNameSealed, sealedAs.realName(row.id)),
    headImgUrl: headUrl(row.headFile),
    identity: row.identity,
    workExp: row.workExp,
    fields: row.labels.map(({ field }) => field),
    skills: row.labels.flatMap(({ skills }) => skills),
  }
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
