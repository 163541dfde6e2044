import type { WorkForm } from '@trove/contract/code/shapes'
import type { Work } from '@trove/contract/code/works'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { yuan } from '@trove/contract/kit/shapes'
import type { z } from 'zod'
import { newId } from '../../../platform/base/id.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Person } from '../../identity/module.ts'
import { reportMalware } from '../finds/report-finds.ts'
import { listGrants } from '../grants/store.ts'
import { type LicenceRow, listLicences } from '../licences/store.ts'
import { WORKS_CHANGED, WORKS_MADE, WORKS_PER_PERSON, WORKS_SHOWN } from '../model/limits.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { askForRights } from '../versions/ask-rights.ts'
import { listShownVersions } from '../versions/store.ts'
import { listPictures, pictureSrc } from './pictures.ts'
import { blurbOf } from './plain-text.ts'
import { missingOf, ratingOf } from './rules.ts'
import * as store from './store.ts'
import { findTakedown, viewTakedown } from './takedown.ts'
import { findVideo } from './videos.ts'

type WorkView = z.input<typeof Work>
export type WorkChange = Partial<z.output<typeof WorkForm>>

/** Begins a draft. @throws ContractError `code.too-many-works`, `request.too-frequent` */
export async function beginWork(
  { db, limiter }: CodeNeeds,
  { ownerId, title, intro }: { ownerId: string; title: string; intro: string },
): Promise<string> {
  await limiter.require('code.work', ownerId, WORKS_MADE)
  const id = newId()
  const work = { id, ownerId, title, intro, blurb: blurbOf(intro), most: WORKS_PER_PERSON }
  requireThat(await store.insertWork(db, work), 'code.too-many-works', { count: WORKS_PER_PERSON })
  return id
}

/**
 * Changes what a work says. One that is online stays whole.
 * @throws ContractError `resource.not-found`, `code.incomplete`, `code.needs-account`, `request.too-frequent`
 */
