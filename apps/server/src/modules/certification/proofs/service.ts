import { randomBytes } from 'node:crypto'
import {
  CODE_BRANCH_START,
  CODE_HISTORY_MAX,
  CODE_PROOFS_MAX,
  type CodeProof,
  type ProvenCode,
} from '@trove/contract/certification/code-proofs'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import type { z } from 'zod'
import { newId } from '../../../platform/base/id.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Limiter } from '../../../platform/rate-limit.ts'
import {
  type Commit,
  type Read,
  type Repositories,
  type RepositoryFault,
  repositoryAddress,
} from '../../repositories/module.ts'
import { deleteProof, type History, insertProof, listProofs, type ProofRow, settleProof, takeTurn } from './store.ts'

/** Proof by real code: who puts a branch of our choice into a public repository can write to it. */

export type ProofNeeds = {
  db: Db
  limiter: Limiter
  repositories: Pick<Repositories, 'isAllowed' | 'refs' | 'commits'>
}

type Proven = z.input<typeof ProvenCode>

const ADDED = { limit: 20, windowSeconds: 3600 }
/** Each look is a call to somebody else's server. */
const CHECKED = { limit: 10, windowSeconds: 600 }
/** Nobody guesses it, and nobody has a branch of this name by chance. */
const RANDOM_BYTES = 8

export async function viewProofs({ db }: ProofNeeds, userId: string): Promise<z.input<typeof CodeProof>[]> {
  return (await listProofs(db, userId)).map(viewProof)
}

/** What everybody may see of the repositories a person writes to. */
export async function listProven({ db }: Pick<ProofNeeds, 'db'>, userId: string): Promise<Proven[]> {
  return (await listProofs(db, userId)).flatMap((row) => viewProven(row) ?? [])
}

function viewProof(row: ProofRow): z.input<typeof CodeProof> {
  const { id, repository, state, branch } = row
  return { id, repository, state, branch, proven: viewProven(row) }
}

function viewProven({ repository, commits, isMore, authors, firstAt, lastAt, provenAt }: ProofRow): Proven | null {
  if (!firstAt || !lastAt || !provenAt) return null
  const [first, last, proven] = [firstAt, lastAt, provenAt].map((at) => at.toISOString()) as [string, string, string]
  return { repository, commits, isMore, authors, firstAt: first, lastAt: last, provenAt: proven }
}

/** @throws ContractError the refusals of `addCodeProof` */
export async function addProof(needs: ProofNeeds, userId: string, given: string) {
  await needs.limiter.require('certification.code-add', userId, ADDED)
  const repository = repositoryAddress(given)
  requireThat(repository && needs.repositories.isAllowed(`${repository}.git`), 'certification.code-address')
  const branch = CODE_BRANCH_START + randomBytes(RANDOM_BYTES).toString('hex')
  return await inTransaction(needs.db, async (tx) => {
    await takeTurn(tx, userId)
    const known = await listProofs(tx, userId)
    requireThat(!known.some((one) => one.repository === repository), 'certification.code-known')
    requireThat(known.length < CODE_PROOFS_MAX, 'certification.code-limit', { count: CODE_PROOFS_MAX })
    const row = await insertProof(tx, { id: newId(), userId, repository, branch })
    requireThat(row, 'certification.code-known')
    return viewProof(row)
  })
}

/** Looks for the branch, and counts what its history says. @throws ContractError the refusals of `checkCodeProof` */
export async function checkProof(needs: ProofNeeds, { id, userId }: { id: string; userId: string }) {
  await needs.limiter.require('certification.code-check', userId, CHECKED)
  const row = (await listProofs(needs.db, userId)).find((one) => one.id === id)
  requireThat(row, 'resource.not-found')
  const address = `${row.repository}.git`
  const names = [`refs/heads/${row.branch}`, `refs/tags/${row.branch}`]
  const [oid] = [...orRefuse(await needs.repositories.refs(address, names)).values()]
  requireThat(oid, 'certification.code-branch-missing', { branch: row.branch })
  const commits = orRefuse(await needs.repositories.commits(address, oid, CODE_HISTORY_MAX))
  const settled = await settleProof(needs.db, id, summarise(commits))
  requireThat(settled, 'resource.not-found')
  return viewProof(settled)
}

const CODE_OF = {
  missing: 'certification.code-missing',
  unreachable: 'certification.code-unreachable',
  refused: 'certification.code-unreadable',
} as const satisfies Record<RepositoryFault, string>

function orRefuse<T>(read: Read<T>): T {
  if ('fault' in read) throw new ContractError(CODE_OF[read.fault])
  return read.found
}

/** A history is longer than what came where a commit names a parent that did not come. */
function summarise(commits: Commit[]): History {
  const came = new Set(commits.map(({ oid }) => oid))
  const times = commits.map(({ atSeconds }) => atSeconds * 1000).toSorted((a, b) => a - b)
  return {
    commits: commits.length,
    isMore: commits.some(({ parents }) => parents.some((oid) => !came.has(oid))),
    authors: new Set(commits.map(({ author }) => author.mail.toLowerCase())).size,
    firstAt: new Date(times[0]!),
    lastAt: new Date(times.at(-1)!),
  }
}

/** @throws ContractError `resource.not-found` */
export async function removeProof({ db }: ProofNeeds, asked: { id: string; userId: string }): Promise<void> {
  requireThat(await deleteProof(db, asked), 'resource.not-found')
}
