import { removeVideo, uploadVideo, WORK_VIDEO_BYTES } from '@trove/contract/code/videos'
import { getWork } from '@trove/contract/code/works'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishWork, sendFile } from '../../../../test/labs/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { VIDEO_MEGABYTES_PER_PERSON } from '../model/limits.ts'

let world: World
let author: WorldUser
let reader: WorldUser
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
  author = await world.signIn('13500000071')
  reader = await world.signIn('13500000072')
})
afterAll(() => world?.stop())

/** The first box of an MP4 of a brand, then bytes that nobody reads. */
const mp4 = (brand = 'isom', length = 5000) => {
  const file = Buffer.alloc(length, 'frames ')
  file.writeUInt32BE(24, 0)
  file.write(`ftyp${brand}\0\0\0\0isommp41`, 4, 'latin1')
  return file
}
const WEBM = Buffer.concat([
  Buffer.from(
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
    'hex',
  ),
  Buffer.alloc(3000, 1),
])

const send = (id: string, file: Buffer, as = author) =>
  sendFile(world, as, uploadVideo.path.replace('{id}', id), file, 'run.mp4')
async function set(id: string, file: Buffer): Promise<string> {
  const answer = await send(id, file)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: { video: string } }).data.video
}
const see = async (id: string) => (await world.call(getWork, { params: { id } }, {})).video
const read = (src: string, headers: Record<string, string> = {}) => world.raw(src, { headers })
const refusalOf = async (answer: Response) => [answer.status, ((await answer.json()) as { error: string }).error]
const videosLeft = async () => (await world.platform.blobs.list('code/')).filter((key) => key.endsWith('.video')).length

test('a work shows one run video, MP4 or WebM, whole and by ranges, and what was before it is swept', async () => {
  const id = await publishWork(world, author, { title: 'Moving' })
  expect(await see(id)).toBeNull()
  const first = await set(id, mp4())
  expect(first).toMatch(/^\/files\/video\/[0-9a-f]{32}\.mp4$/)
  expect(await see(id)).toBe(first)

  const whole = await read(first)
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4'])
  expect(whole.headers.get('content-security-policy')).toContain('sandbox')
  expect(Buffer.from(await whole.arrayBuffer()).equals(mp4())).toBe(true)
  const part = await read(first, { range: 'bytes=10-19' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/5000'])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(mp4().subarray(10, 20))
  const tail = await read(first, { range: 'bytes=4990-' })
  expect([tail.status, (await tail.arrayBuffer()).byteLength]).toEqual([206, 10])
  expect(await refusalOf(await read(first, { range: 'bytes=5000-' }))).toEqual([416, 'files.range'])

  const second = await set(id, WEBM)
  expect(second).toMatch(/\.webm$/)
  expect(await see(id)).toBe(second)
  expect((await read(first)).status).toBe(404)
  world.platform.jobs.soon('code.sweep-writings')
  await expect.poll(videosLeft).toBe(1)
  expect((await read(second)).status).toBe(200)

  await expect(world.call(removeVideo, { params: { id } }, { as: reader })).rejects.toMatchObject({
    code: 'resource.not-found',
  })
  await world.call(removeVideo, { params: { id } }, { as: author })
  expect([await see(id), (await read(second)).status]).toEqual([null, 404])
  world.platform.jobs.soon('code.sweep-writings')
  await expect.poll(videosLeft).toBe(0)
})

test('a run video is refused that is none, is too large, or is of somebody else’s work; the one before it stays', async () => {
  const id = await publishWork(world, author, { title: 'Refusing' })
  const kept = await set(id, mp4())
  for (const file of [mp4('qt  '), Buffer.from('<svg onload="alert(1)"/>'), Buffer.from('<!doctype html><script>')])
    expect(await refusalOf(await send(id, file))).toEqual([400, 'code.video-type'])
  expect(await refusalOf(await send(id, mp4('isom', WORK_VIDEO_BYTES + 1)))).toEqual([413, 'files.over-limit'])
  expect(await refusalOf(await send(id, mp4(), reader))).toEqual([404, 'resource.not-found'])
  expect(await see(id)).toBe(kept)

  const full = await publishWork(world, author, { title: 'Full' })
  await set(full, mp4())
  await sql`update code_videos set bytes = ${VIDEO_MEGABYTES_PER_PERSON * 2 ** 20 - 5000} where work_id = ${full}`.execute(
    world.db,
  )
  expect(await set(id, mp4())).not.toBe(kept)
  expect(await refusalOf(await send(id, mp4('isom', 5001)))).toEqual([409, 'files.quota'])
  await sql`update code_videos set bytes = 5000`.execute(world.db)
})

test('the run video of a work that is taken down is sent to nobody', async () => {
  const id = await publishWork(world, author, { title: 'Taken down' })
  const src = await set(id, mp4())
  await sql`update code_works set state = 'offline' where id = ${id}`.execute(world.db)
  expect((await read(src)).status).toBe(200)
  await sql`update code_works set state = 'removed' where id = ${id}`.execute(world.db)
  expect(await refusalOf(await read(src))).toEqual([404, 'resource.not-found'])
})
