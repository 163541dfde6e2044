import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { createArchiveTicket, grantWork } from '@trove/contract/code/vault'
import { uploadVideo } from '@trove/contract/code/videos'
import { createWork, uploadArchive } from '@trove/contract/code/works'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { zip } from '../../../../../packages/git-server/test/make-archive.ts'
import { addVersion } from '../../../test/labs/code-lab.ts'
import { fillWork, publishWork, sendFile } from '../../../test/labs/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'
import { PERSONAL_DATA } from '../../app/personal-data.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { erasePersonalData } from '../../platform/personal-data.ts'
import { sweepWritings } from './versions/store.ts'

/** What stays of an author's works once the account is erased: what somebody has, and nothing else. */

const FILES = [{ name: 'README.md', data: Buffer.from('# Mine alone\n') }]
let world: World
let author: WorldUser
let reader: WorldUser
let last = 13_500_000_080
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
  reader = await world.signIn(String(++last))
})
beforeEach(async () => {
  author = await world.signIn(String(++last))
})
afterAll(() => world?.stop())

async function draft(): Promise<string> {
  const { id } = await world.call(createWork, { body: { title: 'A draft of my own' } }, { as: author })
  await fillWork(world, author, id, { intro: 'Never shown to anybody.' })
  const answer = await sendFile(world, author, uploadArchive.path.replace('{id}', id), zip(FILES), 'work.zip')
  expect(answer.status).toBe(200)
  return id
}

async function erase({ userId } = author): Promise<void> {
  const { rows } = await sql<{ mark: Buffer }>`select phone_index as mark from users
    where id = ${userId}`.execute(world.db)
  const me = { userId, phoneIndex: rows[0]!.mark }
  await inTransaction(world.db, (tx) => erasePersonalData(tx, PERSONAL_DATA, me))
}

const versionsOf = async (id: string) =>
  (
    await sql<{ blobKey: string }>`select blob_key as "blobKey" from code_versions where work_id = ${id}
      union all select blob_key from code_archives where work_id = ${id}`.execute(world.db)
  ).rows.map(({ blobKey }) => blobKey)

const wordsOf = async (id: string) =>
  (
    await sql<{ words: string }>`select concat(w.title, w.intro, w.blurb, w.environment, w.demo_url, w.labels::text,
        (select body from code_work_words where work_seq = w.seq)) as words
      from code_works w where id = ${id}`.execute(world.db)
  ).rows[0]!.words

const archive = (id: string, as: WorldUser) => world.call(createArchiveTicket, { params: { id }, body: {} }, { as })

test('works that nobody has go with their author, sources and all; who has one keeps it', async () => {
  const [mine, unwanted, had] = [
    await draft(),
    await publishWork(world, author, { title: 'Wanted by nobody' }),
    await publishWork(world, author, { title: 'Had by a reader' }),
  ]
  await addVersion(world, author, mine, [...FILES, { name: 'src/key.ts', data: Buffer.from('export {}\n') }])
  await archive(mine, author)
  await world.call(grantWork, { params: { id: had } }, { as: reader })
  await world.settle()
  const gone = [...(await versionsOf(mine)), ...(await versionsOf(unwanted))]
  expect(gone).toHaveLength(4)
  await erase()
  expect([await versionsOf(mine), await versionsOf(unwanted)]).toEqual([[], []])
  for (const id of [mine, unwanted]) expect(await wordsOf(id)).not.toMatch(/draft|Never|Wanted|tools|Any/)
  await sweepWritings({ db: world.db, blobs: world.platform.blobs })
  const left = await world.platform.blobs.list('code/')
  expect(left.filter((key) => gone.some((blobKey) => key.startsWith(blobKey)))).toEqual([])
  expect((await world.raw((await archive(had, reader)).url)).status).toBe(200)
  expect(await wordsOf(had)).toMatch(/Had by a reader/)
})

test('works of who left go, too, when the last person leaves who had them, and none that somebody has', async () => {
  const [left, kept] = [await publishWork(world, author, { title: 'Left' }), await publishWork(world, author)]
  const other = await world.signIn(String(++last))
  const present = author
  author = await world.signIn(String(++last))
  const unwanted = await publishWork(world, author, { title: 'Of who stays' })
  for (const as of [other, reader]) await world.call(grantWork, { params: { id: kept } }, { as })
  await world.call(grantWork, { params: { id: left } }, { as: other })
  await world.settle()
  await erase(present)
  expect(await versionsOf(left)).toHaveLength(1)
  await erase(other)
  expect([await versionsOf(left), await wordsOf(left)]).toEqual([[], expect.not.stringMatching(/Left/)])
  expect([await versionsOf(kept), await versionsOf(unwanted)]).toEqual([[expect.anything()], [expect.anything()]])
})

/** Begins an upload, erases its author once the call is let in, and sends the body after that. */
async function uploadAmidErasure(path: string, bucket: string, file: Buffer): Promise<number> {
  const boundary = 'multipart/form-data; boundary=cut'
  const headers = { authorization: `Bearer ${author.accessToken}`, 'content-type': boundary, expect: '100-continue' }
  const upload = httpRequest(world.url + path, { method: 'POST', headers })
  upload.flushHeaders()
  await once(upload, 'continue')
  const isIn = async () =>
    (await sql`select from platform_rate_limit where bucket = ${bucket} and key = ${author.userId}`.execute(world.db))
      .rows.length
  await expect.poll(isIn).toBeGreaterThan(0)
  await erase()
  const answered = once(upload, 'response')
  const head = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
  upload.end(Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--cut--\r\n')]))
  const [answer] = (await answered) as [IncomingMessage]
  answer.resume()
  return answer.statusCode!
}

test('a version or video that was on its way while its author left is not kept', async () => {
  const { id } = await world.call(createWork, { body: { title: 'Slow' } }, { as: author })
  const archivePath = uploadArchive.path.replace('{id}', id)
  expect(await uploadAmidErasure(archivePath, 'code.version', zip(FILES))).toBe(401)
  expect(await versionsOf(id)).toEqual([])

  author = await world.signIn(String(++last))
  const { id: shown } = await world.call(createWork, { body: { title: 'Slow' } }, { as: author })
  const video = Buffer.alloc(5000, 'frames ')
  video.writeUInt32BE(24, 0)
  video.write('ftypisom\0\0\0\0isommp41', 4, 'latin1')
  expect(await uploadAmidErasure(uploadVideo.path.replace('{id}', shown), 'code.video', video)).toBe(401)
  const { rows } = await sql`select from code_videos where work_id = ${shown}`.execute(world.db)
  expect(rows).toEqual([])
})
