import {
  decideApplication,
  listApplications,
  openApplication,
  readPaperByTicket,
  ticketForPaper,
} from '@trove/contract/certification/desk'
import { readPaper } from '@trove/contract/certification/routes'
import { readPrivateFile, ticketForFile } from '@trove/contract/files/routes'
import { listActs, takeRole } from '@trove/contract/identity/staff'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyAs, codeOf, reviewer } from '../../../test/labs/certification-lab.ts'
import { enrolTotp } from '../../../test/world/factors.ts'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'

let world: World
let owner: WorldUser
let desk: WorldUser
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
  owner = await world.signIn('13800000009')
  await enrolTotp(world, owner)
  desk = await reviewer(world, owner, '13600000001')
})
afterAll(() => world?.stop())

let people = 0
const somebody = () => world.signIn(`136000002${String(++people).padStart(2, '0')}`)

/** Somebody who applied, the application and its certificate. */
async function applicant() {
  const as = await somebody()
  const { form } = await applyAs(world, as)
  const { content } = await world.call(listApplications, { query: { size: 100 } }, { as: desk })
  return {
    as,
    id: content.find(({ person }) => person.id === as.userId)!.id,
    file: form.certificationFiles[0]!.url,
  }
}
const open = (id: string, as = desk) => world.call(openApplication, { params: { id } }, { as })
const ticket = (id: string, filename: string, as = desk) =>
  world.call(ticketForPaper, { params: { id, filename } }, { as })
const approve = (id: string, as = desk) =>
  world.call(decideApplication, { params: { id }, body: { decision: 'approve' } }, { as })
const refuse = (id: string, reason: string, as = desk) =>
  world.call(decideApplication, { params: { id }, body: { decision: 'refuse', reason } }, { as })
const acts = async (subjectId: string) =>
  (await world.call(listActs, { query: { subjectId } }, { as: owner })).content
    .map(({ act, reason, operator }) => [act, reason, operator.id])
    .reverse()
const statusOf = async (path: string, headers: Record<string, string> = {}) =>
  (await world.raw(path, { headers })).status

