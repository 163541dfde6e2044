import { requireThat } from '@trove/contract/errors/codes'
import { noteAct } from '../../../platform/audit.ts'
import { newId } from '../../../platform/base/id.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { reportMalware } from '../finds/report-finds.ts'
import { TAKEDOWNS_ANSWERED, WORKS_REPORTED } from '../model/limits.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { askForRights } from '../versions/ask-rights.ts'
import { findSeen } from '../works/service.ts'
import { findWork } from '../works/store.ts'
import { findTakedown } from '../works/takedown.ts'
import * as store from './store.ts'

type Said = { workId: string; userId: string; words: string }

/** @throws ContractError `resource.not-found`, `code.own-work`, `code.reported`, `request.too-frequent` */
export async function report(needs: CodeNeeds, { reason, ...said }: Said & { reason: store.Reason }): Promise<void> {
  const { workId, userId, words } = said
  const seen = await findSeen(needs, workId, userId)
  requireThat(seen, 'resource.not-found')
  requireThat(!seen.isMine, 'code.own-work')
  await needs.limiter.require('code.report', userId, WORKS_REPORTED)
  const isNew = await store.insertReport(needs.db, { id: newId(), workId, reporterId: userId, reason, words })
  requireThat(isNew, 'code.reported')
}

/** The author's one answer. @throws ContractError `resource.not-found`, `code.takedown-answered`, `request.too-frequent` */
export async function answer({ db, limiter }: CodeNeeds, { workId, userId, words }: Said): Promise<void> {
  const work = await findWork(db, workId)
  requireThat(work?.ownerId === userId && (await findTakedown(db, workId)), 'resource.not-found')
  await limiter.require('code.answer', userId, TAKEDOWNS_ANSWERED)
  requireThat(await store.answerTakedown(db, workId, userId, words), 'code.takedown-answered')
}

type Act = 'take-down' | 'dismiss-reports' | 'uphold' | 'restore'
const NOTICES = { 'take-down': 'code.taken-down', uphold: 'code.takedown-upheld', restore: 'code.restored' } as const

/**
 * One act of the staff about a work that they neither made nor bought, with its record and what its author is told.
 * @throws ContractError `resource.not-found`, `code.own-work`, `code.own-purchase`, `code.settled-meanwhile` when `change`
 *   changed nothing
 */
async function actOn(
  { db, notices }: CodeNeeds,
  { workId, userId, words }: Said,
  { act, change }: { act: Act; change: (tx: Tx) => Promise<boolean> },
): Promise<void> {
  const work = await findWork(db, workId)
  requireThat(work && work.state !== 'draft', 'resource.not-found')
  requireThat(work.ownerId !== userId, 'code.own-work')
  await inTransaction(db, async (tx) => {
    // A takedown that is final gives buyers their money back.
    requireThat(!(await store.hasBought(tx, workId, userId)), 'code.own-purchase')
    requireThat(await change(tx), 'code.settled-meanwhile')
    if (act !== 'dismiss-reports')
      await notices.tell(tx, {
        userId: work.ownerId,
        kind: NOTICES[act],
        params: { title: work.title, words },
        link: { to: 'work', id: workId },
        key: `code.${act}:${newId()}`,
      })
    await noteAct(tx, {
      operatorId: userId,
      act: `code.${act}`,
      subject: { kind: 'code-work', id: workId },
      reason: words,
    })
  })
}

type Looked = { lastReportId?: string | undefined }

/** Takes a work down and settles its reports; as malware it is frozen. @throws ContractError as `actOn` */
export async function takeDown(
  needs: CodeNeeds,
  { reason, lastReportId, ...said }: Said & Looked & { reason: store.Reason },
): Promise<void> {
  const { workId, words } = said
  const isFrozen = reason === 'malware'
  await actOn(needs, said, {
    act: 'take-down',
    async change(tx) {
      if (!(await store.takeDown(tx, { id: newId(), workId, reason, words, isFrozen }))) return false
      await store.settleReports(tx, { workId, outcome: 'taken-down', lastReportId })
      needs.jobs.soon('code.tell-reporters', tx)
      needs.jobs.soon('code.open-sales', tx)
      if (isFrozen) needs.jobs.soon('code.tell-frozen', tx)
      return true
    },
  })
}

/** Leaves a work as it is. @throws ContractError as `actOn` */
export async function dismiss(needs: CodeNeeds, { lastReportId, ...said }: Said & Looked): Promise<void> {
  await actOn(needs, said, {
    act: 'dismiss-reports',
    async change(tx) {
      if ((await store.settleReports(tx, { workId: said.workId, outcome: 'dismissed', lastReportId })) === 0)
        return false
      needs.jobs.soon('code.tell-reporters', tx)
      return true
    },
  })
}

/** Ends what an author answered, or the takedown itself. @throws ContractError as `actOn` */
export async function decide(
  needs: CodeNeeds,
  { decision, ...said }: Said & { decision: 'restore' | 'uphold' },
): Promise<void> {
  const { workId, words } = said
  const change = async (tx: Tx) => {
    needs.jobs.soon('code.open-sales', tx)
    if (decision === 'uphold') return await store.uphold(tx, workId, words)
    if (!(await store.restore(tx, workId, words))) return false
    // Its author may have handed in versions meanwhile.
    await askForRights(tx, workId)
    // And a scanner may have found something in those that stood.
    await reportMalware(tx, needs.notices, { workId })
    return true
  }
  await actOn(needs, said, { act: decision, change })
}