export async function changeWork(
  needs: CodeNeeds,
  { id, userId, change }: { id: string; userId: string; change: WorkChange },
): Promise<void> {
  await needs.limiter.require('code.change', userId, WORKS_CHANGED)
  const { labels, intro, ...rest } = change
  await inTransaction(needs.db, async (tx) => {
    const work = await store.lockWork(tx, id, userId)
    requireThat(work, 'resource.not-found')
    await store.changeWork(tx, id, {
      ...rest,
      ...(intro !== undefined && { intro, blurb: blurbOf(intro) }),
      ...(labels && { labels: [...new Set(labels)] }),
    })
    if (work.state === 'online') await requireWhole(needs, tx, id, userId)
  })
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

type Tx = Parameters<typeof store.lockWork>[0]

/** @throws ContractError `code.incomplete` with what is missing, `code.no-version` when that is all, `code.needs-account` */
async function requireWhole(needs: CodeNeeds, tx: Tx, id: string, userId: string): Promise<void> {
  const work = (await store.findWork(tx, id))!
  const missing = missingOf(work, await store.hasSource(tx, id))
  requireThat(missing.join() !== 'source', 'code.no-version')
  const fields = missing.map((path) => ({ path, error: 'required', message: 'required' }))
  if (missing.length > 0) throw new ContractError('code.incomplete', {}, fields)
  // Whoever sells has to be paid.
  const isPaid = (await listLicences(tx, [id])).some(({ priceFen }) => priceFen > 0n)
  requireThat(!isPaid || (await needs.wallet.isBound(userId, tx)), 'code.needs-account')
}

/** Shows a work to everybody. @throws ContractError `resource.not-found`, `code.taken-down`, `request.too-frequent`, and as `requireWhole` */
export async function showWork(needs: CodeNeeds, id: string, userId: string): Promise<void> {
  await needs.limiter.require('code.show', userId, WORKS_SHOWN)
  await inTransaction(needs.db, async (tx) => {
    requireThat(await store.lockWork(tx, id, userId), 'resource.not-found')
    await requireWhole(needs, tx, id, userId)
    requireThat(await store.putOnline(tx, id), 'code.taken-down')
    await reportMalware(tx, needs.notices, { workId: id })
    await askForRights(tx, id)
  })
}

/** Hides a work from strangers. @throws ContractError `resource.not-found`, `request.too-frequent` */
export async function hideWork(needs: CodeNeeds, id: string, userId: string): Promise<void> {
  await needs.limiter.require('code.show', userId, WORKS_SHOWN)
  await requireOwnWork(needs, id, userId)
  await store.takeOffline(needs.db, id)
}

/** A work this caller may see, or undefined: online works everybody, others their author and who has them already. */
export async function findSeen({ db }: Pick<CodeNeeds, 'db'>, id: string, userId: string | undefined) {
  const work = await store.findWork(db, id)
  if (!work) return undefined
  const isMine = work.ownerId === userId
  const ownLicences = userId === undefined ? [] : await listGrants(db, id, userId)
  const hasIt = isMine || ownLicences.length > 0
  const isGranted = isMine || (hasIt && !work.isFrozen)
  return work.state === 'online' || hasIt ? { work, isMine, isGranted, ownLicences } : undefined
}

/** A work this caller may see. @throws ContractError `resource.not-found` */
export async function requireSeen(needs: Pick<CodeNeeds, 'db'>, id: string, userId: string | undefined) {
  const seen = await findSeen(needs, id, userId)
  requireThat(seen, 'resource.not-found')
  return seen
}

/** A work as this caller sees it. @throws ContractError `resource.not-found` */
export async function viewWork(needs: CodeNeeds, id: string, userId: string | undefined): Promise<WorkView> {
  const { db, identity } = needs
  const { work, isMine, isGranted, ownLicences } = await requireSeen(needs, id, userId)
  if (userId !== undefined && !isMine) await store.countBrowse(db, id, userId)
  const [rows, people, licences, pictures, video, takedown] = await Promise.all([
    listShownVersions(db, id),
    identity.findPeople([work.ownerId]),
    listLicences(db, [id]),
    listPictures(db, id),
    findVideo(db, id),
    findTakedown(db, id),
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
  const hasSource = rows.some(({ treeDigest }) => treeDigest !== '')
  return {
    ...headOf(work, people.get(work.ownerId), licences),
    ownLicences,
    isMine,
    isGranted,
    intro: work.intro,
    openPaths: work.openPaths,
    missing: isMine ? missingOf(work, hasSource) : [],
    pictures,
    video,
    versions: versions.reverse(),
    takedown: takedown ? viewTakedown(takedown, isMine) : null,
  }
}

/** The caller's own works without their versions. */
export async function listOwn({ db, identity }: CodeNeeds, userId: string) {
  const [rows, people] = await Promise.all([
    store.listOwnWorks(db, userId, WORKS_PER_PERSON),
    identity.findPeople([userId]),
  ])
  const ids = rows.map(({ id }) => id)
  const [sources, licences] = await Promise.all([store.listWithSource(db, ids), listLicences(db, ids)])
  return rows.map((row) => ({
    ...headOf(row, people.get(userId), licences),
    isMine: true,
    isGranted: true,
    missing: missingOf(row, sources.has(row.id)),
    productUrl: row.cover && pictureSrc(row.cover),
  }))
}

/** A person as the market shows them; one who left has neither name nor picture. */
export function authorOf(id: string, person: Person | undefined) {
  return {
    id,
    nickName: person?.nickName ?? '',
    headImgUrl: person?.headImgUrl ?? null,
    isDemo: person?.isDemo ?? false,
  }
}

function headOf(work: store.WorkRow, person: Person | undefined, all: LicenceRow[]) {
  const { id, title, labels, environment, language, demoUrl, state, createdAt, publishedAt } = work
  const licences = all
    .filter(({ workId }) => workId === id)
    .map(({ licence, priceFen }) => ({ licence, price: yuan(priceFen) }))
  return {
    licences,
    ...{ id, title, labels, environment, language, demoUrl, state },
    price: work.priceFen === null ? null : yuan(work.priceFen),
    nickName: person?.nickName ?? '',
    author: authorOf(work.ownerId, person),
    createTime: createdAt.toISOString(),
    publishTime: publishedAt?.toISOString() ?? null,
    countBrowses: work.browses,
    countComments: work.comments,
    countDownloads: work.gets,
    rating: ratingOf(work),
  }
}
