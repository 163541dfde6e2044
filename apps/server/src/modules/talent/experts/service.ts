import { requireThat } from '@trove/contract/errors/codes'
import type { RouteParsed } from '@trove/contract/kit/route'
import {
  BAND_EXPERTS_MIN,
  type ExpertCard,
  type ExpertFilter,
  HOUR_SALARY_MAX_FEN,
  type listExperts,
} from '@trove/contract/talent/experts'
import type { Language } from '@trove/messages/kit/say'
import { formatYuan } from '@trove/units/money'
import type { z } from 'zod'
import { newId } from '../../../platform/base/id.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { labelsOf } from '../model/labels.ts'
import type { TalentNeeds } from '../model/needs.ts'
import { readCursor, writeCursor } from './cursor.ts'
import * as store from './store.ts'

type Card = z.input<typeof ExpertCard>

/**
 * Writes down what certification makes public of a person, under its lock. Whoever reads never writes it: a reader who was
 * slower than a withdrawal would publish the name again. Undefined for somebody who is not certified.
 */
export async function renewFace(
  { lockFace }: Pick<TalentNeeds, 'lockFace'>,
  tx: Tx,
  userId: string,
): Promise<store.ExpertRow | undefined> {
  const face = await lockFace(tx, userId)
  if (face) return store.keepFace(tx, userId, newId(), face)
  await store.hideExpert(tx, userId)
  return undefined
}

/** @throws ContractError `talent.not-certified` for everybody but an expert of status 2 */
export async function requireExpert(needs: TalentNeeds, tx: Tx, userId: string): Promise<store.ExpertRow> {
  const expert = await renewFace(needs, tx, userId)
  requireThat(expert, 'talent.not-certified')
  return expert
}

/** Sets what an hour of this expert costs. @throws ContractError `talent.not-certified`, `talent.salary-too-high` */
export async function setHourSalary(needs: TalentNeeds, userId: string, hourFen: bigint) {
  requireThat(hourFen <= HOUR_SALARY_MAX_FEN, 'talent.salary-too-high', { yuan: formatYuan(HOUR_SALARY_MAX_FEN) })
  return inTransaction(needs.db, async (tx) => {
    const { id } = await requireExpert(needs, tx, userId)
    await store.setHourFen(tx, userId, hourFen)
    return { productId: id, hourSalary: formatYuan(hourFen) }
  })
}

/** What others with the skills of this expert ask for an hour; nothing for somebody who is none. */
export async function listSalaryBands({ db, dictionary }: TalentNeeds, userId: string, language: Language) {
  const [rows, skills] = await Promise.all([
    store.listBands(db, userId, BAND_EXPERTS_MIN),
    labelsOf(dictionary, 'technical_field', language),
  ])
  return rows.map(({ skill, experts, lowFen, middleFen, highFen }) => ({
    skill: skills.get(skill) ?? skill,
    experts,
    low: formatYuan(lowFen),
    middle: formatYuan(middleFen),
    high: formatYuan(highFen),
  }))
}

/** Cards of experts, labelled in the reader's language. */
export async function viewCards(
  { dictionary, identity }: TalentNeeds,
  rows: store.ExpertRow[],
  language: Language,
): Promise<Card[]> {
  const [skills, identities, people] = await Promise.all([
    labelsOf(dictionary, 'technical_field', language),
    labelsOf(dictionary, 'identity', language),
    identity.findPeople(rows.map(({ userId }) => userId)),
  ])
  return rows.map((row) => ({
    productId: row.id,
    realName: row.realName,
    identity: identities.get(row.identity) ?? row.identity,
    realHeadImgUrl: row.headImgUrl,
    skills: row.skills.map((skill) => skills.get(skill) ?? skill),
    hourSalary: row.hourFen === null ? null : formatYuan(row.hourFen),
    countHires: row.hires,
    rating: row.countReviews === 0 ? null : row.rating / 100,
    countReviews: row.countReviews,
    isDemo: people.get(row.userId)?.isDemo ?? false,
  }))
}

/** The filter of the list in the words of the table. */
export function filterOf({ name, ...asked }: z.output<typeof ExpertFilter>): store.ExpertFilter {
  const { skill, minPrice: minFen, maxPrice: maxFen, free, freeAt: freeFrom = free, minStars } = asked
  return { name: name?.trim() || undefined, skill, minFen, maxFen, freeFrom, minStars }
}

/** One page of experts who can be hired, and how many there are. */
export async function list(needs: TalentNeeds, query: RouteParsed<typeof listExperts>['query'], language: Language) {
  const { sort = 'newest', size, page } = query
  const filter = filterOf(query)
  const after = query.cursor === undefined ? undefined : readCursor(sort, query.cursor)
  const [rows, totalElements] = await Promise.all([
    store.listOpen(needs.db, { filter, sort, after, skip: after ? 0 : page * size, take: size }),
    store.countOpen(needs.db, filter),
  ])
  const last = rows.length === size ? rows.at(-1) : undefined
  return {
    content: await viewCards(needs, rows, language),
    totalElements,
    nextCursor: last ? writeCursor(sort, last) : null,
  }
}

/** An expert as the list shows them. @throws ContractError `talent.not-found` */
export async function find(needs: TalentNeeds, id: string, language: Language): Promise<Card> {
  const row = await store.findExpert(needs.db, id)
  requireThat(row?.isCertified, 'talent.not-found')
  return (await viewCards(needs, [row], language))[0]!
}
