import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { readPaper } from '@trove/contract/certification/routes'
import { deleteAccount, exportAccount, sendAccountCode } from '@trove/contract/identity/account'
import { getUser } from '@trove/contract/identity/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyAs } from '../../../test/labs/certification-lab.ts'
import { freshAddress, readCode } from '../../../test/world/sign-in.ts'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'
import { openLog } from '../../platform/base/log.ts'
import { CLOSING_SECONDS } from '../identity/account/service.ts'

/** Papers and the real name lie nowhere in the clear, and go with the account. */

let world: World
let as: WorldUser
let logged = ''
/** Blobs that were there before the application. */
let before: string[]
beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      logged += chunk.toString('utf8')
      done()
    },
  })
  world = await startWorld({ hasPayment: false, log: openLog('debug', sink), env: { DEMO: '1' } })
  as = await world.signIn('13600000301')
})
afterAll(() => world?.stop())

/** All rows of all tables, as text; bytes are hexadecimal in it. */
async function dump(): Promise<string> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`.execute(world.db)
  const texts = rows.map(async ({ schema, name }) => {
    const table = sql.table(`${schema}.${name}`)
    return (await sql<{ text: string }>`select t::text as text from ${table} t`.execute(world.db)).rows
  })
  return (await Promise.all(texts))
    .flat()
    .map(({ text }) => text)
    .join('\n')
}

/** The paths of all blobs. */
async function blobPaths(): Promise<string[]> {
  const files = await readdir(world.dataDir, { recursive: true, withFileTypes: true })
  return files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
}
/** All blobs, as hexadecimal. */
const blobs = async () => (await Promise.all((await blobPaths()).map((path) => readFile(path, 'hex')))).join('\n')

test('the demo expert is certified from the first start, by an application and a decision on record', async () => {
  const expert = await world.signIn('13800000003')
  const { realName } = await world.call(getUser, { query: { userId: expert.userId } }, { as })
  expect(realName).toBe('林一舟')
  const { rows } = await sql<{ act: string }>`select act from staff_act`.execute(world.db)
  expect(rows).toEqual([{ act: 'certification.approve' }])
})

test('no byte of a paper, and no real name, lies in the database, the blobs or the log; the copy has the name', async () => {
  before = await blobPaths()
  const { form } = await applyAs(world, as)
  expect((await blobPaths()).length).toBeGreaterThan(before.length)
  const name = form.certificationFiles[0]!.url
  const path = readPaper.path.replace('{filename}', name)
  const answer = await world.raw(`${path}?access_token=${as.accessToken}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([answer.status, bytes.length > 100]).toEqual([200, true])
  // Behind the head that all such files share.
  const canary = bytes.subarray(40, 72).toString('hex')
  const realName = Buffer.from(form.realName).toString('hex')
  for (const text of [await dump(), await blobs(), logged]) {
    expect(text.length).toBeGreaterThan(1000)
    for (const secret of [canary, realName, form.realName, as.accessToken]) expect(text.includes(secret)).toBe(false)
  }
  const copy = await world.raw(exportAccount.path, { headers: { authorization: `Bearer ${as.accessToken}` } })
  const { certification, files, contents } = (await copy.json()) as Record<string, Record<string, object[]>>
  expect(certification!.certificationApplications).toMatchObject([{ realName: form.realName, identity: 'architect' }])
  expect(certification!.certificationPapers).toMatchObject([{ fileId: name, type: 'CERT' }])
  expect(files!.files).toContainEqual(expect.objectContaining({ id: name, kind: 'certification', type: 'image/webp' }))
  expect(contents).toContainEqual(expect.objectContaining({ fileId: name, content: bytes.toString('base64') }))
})

test('a deleted account leaves no application, no paper and no picture', async () => {
  await world.advance(3_600_000)
  await world.call(sendAccountCode, { body: { purpose: 'delete-account' } }, { as, headers: freshAddress() })
  await world.call(deleteAccount, { body: { smsCode: await readCode(world, as.mobile) } }, { as })
  await world.advance(CLOSING_SECONDS * 1000 + 1000)
  await world.settle()
  await world.platform.jobs.poke()
  await world.settle()
  const { rows } = await sql`select from certification_applications where user_id = ${as.userId}`.execute(world.db)
  expect(rows).toEqual([])
  const left = await sql`select from files where owner_id = ${as.userId}`.execute(world.db)
  expect(left.rows).toEqual([])
  // Not even sealed bytes whose key is gone.
  expect((await blobPaths()).filter((path) => !before.includes(path))).toEqual([])
})
