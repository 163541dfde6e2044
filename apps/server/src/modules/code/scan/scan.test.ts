import { listReportedWorks } from '@trove/contract/code/reports'
import { getScan } from '@trove/contract/code/scan'
import { createArchiveTicket, grantWork } from '@trove/contract/code/vault'
import { createWork, takeWorkOffline } from '@trove/contract/code/works'
import { listNotices } from '@trove/contract/notices/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addVersion } from '../../../../test/labs/code-lab.ts'
import { fillWork, publishWork } from '../../../../test/labs/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { askForRights } from '../versions/ask-rights.ts'
import { SCAN_RULES } from './find.ts'
import { REPORTS_KEPT } from './store.ts'

let world: World
let author: WorldUser
let other: WorldUser
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
  author = await world.signIn('13500000061')
  other = await world.signIn('13500000062')
})
afterAll(() => world?.stop())

const refused = (code: string) => expect.objectContaining({ code })
const see = (id: string, as?: WorldUser) => world.call(getScan, { params: { id } }, as ? { as } : {})
const file = (name: string, text: string) => ({ name, data: Buffer.from(text) })
const body = (words: string) => `${words}\n`.repeat(40)
const scanned = async () => {
  world.platform.jobs.soon('code.scan')
  const waiting = () => sql`select work_id from code_versions where not is_scanned`.execute(world.db)
  await vi.waitFor(async () => expect((await waiting()).rows).toEqual([]), { timeout: 60_000, interval: 200 })
}
const KEY = ['AKIA', 'IOSFODNN7EXAMPLE'].join('')
const SOURCE = [
  file('README.md', '# Tool\n'),
  file('package.json', '{"license":"MIT","dependencies":{"left-pad":"1.3.0"}}'),
  file('src/a.ts', body('export const a = 1')),
  file('src/b.ts', `${body('export const b = 2')}const key = '${KEY}'\n`),
]

test('a version is scanned by itself: everybody sees what was found, its author where, and nobody sees the secret', async () => {
  const id = await publishWork(world, author, { title: 'Scanned' }, SOURCE)
  await scanned()
  const seen = await see(id)
  expect(seen).toMatchObject({
    ...{ number: 1, fileCount: 4, isWhole: true, copies: [], likes: [], places: [] },
    secrets: [{ kind: 'aws', count: 1 }],
    manifests: [{ path: 'package.json', licence: 'MIT', dependencies: ['left-pad'] }],
  })
  const own = await see(id, author)
  expect(own!.places).toEqual([{ kind: 'aws', path: 'src/b.ts', line: 41 }])
  expect(JSON.stringify([seen, own])).not.toContain(KEY)
  const clean = SOURCE.filter(({ name }) => name !== 'src/b.ts')
  await addVersion(world, author, id, clean)
  await scanned()
  expect(await see(id)).toMatchObject({ number: 2, secrets: [], fileCount: 3 })
})

test('what older rules scanned is scanned once more by itself; a key that only newer ones find waits for the staff', async () => {
  const id = await publishWork(world, author, { title: 'Scanned long ago' }, SOURCE)
  const calm = await publishWork(world, author, { title: 'Nothing new' }, SOURCE)
  await scanned()
  const buyer = await world.signIn('13500000063')
  await world.call(grantWork, { params: { id } }, { as: buyer })
  // As rules left it that knew no keys of this kind.
  await sql`update code_scans set rules = 'older', scanned_at = scanned_at - interval '1 day',
      report = case work_id when ${id} then report || '{"places": []}' else report end
    where work_id in (${id}, ${calm})`.execute(world.db)
  expect(await see(id)).toMatchObject({ rules: 'older', secrets: [] })
  const before = (await see(id))!.at
  await vi.waitFor(
    async () => {
      world.platform.jobs.soon('code.scan')
      expect([(await see(id))!.rules, (await see(calm))!.rules]).toEqual([SCAN_RULES, SCAN_RULES])
    },
    { timeout: 60_000, interval: 200 },
  )
  const seen = (await see(id))!
  expect(seen).toMatchObject({ number: 1, secrets: [{ kind: 'aws', count: 1 }] })
  expect(seen.at > before).toBe(true)
  const staff = await world.signIn('13800000009')
  const { content } = await world.call(listReportedWorks, { query: { size: 100 } }, { as: staff })
  expect(content).toMatchObject([
    { work: { id, state: 'online' }, reports: [{ reason: 'secrets', words: 'v1 aws: src/b.ts:41', isByScan: true }] },
  ])
  const { content: notices } = await world.call(listNotices, { query: { size: 100 } }, { as: author })
  expect(notices.filter(({ kind }) => kind === 'code.keys-found')).toMatchObject([
    { params: { title: 'Scanned long ago', version: '1' }, link: { to: 'work', id } },
  ])
  expect(JSON.stringify([content, notices])).not.toContain(KEY)
  expect((await world.call(createArchiveTicket, { params: { id }, body: {} }, { as: buyer })).version).toBe(1)
})

