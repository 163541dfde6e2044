import { describe, headUrl, readWords, type Words } from './faces.ts'
import type { CertificationNeeds } from './needs.ts'
import { sealedAs, statusOfState } from './rules.ts'
import * as store from './store.ts'

type Language = 'zh-CN' | 'en'

/** Where a person's certification stands, as the person sees it. */
export async function viewCurrent(needs: CertificationNeeds, userId: string, language: Language) {
  const row = await store.findNewest(needs.db, userId)
  if (!row) return { status: 0, identity: null, realName: null, realHeadImgUrl: null, reason: null }
  const { identity } = describe(row, await readWords(needs.dictionary))
  return {
    status: statusOfState(row.state),
    identity: language === 'en' ? identity.labelEn : identity.labelZh,
    realName: await realNameOf(needs, row),
    realHeadImgUrl: headUrl(row.headFile),
    reason: row.state === 'refused' ? row.reason : null,
  }
}

/** What a person applied with last, to apply again with. */
export async function viewForm(needs: CertificationNeeds, userId: string) {
  const row = await store.findNewest(needs.db, userId)
  if (!row) return null
  return {
    ...describe(row, await readWords(needs.dictionary)),
    realName: await realNameOf(needs, row),
    realHeadImgUrl: headUrl(row.headFile),
    papers: await viewPapers(needs, row.id),
    submittedAt: row.submittedAt.toISOString(),
  }
}

/** Papers of an application that are still there. */
export async function viewPapers({ db, files }: CertificationNeeds, applicationId: string) {
  const papers = await store.listPapers(db, applicationId)
  const known = await files.describe(papers.map(({ fileId }) => fileId))
  return papers.flatMap(({ fileId, type }) => {
    const file = known.get(fileId)
    return file ? [{ type, filename: fileId, name: file.name, bytes: file.bytes }] : []
  })
}

/** Applications as the desk lists them: nothing sealed is opened for a list. */
export async function viewHeads(needs: CertificationNeeds, rows: store.ApplicationRow[]) {
  const given = await store.listApprovals(
    needs.db,
    rows.map(({ id }) => id),
  )
  const ids = rows.flatMap(({ userId, decidedBy }) => (decidedBy ? [userId, decidedBy] : [userId]))
  const [people, words] = await Promise.all([
    needs.findPeople([...ids, ...given.map(({ operatorId }) => operatorId)]),
    readWords(needs.dictionary),
  ])
  const personOf = (id: string) => people.get(id) ?? { id, nickName: '', headImgUrl: null, isDemo: false }
  return rows.map((row) => ({
    ...viewHead(row, words, personOf),
    approvals: given
      .filter(({ applicationId }) => applicationId === row.id)
      .map(({ operatorId, at }) => ({ by: personOf(operatorId), at: at.toISOString() })),
  }))
}

function viewHead<P>(row: store.ApplicationRow, words: Words, personOf: (id: string) => P) {
  const { id, userId, state, submittedAt, decidedAt, decidedBy, reason } = row
  return {
    ...{ id, state, reason, person: personOf(userId), ...describe(row, words) },
    submittedAt: submittedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    decidedBy: decidedBy === null ? null : personOf(decidedBy),
  }
}

/** The real name of an application in the clear. */
export function realNameOf({ sealer }: Pick<CertificationNeeds, 'sealer'>, row: store.ApplicationRow): Promise<string> {
  return sealer.open(row.realNameSealed, sealedAs.realName(row.id))
}
