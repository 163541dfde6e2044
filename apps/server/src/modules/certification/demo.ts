import { CERTIFICATION_CONSENT, CertificationForm } from '@trove/contract/certification/shapes'
import { identity } from '@trove/messages/people/identity'
import { apply } from './applying.ts'
import { drawPaper, drawPerson } from './demo-pictures.ts'
import { PAPERS } from './files.ts'
import type { CertificationNeeds } from './needs.ts'
import { decide } from './reviewing.ts'
import * as store from './store.ts'

/** What the form of a demo expert says beside its pictures, papers and consent. */
const About = CertificationForm.pick({ realName: true, identity: true, workExp: true, technicalLabels: true })

const FIRST_EXPERT = {
  ...{ realName: identity.demoExpert.zh, identity: 'architect', workExp: '5-10' },
  technicalLabels: [
    { technicalFieldKey: 'back-end', skillLabel1: 'back-end.nodejs', skillLabel2: 'back-end.go' },
    { technicalFieldKey: 'front-end', skillLabel1: 'front-end.react', skillLabel2: 'front-end.typescript' },
  ],
}

/**
 * Certifies a demo expert as everybody is: a picture, a paper, the form with its consent, and a reviewer's decision on record.
 * Safe to repeat, and where a former start was ended in between. @throws ZodError for a form that nobody could send
 */
export async function seedDemo(
  needs: CertificationNeeds,
  { expertId, reviewerId, about = FIRST_EXPERT }: { expertId: string; reviewerId: string; about?: unknown },
): Promise<void> {
  if (!(await store.findNewest(needs.db, expertId))) await applyAsDemo(needs, expertId, About.parse(about))
  const row = await store.findNewest(needs.db, expertId)
  if (row?.state === 'submitted') await decide(needs, { id: row.id, operatorId: reviewerId, decision: 'approve' })
}

async function applyAsDemo(needs: CertificationNeeds, userId: string, about: typeof About._output): Promise<void> {
  const realHeadImgUrl = await needs.files.storeAvatar(userId, drawPerson(about.realName))
  const file = { kind: PAPERS.name, subjectId: userId, ownerId: userId, name: 'demo-certificate.png' }
  const paper = await needs.files.store({ ...file, content: drawPaper() })
  const form: Parameters<typeof apply>[1] = {
    ...about,
    realHeadImgUrl,
    certificationFiles: [{ type: 'CERT' as const, url: paper.id }],
    consent: CERTIFICATION_CONSENT,
  }
  await apply(needs, form, { userId, language: 'zh-CN' })
}