describe('the desk', () => {
  test('lists who waits, longest first, and what was decided, newest first, without a real name', async () => {
    const [first, second] = [await applicant(), await applicant()]
    const list = (view: 'waiting' | 'decided') => world.call(listApplications, { query: { view } }, { as: desk })
    const idsOf = async (view: 'waiting' | 'decided') => (await list(view)).content.map(({ id }) => id)
    expect((await idsOf('waiting')).slice(-2)).toEqual([first.id, second.id])
    expect(JSON.stringify(await list('waiting'))).not.toContain('沈知行')
    await refuse(first.id, '材料不全')
    await approve(second.id)
    expect((await idsOf('decided')).slice(0, 2)).toEqual([second.id, first.id])
    expect((await list('decided')).content[1]).toMatchObject({
      ...{
        state: 'refused',
        reason: '材料不全',
        decidedBy: { id: desk.userId },
        workExp: { labelEn: '5 to 10 years' },
      },
    })
  })

  test('opens an application, its papers and what was decided before; every reading is an act on record', async () => {
    const { as, id, file } = await applicant()
    await refuse(id, '请上传原件')
    const again = await applyAs(world, as)
    const { content } = await world.call(listApplications, { query: { size: 100 } }, { as: desk })
    const next = content.find(({ person }) => person.id === as.userId)!.id
    const paper = again.form.certificationFiles[0]!.url
    const opened = await open(next)
    expect(opened).toMatchObject({ realName: '沈知行', isOwn: false, history: [{ id, reason: '请上传原件' }] })
    expect(opened.papers.map(({ filename }) => filename)).toEqual([paper])
    const { url } = await ticket(next, paper)
    const answer = await world.raw(url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(await statusOf(url)).toBe(404)
    expect(await acts(next)).toEqual([
      ['certification.read', null, desk.userId],
      ['certification.read-paper', paper, desk.userId],
    ])
    // A paper that is not of this application, and one that was let go.
    expect(await codeOf(ticket(next, file))).toBe('resource.not-found')
    expect(await codeOf(ticket(id, file))).toBe('resource.not-found')
  })

  test('opens an application that more than fifty later ones of its person followed', async () => {
    const { as, id } = await applicant()
    await refuse(id, '请上传原件')
    await sql`insert into certification_applications (id, user_id, state, real_name_sealed, identity, work_exp, labels,
        head_file, consent_version, language, decided_at, decided_by, reason)
      select 'later-' || n, user_id, state, real_name_sealed, identity, work_exp, labels, head_file, consent_version,
        language, decided_at, decided_by, 'no ' || n
      from certification_applications, generate_series(1, 60) n where id = ${id}`.execute(world.db)
    const opened = await open(id)
    expect(opened).toMatchObject({ id, realName: '沈知行', reason: '请上传原件', person: { id: as.userId } })
    expect(opened.history).toHaveLength(50)
    expect(opened.history[0]).toMatchObject({ id: 'later-60' })
  })

  test('decides once, also when two reviewers do at the same moment, and is on record', async () => {
    const { id } = await applicant()
    const outcomes = await Promise.all([approve(id), refuse(id, 'x'), approve(id), approve(id)].map(codeOf))
    expect(outcomes.sort()).toEqual([...Array(3).fill('certification.decided'), 'done'])
    expect((await acts(id)).length).toBe(1)
    const { rows } = await sql`select from notices where key = ${`certification:${id}`}`.execute(world.db)
    expect(rows.length).toBe(1)
    expect(await codeOf(approve('nothing'))).toBe('resource.not-found')
  })

  test('wants a reason to refuse, and takes none from a reviewer’s own application', async () => {
    const { id } = await applicant()
    expect(await codeOf(refuse(id, ' '))).toBe('request.invalid')
    await applyAs(world, desk)
    const { content } = await world.call(listApplications, { query: { size: 100 } }, { as: desk })
    const own = content.find(({ person }) => person.id === desk.userId)!.id
    expect([await codeOf(approve(own)), await codeOf(refuse(own, 'x'))]).toEqual(Array(2).fill('certification.own'))
    expect((await open(own)).isOwn).toBe(true)
  })
})

describe('nobody else reads a paper', () => {
  test('by no call and no token: not another person, not staff of another role, not by way of the floor of files', async () => {
    const { as, id, file } = await applicant()
    const stranger = await somebody()
    const path = readPaper.path.replace('{filename}', file)
    const bearer = (who: WorldUser) => ({ authorization: `Bearer ${who.accessToken}` })
    for (const who of [stranger, owner, desk]) {
      expect(await statusOf(path, bearer(who))).toBe(404)
      expect(await statusOf(`${path}?access_token=${who.accessToken}`)).toBe(404)
      expect(await statusOf(readPrivateFile.path.replace('{id}', file), bearer(who))).toBe(404)
      expect(await codeOf(world.call(ticketForFile, { params: { id: file } }, { as: who }))).toBe('resource.not-found')
    }
    for (const call of [open(id, stranger), ticket(id, file, stranger), approve(id, stranger)])
      expect(await codeOf(call)).toBe('session.forbidden')
    expect(await statusOf(path)).toBe(401)
    expect(await statusOf(path, bearer(as))).toBe(200)
    const mine = await world.call(ticketForFile, { params: { id: file } }, { as })
    expect([await statusOf(mine.url), await statusOf(mine.url)]).toEqual([200, 404])
  })

  test('the access token counts in the query of this address alone, and only for its owner', async () => {
    const { as, file } = await applicant()
    const path = readPaper.path.replace('{filename}', file)
    expect(await statusOf(`${path}?access_token=${as.accessToken}`)).toBe(200)
    expect(await statusOf(`${path}?access_token=nonsense`)).toBe(401)
    expect(await statusOf(`${path}?access_token=${as.accessToken}&access_token=x`)).toBe(401)
    expect(await statusOf(`${path}?access_token=${as.accessToken}`, { authorization: 'Bearer nonsense' })).toBe(401)
    for (const other of ['/api/manpower/certification/current', `/api/file/content/${file}`])
      expect(await statusOf(`${other}?access_token=${as.accessToken}`)).toBe(401)
  })

  test('a reviewer without a fresh second factor, or whose role was taken, opens nothing', async () => {
    const { id, file } = await applicant()
    const other = await reviewer(world, owner, '13600000003')
    const { url } = await ticket(id, file, other)
    await world.advance(3_700_000)
    const session = await world.signIn('13600000003')
    expect([await codeOf(open(id, session)), await codeOf(ticket(id, file, session))]).toEqual(
      Array(2).fill('factor.needed'),
    )
    const body = { userId: other.userId, role: 'reviewer' as const, reason: '离岗' }
    await world.call(takeRole, { body }, { as: owner })
    expect(await statusOf(url)).toBe(404)
  })

  test('a ticket of a reviewer opens one paper and nothing else', async () => {
    const strange = readPaperByTicket.path.replace('{ticket}', 'x'.repeat(40))
    expect(await statusOf(strange)).toBe(404)
    const { as, file } = await applicant()
    const { url } = await world.call(ticketForFile, { params: { id: file } }, { as })
    // A ticket of the floor of files is none of a reviewer's.
    expect(await statusOf(readPaperByTicket.path.replace('{ticket}', url.split('/').at(-1)!))).toBe(404)
  })
})
