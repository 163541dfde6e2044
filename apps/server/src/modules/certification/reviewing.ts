import { readPaperByTicket } from '@trove/contract/certification/desk'
import { requireThat } from '@trove/contract/errors/codes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { noteAct } from '../../platform/audit.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createTickets } from '../../platform/tickets.ts'
import type { ActSubject } from '../identity/module.ts'
import { isEnough, waitsForOther } from './approving.ts'
import { headUrl } from './faces.ts'
import { PAPERS } from './files.ts'
import type { CertificationNeeds } from './needs.ts'
import { listProven } from './proofs/service.ts'
import type { ApplicationState } from './rules.ts'
import * as store from './store.ts'
import { realNameOf, viewHeads, viewPapers } from './views.ts'

/** Reviewers read papers and decide. Each reading and each decision is an act on record, in the transaction that allows it. */

const subjectOf = (id: string) => ({ kind: 'certification', id })
const Right = z.strictObject({ fileId: z.string() })

/** An application with its name and papers; noted as read. @throws ContractError `resource.not-found` */
export async function open(needs: CertificationNeeds, id: string, operatorId: string) {
  const row = await inTransaction(needs.db, async (tx) => {
    const found = await store.find(tx, id)
    requireThat(found, 'resource.not-found')
    await noteAct(tx, { operatorId, act: 'certification.read', subject: subjectOf(id) })
    return found
  })
  const others = await store.listOthers(needs.db, row)
  const [head, ...history] = await viewHeads(needs, [row, ...others])
  return {
    ...head!,
    realName: await realNameOf(needs, row),
    realHeadImgUrl: headUrl(row.headFile),
    papers: await viewPapers(needs, id),
    codeProofs: await listProven(needs, row.userId),
    history,
    isOwn: row.userId === operatorId,
    waitsForOther: row.state === 'submitted' && (await waitsForOther(needs, { row, operatorId })),
  }
}

type Asked = { id: string; fileId: string; userId: string; sessionId: string }

/** Tickets of reviewers for papers. */
export function createPaperTickets(needs: CertificationNeeds) {
  const tickets = createTickets(needs.db, 'certification-paper', Right)
  return {
    /** An address that opens a paper of an application once; noted as read. @throws ContractError `resource.not-found` */
    async issue({ id, fileId, userId, sessionId }: Asked): Promise<string> {
      await inTransaction(needs.db, async (tx) => {
        const papers = await store.listPapers(tx, id)
        requireThat(
          papers.some((paper) => paper.fileId === fileId),
          'resource.not-found',
        )
        const act = { operatorId: userId, act: 'certification.read-paper', subject: subjectOf(id), reason: fileId }
        await noteAct(tx, act)
      })
      const ticket = await tickets.issue({ userId, sessionId, subject: { fileId } })
      return readPaperByTicket.path.replace('{ticket}', ticket)
    },
    /** Sends what a ticket opens, to whoever is still a reviewer. @throws ContractError `resource.not-found` */
    async send(ticket: string, call: { request: FastifyRequest; reply: FastifyReply }): Promise<FastifyReply> {
      const right = await tickets.redeem(ticket)
      requireThat(right, 'resource.not-found')
      const { userId, subject } = right
      const reviewers = await inTransaction(needs.db, (tx) => needs.identity.findStaff(tx, [userId], 'reviewer'))
      requireThat(reviewers.has(userId), 'resource.not-found')
      return needs.files.sendKnown({ id: subject.fileId, kind: PAPERS.name }, call)
    },
  }
}

export type PaperTickets = ReturnType<typeof createPaperTickets>

type Decision = { id: string; operatorId: string } & ({ decision: 'approve' } | { decision: 'refuse'; reason: string })

/**
 * Certifies the person of an application once enough reviewers approved, or refuses it with a reason; once, and the person is
 * told. Returns where the application stands: after the first of two approvals it still waits.
 * @throws ContractError `resource.not-found`, `certification.own`, `certification.decided`, `certification.second-needed`
 */
export async function decide(needs: CertificationNeeds, given: Decision): Promise<ApplicationState> {
  const { db, notices, identity } = needs
  const { id, operatorId, decision } = given
  const reason = decision === 'refuse' ? given.reason : null
  return inTransaction(db, async (tx) => {
    const row = await store.find(tx, id)
    requireThat(row, 'resource.not-found')
    requireThat(row.userId !== operatorId, 'certification.own')
    // Before the row is locked, in the order in which an erasure and a withdrawal lock.
    requireThat(await identity.holdPerson(tx, row.userId), 'resource.not-found')
    await store.takeTurn(tx, row.userId)
    if (decision === 'approve' && !(await isEnough(needs, tx, { row, operatorId }))) {
      await noteAct(tx, { operatorId, act: 'certification.approve-first', subject: subjectOf(id) })
      return 'submitted'
    }
    const state = decision === 'approve' ? ('approved' as const) : ('refused' as const)
    requireThat(await store.decide(tx, { id, state, reason, operatorId }), 'certification.decided')
    if (state === 'approved') await needs.certified(tx, row.userId)
    await notices.tell(tx, {
      userId: row.userId,
      kind: `certification.${state}`,
      params: { reason: reason ?? '' },
      link: { to: 'certification' },
      key: `certification:${id}`,
    })
    await noteAct(tx, { operatorId, act: `certification.${decision}`, subject: subjectOf(id), reason })
    return state
  })
}

/** What the record of acts calls an application, by whose it is, and a paper, by its place among the papers. */
export function namedApplications({ db, findPeople }: CertificationNeeds): ActSubject {
  return {
    kind: 'certification',
    async findNames(ids) {
      const applicants = await store.findApplicants(db, ids)
      const people = await findPeople([...new Set(applicants.values())])
      return new Map([...applicants].map(([id, userId]) => [id, people.get(userId)?.nickName ?? '']))
    },
    reasons: { 'certification.read-paper': (ids) => store.findPlaces(db, ids) },
  }
}
