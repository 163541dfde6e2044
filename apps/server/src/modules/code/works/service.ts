import type { Work } from '@trove/contract/code/works'
import { requireThat } from '@trove/contract/errors/codes'
import { yuan } from '@trove/contract/kit/shapes'
import type { z } from 'zod'
import { newId } from '../../../platform/base/id.ts'
import { listGrants } from '../grants/store.ts'
import { type LicenceRow, listLicences } from '../licences/store.ts'
import { WORKS_MADE, WORKS_PER_PERSON } from '../model/limits.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { listShownVersions } from '../versions/store.ts'
import * as store from './store.ts'

type WorkView = z.input<typeof Work>

/** Begins a draft. @throws ContractError `code.too-many-works`, `request.too-frequent` */
export async function beginWork(
  { db, limiter }: CodeNeeds,
  { ownerId, title, intro }: { ownerId: string; title: string; intro: string },
): Promise<string> {
  await limiter.require('code.work', ownerId, WORKS_MADE)
  const id = newId()
  const isAdded = await store.insertWork(db, { id, ownerId, title, intro, most: WORKS_PER_PERSON })
  requireThat(isAdded, 'code.too-many-works', { count: WORKS_PER_PERSON })
  return id
}

/** A work of this person. @throws ContractError `resource.not-found`, for strangers too */
export async function requireOwnWork(
  { db }: Pick<CodeNeeds, 'db'>,
  id: string,
  userId: string,
): Promise<store.WorkRow> {
  const work = await store.findWork(db, id)
  requireThat(work?.ownerId === userId, 'resource.not-found')
  return work
}

/** Shows a work to everybody. @throws ContractError `resource.not-found`, `code.no-version` */
export async function showWork(needs: CodeNeeds, id: string, userId: string): Promise<void> {
  await requireOwnWork(needs, id, userId)
  requireThat(await store.putOnline(needs.db, id), 'code.no-version')
}

/** Hides a work from strangers. @throws ContractError `resource.not-found` */
export async function hideWork(needs: CodeNeeds, id: string, userId: string): Promise<void> {
  await requireOwnWork(needs, id, userId)
  await store.takeOffline(needs.db, id)
}

/**
 * A work as this caller may see it: online works everybody, others their author and who has them already.
 * @throws ContractError `resource.not-found`
 */
export async function viewWork(needs: CodeNeeds, id: string, userId: string | undefined): Promise<WorkView> {
  const work = await store.findWork(needs.db, id)
  requireThat(work, 'resource.not-found')
  const isMine = work.ownerId === userId
  const ownLicences = userId === undefined ? [] : await listGrants(needs.db, id, userId)
  const isGranted = ownLicences.length > 0
  requireThat(work.state === 'online' || isMine || isGranted, 'resource.not-found')
  const [rows, people, licences] = await Promise.all([
    listShownVersions(needs.db, id),
    needs.identity.findPeople([work.ownerId]),
    listLicences(needs.db, [id]),
  ])
  const versions = rows.map(({ number, notes, madeBy, head, treeDigest, packSha256, createdAt }) => ({
    number,
    notes,
    madeBy,
    branch: head.replace(/^refs\/heads\//, ''),
    treeDigest,
    packSha256,
    createTime: createdAt.toISOString(),
  }))
  const head = headOf(work, people.get(work.ownerId)?.nickName ?? '', licences)
  return { ...head, ownLicences, isMine, isGranted: isMine || isGranted, versions: versions.reverse() }
}

/** The caller's own works without their versions. */
export async function listOwn({ db, identity }: CodeNeeds, userId: string) {
  const [rows, people] = await Promise.all([
    store.listOwnWorks(db, userId, WORKS_PER_PERSON),
    identity.findPeople([userId]),
  ])
  const licences = await listLicences(
    db,
    rows.map(({ id }) => id),
  )
  const nickName = people.get(userId)?.nickName ?? ''
  return rows.map((row) => ({ ...headOf(row, nickName, licences), isMine: true, isGranted: true }))
}

function headOf({ id, title, intro, state, createdAt }: store.WorkRow, nickName: string, all: LicenceRow[]) {
  const licences = all
    .filter(({ workId }) => workId === id)
    .map(({ licence, priceFen }) => ({ licence, price: yuan(priceFen) }))
  return { id, title, intro, state, nickName, createTime: createdAt.toISOString(), licences }
}