test('files of another author’s work are named while that work is online, and one’s own works are none', async () => {
  const mine = await publishWork(world, author, { title: 'Original' }, SOURCE)
  await scanned()
  const copied = [...SOURCE.slice(0, 3), file('src/c.ts', body('export const c = 3'))]
  const id = await publishWork(world, other, { title: 'Copy' }, copied)
  const again = await publishWork(world, author, { title: 'Mine again' }, SOURCE)
  await scanned()
  const copies = (await see(id))!.copies
  expect(copies).toContainEqual({ id: mine, title: 'Original', percent: 50 })
  expect((await see(again))!.copies.map((copy) => copy.title)).toEqual(['Copy'])
  await world.call(takeWorkOffline, { params: { id: mine } }, { as: author })
  expect((await see(id))!.copies.map((copy) => copy.id)).not.toContain(mine)
  await expect(see(mine, other)).rejects.toEqual(refused('resource.not-found'))
})

test('code that is alike but for its names is named with its share, never of one’s own works or of those nobody sees', async () => {
  const piece = (name: string, i: number) =>
    `export function ${name}${i}(rows: ${name}[], most: number) {
      for (const [at, row] of rows.entries()) if (row.weight + ${i} > most) { rows.splice(at, ${i}); break }
      ${i % 2 ? 'try' : 'while (most-- > 0)'} { return rows.map(({ id }) => ${'-'.repeat(i % 5)}id * most) } ${
        i % 2 ? 'catch (e) { throw e }' : ''
      }
    }`
  const source = (name: string, comment: string) =>
    file(`src/${name}.ts`, `// ${comment}\n${Array.from({ length: 20 }, (_, i) => piece(name, i)).join('\n\n')}\n`)
  const original = await publishWork(world, author, { title: 'Planner' }, [source('plan', 'By me')])
  await scanned()
  const id = await publishWork(world, other, { title: 'Renamed' }, [source('schedule', 'All my own')])
  const again = await publishWork(world, author, { title: 'Planner two' }, [source('planner', 'Newer')])
  await scanned()
  const seen = (await see(id))!
  expect([seen.copies, seen.likes]).toEqual([[], [{ id: original, title: 'Planner', percent: 100 }]])
  expect((await see(again))!.likes.map((like) => like.title)).toEqual(['Renamed'])
  await world.call(takeWorkOffline, { params: { id: original } }, { as: author })
  expect((await see(id))!.likes).toEqual([])
})

test('a copied work is named however many hidden works hold the same files', async () => {
  const own = (name: string) => file(`src/${name}.ts`, body(`export const hidden = '${name}'`))
  const source = [file('README.md', '# Hidden\n'), own('a'), own('b')]
  const original = await publishWork(world, author, { title: 'Copied' }, source.slice(0, 2))
  for (let i = 0; i < 5; i++) {
    const id = await publishWork(world, author, { title: `Decoy ${i}` }, source)
    await world.call(takeWorkOffline, { params: { id } }, { as: author })
  }
  await scanned()
  const id = await publishWork(world, other, { title: 'Copy' }, source)
  await scanned()
  expect((await see(id))!.copies).toEqual([{ id: original, title: 'Copied', percent: 50 }])
})

