import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openConversation, sendMessage } from '@trove/contract/conversations/routes'
import {
  createFileUpload,
  FILE_PART_BYTES,
  finishFileUpload,
  getFileUpload,
  listFiles,
  removeFile,
  ticketForFile,
} from '@trove/contract/files/routes'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOf, openTalkLab, type TalkLab } from '../../../../test/labs/talk-lab.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'

let base: TestDatabase
let lab: TalkLab
let subjectId: string
beforeAll(async () => {
  base = await createTestDatabase()
  lab = await openTalkLab(base.url)
  const offer = lab.offer('bo')
  subjectId = (await lab.call(openConversation, { body: { subjectKind: 'superPoints', subjectId: offer } }, 'an')).id
})
afterAll(async () => {
  await lab.close()
  await base.drop()
})

const CONTENT = Buffer.from(`${'众享 '.repeat(1_200_000)}end`)
const part = (number: number, of = CONTENT) => of.subarray(number * FILE_PART_BYTES, (number + 1) * FILE_PART_BYTES)
const begin = (content = CONTENT, sha256 = hashOf(content), as = 'an') => {
  const body = { kind: 'conversation' as const, subjectId, name: '长 文.txt', bytes: content.length, sha256 }
  return lab.call(createFileUpload, { body }, as)
}
const finish = (id: string, as = 'an') => lab.call(finishFileUpload, { params: { id } }, as)
const get = (id: string, as = 'an') => lab.call(getFileUpload, { params: { id } }, as)
const list = (as: string, query = {}) =>
  lab.call(listFiles, { query: { kind: 'conversation', subjectId, ...query } }, as)
const refused = (code: string) => expect.objectContaining({ code })

describe('an upload in parts', () => {
  test('goes on where it was cut off, in any order, and comes out as it went in', async () => {
    const { id, parts, received } = await begin()
    expect([parts, received]).toEqual([3, []])
    await lab.putPart(id, 'an', 2, part(2))
    await lab.putPart(id, 'an', 0, part(0))
    expect((await get(id)).received).toEqual([0, 2])
    expect((await lab.putPart(id, 'an', 0, part(0))).received).toEqual([0, 2])
    await expect(finish(id)).rejects.toEqual(refused('files.incomplete'))
    await lab.putPart(id, 'an', 1, part(1))
    const [file, again] = await Promise.all([finish(id), finish(id)])
    expect(file).toEqual({ id, name: '长 文.txt', type: 'text/plain', bytes: CONTENT.length })
    expect(again).toEqual(file)
    expect(await finish(id)).toEqual(file)
    await lab.call(sendMessage, { params: { id: subjectId }, body: { text: '', fileId: id } }, 'an')
    const { url } = await lab.call(ticketForFile, { params: { id } }, 'bo')
    expect((await lab.get(url)).rawPayload.equals(CONTENT)).toBe(true)
    const range = { authorization: 'Bearer bo', range: 'bytes=4194300-4194310' }
    const answer = await lab.get(`/api/file/content/${id}`, range)
    expect([answer.statusCode, answer.rawPayload.equals(CONTENT.subarray(4_194_300, 4_194_311))]).toEqual([206, true])
    expect(await lab.blobs.list(`parts/${id}`)).toEqual([])
  })

  test('takes no picture in parts, which would keep where it was taken', async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 0/1' } })
      .jpeg()
      .toBuffer()
    const { id } = await begin(picture)
    await lab.putPart(id, 'an', 0, picture)
    await expect(finish(id)).rejects.toEqual(refused('files.picture-in-parts'))
    await expect(get(id)).rejects.toEqual(refused('resource.not-found'))
  })

  test('takes no part twice with other bytes, of another size, or that is not what its hash says', async () => {
    const { id } = await begin()
    await lab.putPart(id, 'an', 0, part(0))
    const other = Buffer.alloc(FILE_PART_BYTES, 'x')
    await expect(lab.putPart(id, 'an', 0, other)).rejects.toEqual(refused('files.part-differs'))
    await expect(lab.putPart(id, 'an', 1, part(1).subarray(1))).rejects.toEqual(refused('files.part-size'))
    await expect(lab.putPart(id, 'an', 1, part(1), hashOf(other))).rejects.toEqual(refused('files.hash-differs'))
    await expect(lab.putPart(id, 'an', 3, part(2))).rejects.toEqual(refused('resource.not-found'))
    expect((await get(id)).received).toEqual([0])
  })

  test('that is not what was said at first, or of a type not taken, is refused and gone', async () => {
    const small = Buffer.from('hello')
    const wrong = await begin(small, hashOf(Buffer.from('other')))
    await lab.putPart(wrong.id, 'an', 0, small)
    await expect(finish(wrong.id)).rejects.toEqual(refused('files.hash-differs'))
    const program = Buffer.concat([Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]), randomBytes(100)])
    const bad = await begin(program)
    await lab.putPart(bad.id, 'an', 0, program)
    await expect(finish(bad.id)).rejects.toEqual(refused('conversations.file-type'))
    for (const { id } of [wrong, bad]) await expect(get(id)).rejects.toEqual(refused('resource.not-found'))
    await lab.sweep()
    expect(await lab.blobs.head(`conversation/${bad.id}`)).toBeUndefined()
  })

  test('larger than the kind allows is refused before a byte is sent', async () => {
    const body = {
      kind: 'conversation' as const,
      subjectId,
      name: 'a',
      bytes: 10 * 1024 * 1024 + 1,
      sha256: hashOf(CONTENT),
    }
    await expect(lab.call(createFileUpload, { body }, 'an')).rejects.toEqual(refused('conversations.file-too-large'))
  })

  test('is nobody else’s, by no call', async () => {
    const { id } = await begin()
    await lab.putPart(id, 'an', 0, part(0))
    for (const as of ['bo', 'eve']) {
      await expect(get(id, as)).rejects.toEqual(refused('resource.not-found'))
      await expect(lab.putPart(id, as, 1, part(1))).rejects.toEqual(refused('resource.not-found'))
      await expect(finish(id, as)).rejects.toEqual(refused('resource.not-found'))
      await expect(lab.call(removeFile, { params: { id } }, as)).rejects.toEqual(refused('resource.not-found'))
      await expect(lab.call(ticketForFile, { params: { id } }, as)).rejects.toEqual(refused('resource.not-found'))
      expect((await lab.get(`/api/file/content/${id}`, { authorization: `Bearer ${as}` })).statusCode).toBe(404)
    }
    await expect(begin(CONTENT, hashOf(CONTENT), 'eve')).rejects.toEqual(refused('resource.not-found'))
    await expect(list('eve')).rejects.toEqual(refused('resource.not-found'))
  })

  test('that nobody goes on with for a day is swept away, parts and all', async () => {
    const { id } = await begin()
    await lab.putPart(id, 'an', 0, part(0))
    await lab.sweep()
    expect(await lab.blobs.list(`parts/${id}`)).toEqual([`parts/${id}/0`])
    await sql`update files set touched_at = now() - interval '25 hours' where id = ${id}`.execute(lab.db)
    await lab.sweep()
    expect(await lab.blobs.list(`parts/${id}`)).toEqual([])
    expect((await sql`select from file_parts where file_id = ${id}`.execute(lab.db)).rows).toEqual([])
    await expect(get(id)).rejects.toEqual(refused('resource.not-found'))
  })
})

