import { getScan } from '@trove/contract/code/scan'
import { takeWorkOffline } from '@trove/contract/code/works'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addVersion } from '../../../../test/code-lab.ts'
import { publishWork } from '../../../../test/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world.ts'

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
    ...{ number: 1, fileCount: 4, isWhole: true, copies: [], places: [] },
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
