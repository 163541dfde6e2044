import { crc32, deflateSync } from 'node:zlib'
import { CERTIFICATION_CONSENT } from '@trove/contract/certification/shapes'
import { identity } from '@trove/messages/identity'
import { apply } from './applying.ts'
import { PAPERS } from './files.ts'
import type { CertificationNeeds } from './needs.ts'
import { decide } from './reviewing.ts'
import * as store from './store.ts'

const PERSON = { side: 256, colour: [0x2f, 0x6f, 0x62] } as const
const PAPER = { side: 512, colour: [0xf4, 0xef, 0xe2] } as const

/**
 * Certifies the demo expert as everybody is: a picture, a paper, the form with its consent, and a reviewer's decision on record.
 * Safe to repeat, and where a former start was ended in between.
 */
export async function seedDemo(
  needs: CertificationNeeds,
  { expertId, reviewerId }: { expertId: string; reviewerId: string },
): Promise<void> {
  if (!(await store.findNewest(needs.db, expertId))) await applyAsDemo(needs, expertId)
  const row = await store.findNewest(needs.db, expertId)
  if (row?.state === 'submitted') await decide(needs, { id: row.id, operatorId: reviewerId, decision: 'approve' })
}

async function applyAsDemo(needs: CertificationNeeds, userId: string): Promise<void> {
  const realHeadImgUrl = await needs.files.storeAvatar(userId, plainPicture(PERSON))
  const file = { kind: PAPERS.name, subjectId: userId, ownerId: userId, name: 'demo-certificate.png' }
  const paper = await needs.files.store({ ...file, content: plainPicture(PAPER) })
  const form: Parameters<typeof apply>[1] = {
    ...{ realName: identity.demoExpert.zh, identity: 'architect', realHeadImgUrl, workExp: '5-10' },
    technicalLabels: [
      { technicalFieldKey: 'back-end', skillLabel1: 'back-end.nodejs', skillLabel2: 'back-end.go' },
      { technicalFieldKey: 'front-end', skillLabel1: 'front-end.react', skillLabel2: 'front-end.typescript' },
    ],
    certificationFiles: [{ type: 'CERT' as const, url: paper.id }],
    consent: CERTIFICATION_CONSENT,
  }
  await apply(needs, form, { userId, language: 'zh-CN' })
}

/** A square of one colour as PNG. */
function plainPicture({ side, colour }: { side: number; colour: readonly [number, number, number] }): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  // Each line begins with its filter, none.
  const line = Buffer.from([0, ...Array.from({ length: side }, () => colour).flat()])
  const lines = deflateSync(Buffer.concat(Array.from({ length: side }, () => line)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))])
}
