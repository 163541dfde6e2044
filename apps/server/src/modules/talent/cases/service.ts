import { requireThat } from '@trove/contract/errors/codes'
import { CASES_MAX, type ExpertCase, type ExpertCaseInput } from '@trove/contract/talent/experts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { newId } from '../../../platform/base/id.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { requireExpert } from '../experts/service.ts'
import type { TalentNeeds } from '../model/needs.ts'
import { CASE_PICTURES } from './pictures.ts'
import * as store from './store.ts'

type Wire = z.input<typeof ExpertCase>
type Input = z.output<typeof ExpertCaseInput>

const PUBLIC = '/files/public/'
/** Drawing a picture anew takes a core for a moment. */
const PICTURES = { limit: 60, windowSeconds: 600 }

export function viewCase({ id, name, link, picture }: store.CaseRow): Wire {
  return { id, caseName: name, casePicUrl: picture && PUBLIC + picture, link }
}

/** Draws a picture anew and keeps it until a case shows it. @throws ContractError what is wrong with it */
export async function storeCasePicture(needs: TalentNeeds, userId: string, request: FastifyRequest) {
  await inTransaction(needs.db, (tx) => requireExpert(needs, tx, userId))
  await needs.limiter.require('talent.picture', userId, PICTURES)
  const name = await needs.files.storePicture({ kind: CASE_PICTURES.name, ownerId: userId, request })
  return { casePicUrl: PUBLIC + name }
}

/** @throws ContractError `talent.not-certified`, `talent.too-many-cases`, `talent.picture-gone` */
export async function addCase(needs: TalentNeeds, userId: string, input: Input): Promise<Wire> {
  return inTransaction(needs.db, async (tx) => {
    await requireExpert(needs, tx, userId)
    await store.lockCases(tx, userId)
    const { length } = await store.listCases(tx, userId)
    requireThat(length < CASES_MAX, 'talent.too-many-cases', { count: CASES_MAX })
    const picture = input.casePicUrl ? await take(needs, tx, userId, input.casePicUrl) : null
    const row = { id: newId(), name: input.caseName, link: input.link, picture }
    await store.insertCase(tx, userId, row)
    return viewCase(row)
  })
}

/** Changes a case; the picture it no longer shows is deleted. @throws ContractError `resource.not-found`, `talent.picture-gone` */
export async function changeCase(needs: TalentNeeds, userId: string, id: string, input: Input): Promise<Wire> {
  return inTransaction(needs.db, async (tx) => {
    const old = await store.lockCase(tx, id, userId)
    requireThat(old, 'resource.not-found')
    const isSame = input.casePicUrl === (old.picture ? PUBLIC + old.picture : '')
    if (!isSame && old.picture) await needs.files.drop(tx, old.picture)
    const taken = !isSame && input.casePicUrl ? await take(needs, tx, userId, input.casePicUrl) : null
    const row = { id, name: input.caseName, link: input.link, picture: isSame ? old.picture : taken }
    await store.updateCase(tx, row)
    return viewCase(row)
  })
}

/** @throws ContractError `resource.not-found` */
export async function removeCase({ db, files }: TalentNeeds, userId: string, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const old = await store.lockCase(tx, id, userId)
    requireThat(old, 'resource.not-found')
    if (old.picture) await files.drop(tx, old.picture)
    await store.deleteCase(tx, id)
  })
}

/** Puts all cases of an expert into an order. @throws ContractError `talent.cases-changed` when others are there by now */
export async function orderCases({ db }: TalentNeeds, userId: string, ids: string[]): Promise<Wire[]> {
  return inTransaction(db, async (tx) => {
    await store.lockCases(tx, userId)
    const cases = await store.listCases(tx, userId)
    const isAll = cases.length === ids.length && cases.every(({ id }) => ids.includes(id))
    requireThat(isAll, 'talent.cases-changed')
    await store.placeCases(tx, userId, ids)
    return ids.map((id) => viewCase(cases.find((one) => one.id === id)!))
  })
}

/** A picture may be shown by one case, and only its owner's. */
async function take({ files }: TalentNeeds, tx: Tx, ownerId: string, url: string): Promise<string> {
  const id = url.slice(PUBLIC.length)
  const file = { id, kind: CASE_PICTURES.name, ownerId, subjectId: ownerId }
  requireThat(await files.use(tx, file), 'talent.picture-gone')
  return id
}
