import { requireThat } from '@trove/contract/errors/codes'
import type { Homepage } from '@trove/contract/talent/experts'
import type { Language } from '@trove/messages/kit/say'
import type { z } from 'zod'
import { viewCase } from '../cases/service.ts'
import { listCases } from '../cases/store.ts'
import { viewCards } from '../experts/service.ts'
import { findByUser, findExpert } from '../experts/store.ts'
import { labelsOf } from '../model/labels.ts'
import type { TalentNeeds } from '../model/needs.ts'

type Ask = { productId: string | undefined; userId: string | undefined; language: Language }

/**
 * The homepage of an expert, one's own without an id. What is shown of the person was written when they were certified.
 * @throws ContractError `talent.not-found`, also for one's own of somebody who is not certified
 */
export async function viewHomepage(needs: TalentNeeds, ask: Ask): Promise<z.input<typeof Homepage>> {
  const expert = await findAsked(needs, ask)
  requireThat(expert?.isCertified, 'talent.not-found')
  const ownerId = expert.userId
  const [[card], cases, productCodes, codeProofs, workExp] = await Promise.all([
    viewCards(needs, [expert], ask.language),
    listCases(needs.db, ownerId),
    needs.listProgrammes(ownerId),
    needs.listProven(ownerId),
    labelsOf(needs.dictionary, 'work_exp', ask.language),
  ])
  return {
    ...card!,
    workExp: workExp.get(expert.workExp) ?? expert.workExp,
    productCodes,
    productCases: cases.map(viewCase),
    codeProofs,
    isOwn: ownerId === ask.userId,
    isOpen: expert.isOpen,
  }
}

async function findAsked({ db }: TalentNeeds, { productId, userId }: Ask) {
  if (productId !== undefined) return findExpert(db, productId)
  return userId === undefined ? undefined : findByUser(db, userId)
}
