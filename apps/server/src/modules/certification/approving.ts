import { requireThat } from '@trove/contract/errors/codes'
import type { Tx } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { CertificationNeeds } from './needs.ts'
import { reviewersNeeded } from './rules.ts'
import * as store from './store.ts'

/**
 * How many reviewers certify an expert (money.md B, ADR 22). Whoever may review counts, owners among them, but never the
 * person who applied.
 */

type Asked = { row: Pick<store.ApplicationRow, 'id' | 'userId'>; operatorId: string }

/** Who may review now, and how many have to approve an application: of one of them, others alone. */
export async function readTeam({ db, identity, reviewers }: CertificationNeeds) {
  const ids = await inTransaction(db, (tx) => identity.listStaff(tx, 'reviewer'))
  const neededOf = (team: number) => reviewersNeeded(reviewers, team)
  return { ids, needed: neededOf(ids.length), neededForMember: neededOf(ids.length - 1) }
}

/**
 * Notes the approval of a reviewer, under the lock of the person's certification. True when enough reviewers approved with it;
 * else the others learn that one is missing.
 * @throws ContractError `certification.decided`, `certification.second-needed` for the second approval of one reviewer
 */
export async function isEnough(needs: CertificationNeeds, tx: Tx, asked: Asked): Promise<boolean> {
  const { row, operatorId } = asked
  const now = await store.find(tx, row.id)
  requireThat(now?.state === 'submitted', 'certification.decided')
  const isNew = await store.insertApproval(tx, row.id, operatorId)
  const { isReached, team } = await weigh(needs, tx, asked)
  if (isReached) return true
  requireThat(isNew, 'certification.second-needed')
  for (const userId of team.filter((id) => id !== operatorId))
    await needs.notices.tell(tx, {
      userId,
      kind: 'certification.second-waits',
      params: {},
      link: { to: 'certification-desk' },
      key: `certification.second-waits:${row.id}`,
    })
  return false
}

/** Whether this reviewer approved an application that waits, and another one has to as well. */
export async function waitsForOther(needs: CertificationNeeds, asked: Asked): Promise<boolean> {
  const { hasApproved, isReached } = await inTransaction(needs.db, (tx) => weigh(needs, tx, asked))
  return hasApproved && !isReached
}

/** The approvals of an application that count: an approval of somebody whose role was taken since does not. */
async function weigh(needs: CertificationNeeds, tx: Tx, { row, operatorId }: Asked) {
  const team = (await needs.identity.listStaff(tx, 'reviewer')).filter((id) => id !== row.userId)
  const given = (await store.listApprovals(tx, [row.id])).map((approval) => approval.operatorId)
  const counted = given.filter((id) => id === operatorId || team.includes(id))
  const isReached = counted.length >= reviewersNeeded(needs.reviewers, team.length)
  return { team, hasApproved: given.includes(operatorId), isReached }
}
