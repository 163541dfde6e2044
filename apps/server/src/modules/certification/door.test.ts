import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { openLog } from '../../platform/base/log.ts'
import { makeKeyText } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/db/database.ts'
import type { Db } from '../../platform/db/handle.ts'
import { openPool, type Pool } from '../../platform/db/pool/pool.ts'
import { createSealer, readKeks } from '../../platform/sealing/sealing.ts'
import { createDictionary } from '../dictionary/module.ts'
import { createCertification } from './module.ts'

/** What other modules see of certification. */

let base: TestDatabase
let pool: Pool
let db: Db
const sealer = createSealer(readKeks(makeKeyText()), Buffer.alloc(32, 1))
beforeAll(async () => {
  base = await createTestDatabase()
  pool = openPool({ url: base.url, size: 3, log: openLog('silent'), name: 'certification-door' })
  db = openDatabase(pool)
})
afterAll(async () => {
  await pool.end()
  await base.drop()
})

const labels = JSON.stringify([{ field: 'front-end', skills: ['front-end.react', 'lost'] }])
async function apply(id: string, userId: string, state: string, identity = 'architect'): Promise<void> {
  const name = await sealer.seal(`${userId} 的姓名`, `certification_applications.real_name_sealed:${id}`)
  const decided = state === 'submitted' ? null : new Date('2026-11-22T08:00:00Z')
  await sql`insert into certification_applications (id, user_id, state, real_name_sealed, identity, work_exp, labels,
    head_file, consent_version, language, decided_at, reason)
    values (${id}, ${userId}, ${state}, ${name}, ${identity}, '3-5', ${labels}::jsonb, 'h.webp', 'v', 'zh-CN',
      ${decided}, ${state === 'refused' ? 'unreadable' : null})`.execute(db)
}

test('the newest application says what a person is, and only a certified one shows a face', async () => {
  const door = createCertification({
    ...{ db, sealer, dictionary: createDictionary({ db }) },
    files: { registerKind: () => undefined },
  } as unknown as Parameters<typeof createCertification>[0])
  expect([await door.statusOf('an'), await door.isExpert('an')]).toEqual([0, false])
  await apply('1', 'an', 'refused')
  expect([await door.statusOf('an'), await door.isExpert('an'), await door.publicFace('an')]).toEqual([
    3,
    false,
    undefined,
  ])
  await apply('2', 'an', 'submitted')
  expect([await door.statusOf('an'), await door.publicFace('an')]).toEqual([1, undefined])
  await apply('3', 'bo', 'approved', '写代码的诗人')
  expect([await door.statusOf('bo'), await door.isExpert('bo')]).toEqual([2, true])
  const faces = await door.publicFaces(['an', 'bo', 'nobody'])
  expect([...faces.keys()]).toEqual(['bo'])
  expect(faces.get('bo')).toEqual({
    userId: 'bo',
    realName: 'bo 的姓名',
    realHeadImgUrl: '/files/public/h.webp',
    identity: { value: '写代码的诗人', labelZh: '写代码的诗人', labelEn: '写代码的诗人' },
    workExp: { value: '3-5', labelZh: '3–5 年', labelEn: '3 to 5 years' },
    fields: [
      {
        ...{ value: 'front-end', labelZh: '前端开发', labelEn: 'Front-end development' },
        skills: [
          { value: 'front-end.react', labelZh: 'React', labelEn: 'React' },
          { value: 'lost', labelZh: 'lost', labelEn: 'lost' },
        ],
      },
    ],
    certifiedAt: new Date('2026-11-22T08:00:00Z'),
  })
})

test('nobody has two applications under way, nor one beside a certification', async () => {
  await apply('4', 'cy', 'approved')
  await expect(apply('5', 'cy', 'submitted')).rejects.toThrow('certification_open')
})
