import { decideApplication, listApplications } from '@trove/contract/certification/desk'
import {
  applyForCertification,
  currentCertification,
  keptCertificationForm,
  readPaper,
} from '@trove/contract/certification/routes'
import { accountState, withdrawConsent } from '@trove/contract/identity/account'
import { getUser } from '@trove/contract/identity/routes'
import { listNotices } from '@trove/contract/notices/routes'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  applyAs,
  codeOf,
  type Form,
  goodForm,
  head,
  paper,
  photo,
  reviewer,
  sendPaper,
} from '../../../test/labs/certification-lab.ts'
import { enrolTotp } from '../../../test/world/factors.ts'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { discard } from '../files/model/store.ts'
import { withdraw } from './applying.ts'
import { takeTurn } from './store.ts'

let world: World
let desk: WorldUser
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
  const owner = await world.signIn('13800000009')
  await enrolTotp(world, owner)
  desk = await reviewer(world, owner, '13600000001')
})
afterAll(() => world?.stop())

let people = 0
const somebody = () => world.signIn(`136000001${String(++people).padStart(2, '0')}`)
const current = (as: WorldUser, language: 'zh-CN' | 'en' = 'zh-CN') =>
  world.call(currentCertification, {}, { as, language })
const kept = (as: WorldUser) => world.call(keptCertificationForm, {}, { as })
const read = (as: WorldUser, name: string) =>
  world.raw(readPaper.path.replace('{filename}', name), { headers: { authorization: `Bearer ${as.accessToken}` } })
/** The application of this person that waits. */
async function waiting(who: WorldUser): Promise<string> {
  const { content } = await world.call(listApplications, { query: { size: 100 } }, { as: desk })
  return content.find(({ person }) => person.id === who.userId)!.id
}
type Decision = { decision: 'approve' } | { decision: 'refuse'; reason: string }
const decide = async (who: WorldUser, body: Decision) =>
  world.call(decideApplication, { params: { id: await waiting(who) }, body }, { as: desk })

describe('a paper', () => {
  test('is drawn anew: no place, no author, no more than 4 MB, readable for its owner', async () => {
    const as = await somebody()
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 90 }
    const noisy = await sharp({ create: { width: 5000, height: 300, channels: 3, background: '#fff', noise } })
      .png()
      .withExif({ IFD0: { Artist: 'canary-author' }, IFD3: { GPSLatitude: '31/1 13/1 0/1' } })
      .toBuffer()
    expect([noisy.length > 4096 * 1024, noisy.includes('canary')]).toEqual([true, true])
    const name = await paper(world, as, noisy)
    const answer = await read(as, name)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'no-store',
    ])
    const facts = await sharp(bytes).metadata()
    expect([facts.format, facts.exif, facts.width]).toEqual(['webp', undefined, 4096])
    expect(bytes.length).toBeLessThanOrEqual(4096 * 1024)
    expect(bytes.includes('canary')).toBe(false)
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>'
  test.each<[string, () => Promise<Buffer | string> | string, string]>([
    ['a drawing with a script', () => svg, 'files.not-an-image'],
    ['a page', () => '<!doctype html><script>alert(1)</script>', 'files.not-an-image'],
    ['half a picture', async () => (await photo()).subarray(0, 900), 'files.not-an-image'],
    ['a bomb of pixels', bomb, 'files.dimensions'],
    ['more than 16 MB', () => Buffer.alloc(16 * 1024 * 1024 + 1, 1) as never, 'files.over-limit'],
    ['nothing', () => '', 'files.missing'],
  ])('that is %s is refused', async (_, make, code) => {
    const as = await somebody()
    const { json } = await sendPaper(world, as, await make())
    expect(json.error).toBe(code)
    const { rows } = await sql`select from files where owner_id = ${as.userId}`.execute(world.db)
    expect(rows).toEqual([])
  })

  test('that was never sent with an application is gone a day later, one that was stays', async () => {
    const as = await somebody()
    const unused = await paper(world, as)
    const { form } = await applyAs(world, as)
    await sql`update files set touched_at = now() - interval '25 hours' where owner_id = ${as.userId}`.execute(world.db)
    await world.platform.jobs.poke()
    await world.settle()
    expect((await read(as, unused)).status).toBe(404)
    expect((await read(as, form.certificationFiles[0]!.url)).status).toBe(200)
  })
})