test('a folder lists what was used to both, and to its owner what was not yet, in pages', async () => {
  const subject = lab.offer('cy')
  const opened = await lab.call(openConversation, { body: { subjectKind: 'superPoints', subjectId: subject } }, 'di')
  const query = { subjectId: opened.id }
  for (const name of ['1', '2', '3']) {
    const { id } = await lab.upload(opened.id, 'di', `${name}.txt`, Buffer.from(name))
    if (name !== '3') await lab.call(sendMessage, { params: { id: opened.id }, body: { text: '', fileId: id } }, 'di')
  }
  const names = async (as: string) => (await list(as, query)).content.map(({ name }) => name)
  expect([await names('di'), await names('cy')]).toEqual([
    ['3.txt', '2.txt', '1.txt'],
    ['2.txt', '1.txt'],
  ])
  const first = await list('cy', { ...query, size: 1 })
  const second = await list('cy', { ...query, size: 1, before: first.content[0]!.position })
  expect([first.hasMore, second.hasMore, second.content[0]!.name]).toEqual([true, false, '1.txt'])
  const unsent = (await list('di', query)).content[0]!
  await lab.call(removeFile, { params: { id: unsent.id } }, 'di')
  const sent = (await list('di', query)).content[0]!
  await expect(lab.call(removeFile, { params: { id: sent.id } }, 'di')).rejects.toEqual(refused('resource.not-found'))
  expect(await names('di')).toEqual(['2.txt', '1.txt'])
})

describe('a process killed on the way leaves an upload that goes on', () => {
  const content = Buffer.alloc(FILE_PART_BYTES + 10, 'a')
  test.each(['files.part.claimed', 'files.part.written', 'files.upload.assembled', 'files.upload.finished'])(
    'at %s',
    async (point) => {
      const before = new Set((await lab.blobs.list('')).filter((key) => key.startsWith('conversation/')))
      const child = spawn(
        process.execPath,
        [fileURLToPath(new URL('../../../../test/processes/files-process.ts', import.meta.url))],
        {
          env: {
            ...{ PATH: process.env.PATH, TROVE_CRASH_AT: point, FILES_DATABASE: base.url, FILES_BLOBS: lab.blobDir },
            ...{ FILES_KEY: lab.key.toString('hex'), FILES_CONVERSATION: subjectId },
          },
          stdio: 'ignore',
        },
      )
      const [, signal] = await once(child, 'exit')
      expect(signal).toBe('SIGKILL')
      const { rows } = await sql<{
        id: string
      }>`select id from files where kind = 'conversation' order by seq desc limit 1`.execute(lab.db)
      const { id } = rows[0]!
      if (point !== 'files.upload.finished')
        for (const number of [0, 1]) await lab.putPart(id, 'an', number, part(number, content))
      expect((await finish(id)).bytes).toBe(content.length)
      await lab.call(sendMessage, { params: { id: subjectId }, body: { text: '', fileId: id } }, 'an')
      const answer = await lab.get(`/api/file/content/${id}`, { authorization: 'Bearer an' })
      expect(answer.rawPayload.equals(content)).toBe(true)
      await lab.sweep()
      const after = await lab.blobs.list('')
      expect(after.filter((key) => key.startsWith(`parts/${id}`))).toEqual([])
      expect(after.filter((key) => key.startsWith('conversation/') && !before.has(key))).toEqual([`conversation/${id}`])
    },
  )
})