test('a manifest that names what the database cannot hold keeps nothing from being scanned', async () => {
  const manifest = '{"license":"a\\u0000b","dependencies":{"c\\ud800d":"1"}}'
  const id = await publishWork(world, author, { title: 'Odd names' }, [file('package.json', manifest)])
  await scanned()
  expect((await see(id))!.manifests).toMatchObject([{ licence: 'a\ufffdb', dependencies: ['c\ufffdd'] }])
})

test('versions that fail for ever hold back no other, and are tried again later and later', async () => {
  const bad = await publishWork(world, author, { title: 'Broken' })
  await scanned()
  await sql`insert into code_versions (work_id, number, made_by, notes, head, refs, is_forward, objects, pack_bytes,
      pack_sha256, tree_digest, blob_key, created_at)
    select work_id, n, made_by, notes, head, refs, is_forward, objects, pack_bytes, pack_sha256, tree_digest, 'gone-' || n,
      created_at - interval '1 day' from code_versions, generate_series(2, 60) n where work_id = ${bad} and number = 1
  `.execute(world.db)
  const id = await publishWork(world, other, { title: 'Behind them' }, SOURCE)
  const triesOf = async () => {
    const { rows } = await sql<{ tries: number; isLater: boolean }>`
      select scan_tries as tries, scan_after > business_now() as "isLater" from code_versions
      where work_id = ${bad} and number > 1`.execute(world.db)
    return rows
  }
  world.platform.jobs.soon('code.scan')
  await vi.waitFor(
    async () => {
      world.platform.jobs.soon('code.scan')
      expect(await see(id)).toMatchObject({ number: 1, fileCount: 4 })
    },
    { timeout: 60_000, interval: 500 },
  )
  await vi.waitFor(async () => expect((await triesOf()).every(({ tries }) => tries > 0)).toBe(true), {
    ...{ timeout: 60_000, interval: 500 },
  })
  expect((await triesOf()).every(({ isLater }) => isLater)).toBe(true)
  for (const table of ['code_malware', 'code_versions'])
    await sql`delete from ${sql.table(table)} where work_id = ${bad} and number > 1`.execute(world.db)
})

test('of a work with many versions the newest reports are kept', async () => {
  const id = await publishWork(world, author, { title: 'Many versions' })
  for (let i = 2; i <= REPORTS_KEPT + 3; i++) {
    await addVersion(world, author, id, [file('README.md', `# Version ${i}\n`)])
    if (i % 3 === 0) await scanned()
  }
  await scanned()
  const { rows } = await sql<{ number: number }>`
    select number from code_scans where work_id = ${id} order by number`.execute(world.db)
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: REPORTS_KEPT }, (_, i) => i + 4))
  expect(await see(id)).toMatchObject({ number: REPORTS_KEPT + 3 })
})

test('a version that is scanned in the moment in which its work is published has its rights asked for', async () => {
  const { id } = await world.call(createWork, { body: { title: 'At once' } }, { as: author })
  await fillWork(world, author, id)
  await addVersion(world, author, id, [file('README.md', '# At once\n')])
  await scanned()
  await sql`update code_versions set is_scanned = false where work_id = ${id}`.execute(world.db)
  await world.db.transaction().execute(async (tx) => {
    // Published, and not committed yet.
    await sql`update code_works set state = 'online' where id = ${id}`.execute(tx)
    await askForRights(tx, id)
    world.platform.jobs.soon('code.scan')
    await vi.waitFor(
      async () => {
        const { rows } = await sql`
          select 1 from code_versions where work_id = ${id} and is_scanned
          union all select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%code_works%'`.execute(
          world.db,
        )
        expect(rows).not.toEqual([])
      },
      { timeout: 60_000, interval: 100 },
    )
  })
  await scanned()
  const { rows } = await sql`select number from code_rights where work_id = ${id}`.execute(world.db)
  expect(rows).toEqual([{ number: 1 }])
})