/** A picture of few bytes and very many pixels. */
function bomb(): Promise<Buffer> {
  return sharp({ create: { width: 11_000, height: 11_000, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

describe('an application', () => {
  test('waits, is refused with a reason, keeps its form, comes again changed, and is approved', async () => {
    const as = await somebody()
    expect(await current(as)).toEqual({ status: 0, identity: null, realName: null, realHeadImgUrl: null, reason: null })
    expect(await kept(as)).toBeNull()
    const extra = await paper(world, as)
    const certificate = await paper(world, as)
    const files = [
      { type: 'CERT' as const, url: certificate },
      { type: 'OTHER' as never, url: `/api/manpower/secret-file/${extra}?access_token=x` },
    ]
    const { info } = await applyAs(world, as, { certificationFiles: files })
    expect(info).toMatchObject({ status: 1, identity: '架构师', realName: '沈知行', reason: null })
    expect(info.realHeadImgUrl).toMatch(/^\/files\/public\/[0-9a-f]{32}\.webp$/)
    expect(await current(as, 'en')).toMatchObject({ status: 1, identity: 'Software architect' })

    await decide(as, { decision: 'refuse', reason: '证书看不清' })
    expect(await current(as)).toMatchObject({ status: 3, reason: '证书看不清' })
    const form = (await kept(as))!
    expect(form).toMatchObject({
      realName: '沈知行',
      identity: { value: 'architect' },
      workExp: { value: '5-10', labelZh: '5–10 年' },
      fields: [
        { value: 'back-end', skills: [{ value: 'back-end.go' }, { value: 'back-end.rust' }] },
        { value: 'front-end', skills: [{ value: 'front-end.react' }] },
      ],
      papers: [
        { type: 'CERT', filename: certificate, name: '证书.webp' },
        { type: 'OTHER', filename: extra },
      ],
    })

    const better = await paper(world, as)
    await world.call(
      applyForCertification,
      {
        body: {
          ...(await goodForm(world, as)),
          realHeadImgUrl: form.realHeadImgUrl,
          identity: '写代码的诗人',
          certificationFiles: [
            { type: 'CERT', url: better },
            { type: 'OTHER', url: extra },
          ],
        },
      },
      { as },
    )
    expect(await current(as)).toMatchObject({
      status: 1,
      identity: '写代码的诗人',
      reason: null,
      realHeadImgUrl: form.realHeadImgUrl,
    })
    expect([(await read(as, certificate)).status, (await read(as, extra)).status]).toEqual([404, 200])
    await decide(as, { decision: 'approve' })
    expect(await current(as)).toMatchObject({ status: 2, reason: null })
    const { content } = await world.call(listNotices, { query: {} }, { as })
    expect(content.map(({ kind, params, link }) => [kind, params.reason, link])).toEqual([
      ['certification.approved', '', { to: 'certification' }],
      ['certification.refused', '证书看不清', { to: 'certification' }],
    ])
  })

  test('shows its picture as it was, whatever avatar comes later', async () => {
    const as = await somebody()
    const { info } = await applyAs(world, as)
    await head(world, as)
    await world.settle()
    expect((await world.raw(info.realHeadImgUrl!)).status).toBe(200)
  })

  test('makes the real name public once it is approved, and no earlier (decision 47)', async () => {
    const [as, other] = [await somebody(), await somebody()]
    const seen = async () => (await world.call(getUser, { query: { userId: as.userId } }, { as: other })).realName
    await applyAs(world, as)
    expect(await seen()).toBeNull()
    await decide(as, { decision: 'approve' })
    expect(await seen()).toBe('沈知行')
  })

  test('is one at a time, also when many come at once, and none beside a certification', async () => {
    const as = await somebody()
    const body = await goodForm(world, as)
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(world.call(applyForCertification, { body }, { as }))),
    )
    expect(outcomes.sort()).toEqual([...Array(7).fill('certification.not-open'), 'done'])
    await decide(as, { decision: 'approve' })
    expect(await codeOf(world.call(applyForCertification, { body }, { as }))).toBe('certification.not-open')
    const { rows } = await sql`select from certification_applications where user_id = ${as.userId}`.execute(world.db)
    expect(rows.length).toBe(1)
  })

  test('that comes again while its consent is taken back holds no picture that went with it', async () => {
    const as = await somebody()
    const { form } = await applyAs(world, as)
    await decide(as, { decision: 'refuse', reason: '照片不清楚' })
    const { realHeadImgUrl } = (await kept(as))!
    const again = {
      ...form,
      realHeadImgUrl,
      certificationFiles: [{ type: 'CERT' as const, url: await paper(world, as) }],
    }
    let outcome: Promise<unknown> | undefined
    await inTransaction(world.db, async (tx) => {
      await takeTurn(tx, as.userId)
      outcome = codeOf(world.call(applyForCertification, { body: again }, { as }))
      const waits = async () =>
        (await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(world.db)).rows.length
      await expect.poll(waits).toBeGreaterThan(0)
      await withdraw({ files: { discard } as never }, tx, as.userId)
    })
    expect(await outcome).toBe('certification.head-unknown')
    expect((await current(as)).status).toBe(0)
  })

  test('goes with its consent: nothing of it stays, and the person may apply anew', async () => {
    const as = await somebody()
    const { form, info } = await applyAs(world, as)
    await decide(as, { decision: 'approve' })
    const { consents } = await world.call(accountState, {}, { as })
    expect(consents).toContainEqual(expect.objectContaining({ purpose: 'certification', isGiven: true }))
    await world.call(withdrawConsent, { body: { purpose: 'certification' } }, { as })
    expect(await current(as)).toMatchObject({ status: 0, realName: null })
    expect((await read(as, form.certificationFiles[0]!.url)).status).toBe(404)
    await world.platform.jobs.poke()
    await world.settle()
    expect((await world.raw(info.realHeadImgUrl!)).status).toBe(404)
    expect((await applyAs(world, as)).info.status).toBe(1)
  })
})

describe('a form', () => {
  let as: WorldUser
  let form: Form
  beforeAll(async () => {
    as = await somebody()
    form = await goodForm(world, as)
  })
  const field = (technicalFieldKey: string, ...skills: string[]) => ({
    technicalFieldKey,
    skillLabel1: skills[0],
    skillLabel2: skills[1],
    skillLabel3: skills[2],
  })
  const files = (count: number) => Array.from({ length: count }, (_, i) => ({ type: 'CERT', url: `f${i}` }))
  test.each<[string, object, string, string | undefined]>([
    ['no real name', { realName: ' ' }, 'wallet.real-name-empty', '真实姓名不能为空'],
    ['no identity', { identity: '' }, 'certification.identity-empty', '身份不能为空'],
    ['no work experience', { workExp: '' }, 'certification.work-exp-empty', '工作经验不能为空'],
    ['no picture of the person', { realHeadImgUrl: '' }, 'certification.head-empty', '请上传头像'],
    [
      'no certificate',
      { certificationFiles: [{ type: 'OTHER', url: 'x' }] },
      'certification.papers-empty',
      '请上传截图',
    ],
    ['no technology type', { technicalLabels: [] }, 'certification.skills-empty', '请选择技能标签'],
    [
      'a technology type without a skill',
      { technicalLabels: [field('ai')] },
      'certification.skill-missing',
      '请为“人工智能”至少选择一项技能',
    ],
    [
      'four technology types',
      { technicalLabels: ['ai', 'data', 'mobile', 'games'].map((type) => field(type, 'x')) },
      'certification.fields-limit',
      '专业领域标签最多选3项',
    ],
    ['no consent', { consent: undefined }, 'request.invalid', undefined],
    ['another text’s consent', { consent: '2020-01' }, 'certification.consent-needed', '请先阅读并同意材料使用说明'],
    ['an unknown skill', { technicalLabels: [field('ai', 'back-end.go')] }, 'certification.option-unknown', undefined],
    ['an unknown type', { technicalLabels: [field('__proto__', 'x')] }, 'certification.option-unknown', undefined],
    [
      'a skill twice',
      { technicalLabels: [field('ai', 'ai.vision', 'ai.vision')] },
      'certification.option-unknown',
      undefined,
    ],
    [
      'a type twice',
      { technicalLabels: [field('ai', 'ai.vision'), field('ai', 'ai.speech')] },
      'certification.option-unknown',
      undefined,
    ],
    ['unknown experience', { workExp: '99' }, 'certification.option-unknown', undefined],
    ['ten certificates', { certificationFiles: files(10) }, 'certification.papers-limit', '每类材料最多 9 张'],
    ['a paper there is not', { certificationFiles: files(1) }, 'certification.paper-unknown', undefined],
    [
      'a picture from elsewhere',
      { realHeadImgUrl: 'https://example.com/a.webp' },
      'certification.head-unknown',
      undefined,
    ],
    ['another person’s id', { fkUserId: 'somebody-else' }, 'session.forbidden', undefined],
    ['a status of its own', { status: 2 }, 'request.invalid', undefined],
    ['a user of its own', { userId: 'somebody-else' }, 'request.invalid', undefined],
    ['a state of its own', { state: 'approved' }, 'request.invalid', undefined],
  ])('with %s is refused', async (_, change, code, text) => {
    const answer = await world.raw(applyForCertification.path, {
      method: 'POST',
      body: JSON.stringify({ ...form, ...change }),
      headers: { authorization: `Bearer ${as.accessToken}`, 'content-type': 'application/json' },
    })
    const { error, message } = (await answer.json()) as { error: string; message: string }
    expect(error).toBe(code)
    if (text) expect(message).toBe(text)
    expect((await current(as)).status).toBe(0)
  })

  test('may name options by their labels in either language, and its own user id', async () => {
    const labels = [{ technicalFieldKey: '人工智能', skillLabel1: 'Computer vision' }]
    const { info } = await applyAs(world, as, {
      ...{ technicalLabels: labels as never, workExp: '3–5 年', identity: 'Designer' },
      ...{ fkUserId: as.userId },
    })
    expect(info).toMatchObject({ status: 1, identity: '设计师' })
    expect((await kept(as))!.fields).toMatchObject([{ value: 'ai', skills: [{ value: 'ai.vision' }] }])
  })
})
