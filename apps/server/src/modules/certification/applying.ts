import { type CertificationForm, PAPERS_MAX } from '@trove/contract/certification/shapes'
import { requireThat } from '@trove/contract/errors/codes'
import type { z } from 'zod'
import { newId } from '../../platform/base/id.ts'
import type { Tx } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { headUrl, readWords } from './faces.ts'
import { HEADS, PAPERS } from './files.ts'
import type { CertificationNeeds } from './needs.ts'
import { forgetProofs } from './proofs/store.ts'
import { fileNameOf, findOption, readLabels, sealedAs } from './rules.ts'
import * as store from './store.ts'

/** Applications of one person in a day. */
const APPLIED = { limit: 20, windowSeconds: 86_400 }
type Form = z.output<typeof CertificationForm>
type Person = { userId: string; language: 'zh-CN' | 'en' }

/**
 * Applies to be certified: the papers are bound to the application, the consent is written down, and what a former application
 * had and this one has not is let go.
 * @throws ContractError `session.forbidden`, and those of `certification`
 */
export async function apply(needs: CertificationNeeds, form: Form, person: Person): Promise<void> {
  const { userId, language } = person
  requireThat(form.fkUserId === undefined || form.fkUserId === userId, 'session.forbidden')
  const words = await readWords(needs.dictionary)
  const workExp = findOption(words.workExp, form.workExp)?.value
  requireThat(workExp !== undefined, 'certification.option-unknown')
  const labels = readLabels(form.technicalLabels, words.field, (option) =>
    language === 'en' ? option.labelEn : option.labelZh,
  )
  const papers = readPapers(form)
  await needs.limiter.require('certification.apply', userId, APPLIED)
  const former = await store.findNewest(needs.db, userId)
  requireThat(former === undefined || former.state === 'refused', 'certification.not-open')
  const headFile = await headFileOf(needs, form.realHeadImgUrl, former, userId)
  const id = newId()
  const row = {
    ...{ id, userId, workExp, labels, headFile, language },
    identity: findOption(words.identity, form.identity)?.value ?? form.identity,
    realNameSealed: await needs.sealer.seal(form.realName, sealedAs.realName(id)),
    consentVersion: form.consent,
  }
  await inTransaction(needs.db, async (tx) => {
    // Somebody whose account is being erased meanwhile leaves nothing behind.
    requireThat(await needs.identity.holdPerson(tx, userId), 'session.expired')
    await store.takeTurn(tx, userId)
    // As it stands by now: what went with a withdrawn consent is there no more.
    const standing = await store.findNewest(tx, userId)
    requireThat(await store.insertApplication(tx, row), 'certification.not-open')
    await bindFiles(needs, tx, { row, papers, former: standing })
    await needs.identity.recordConsent(tx, { userId, purpose: 'certification', version: row.consentVersion })
  })
}

/** The papers by file, in the order sent. @throws ContractError `certification.papers-limit`, `certification.paper-unknown` */
function readPapers({ certificationFiles }: Form): Omit<store.PaperRow, 'applicationId'>[] {
  const papers = certificationFiles.map(({ type, url }) => ({ type, fileId: fileNameOf(url) }))
  for (const type of ['CERT', 'OTHER'] as const)
    requireThat(papers.filter((paper) => paper.type === type).length <= PAPERS_MAX, 'certification.papers-limit', {
      count: PAPERS_MAX,
    })
  requireThat(new Set(papers.map(({ fileId }) => fileId)).size === papers.length, 'certification.paper-unknown')
  return papers
}

/** The picture of the form before, or a copy of the avatar of now. @throws ContractError `certification.head-unknown` */
async function headFileOf(
  { files }: CertificationNeeds,
  url: string,
  former: store.ApplicationRow | undefined,
  ownerId: string,
): Promise<string> {
  if (former && url === headUrl(former.headFile)) return former.headFile
  const copied = await files.copyAvatar({ url, ownerId, kind: HEADS.name })
  requireThat(copied, 'certification.head-unknown')
  return copied
}

type Binding = {
  row: store.NewApplication
  papers: Omit<store.PaperRow, 'applicationId'>[]
  former: store.ApplicationRow | undefined
}

/** Papers move from the former application, or are used for the first time; what is left of the former goes. */
async function bindFiles({ files }: CertificationNeeds, tx: Tx, { row, papers, former }: Binding): Promise<void> {
  const { id: applicationId, userId: ownerId } = row
  const had = former ? await store.takePapers(tx, former.id) : []
  for (const { fileId } of papers) {
    if (had.includes(fileId)) continue
    const isUsed = await files.use(tx, { id: fileId, kind: PAPERS.name, ownerId, subjectId: ownerId })
    requireThat(isUsed, 'certification.paper-unknown')
  }
  await store.insertPapers(
    tx,
    papers.map((paper) => ({ ...paper, applicationId })),
  )
  const kept = new Set(papers.map(({ fileId }) => fileId))
  await files.discard(tx, { ids: had.filter((id) => !kept.has(id)), kind: PAPERS.name, ownerId })
  if (row.headFile === former?.headFile) return
  const isPlaced = await files.use(tx, { id: row.headFile, kind: HEADS.name, ownerId, subjectId: ownerId })
  requireThat(isPlaced, 'certification.head-unknown')
  if (former) await files.discard(tx, { ids: [former.headFile], kind: HEADS.name, ownerId })
}

/** Takes a certification or an application back with the consent: nothing of it stays. */
export async function withdraw({ files }: Pick<CertificationNeeds, 'files'>, tx: Tx, userId: string): Promise<void> {
  await store.takeTurn(tx, userId)
  const { papers, heads } = await store.forget(tx, userId)
  await forgetProofs(tx, userId)
  await files.discard(tx, { ids: papers, kind: PAPERS.name, ownerId: userId })
  await files.discard(tx, { ids: heads, kind: HEADS.name, ownerId: userId })
}
