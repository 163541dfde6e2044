import { createCipheriv, randomBytes } from 'node:crypto'
import {
  openConversation,
  sendMessage,
  ticketForConversationFile,
  uploadConversationFile,
} from '@trove/contract/conversations/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTalkLab, type TalkLab } from '../../../test/labs/talk-lab.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { createKinds, PLAIN_REFUSALS } from './model/kinds.ts'
import * as store from './model/store.ts'

let base: TestDatabase
let lab: TalkLab
let id: string
const TEXT = Buffer.from('0123456789'.repeat(20_000))
beforeAll(async () => {
  base = await createTestDatabase()
  lab = await openTalkLab(base.url)
  const subjectId = lab.offer('bo')
  id = (await lab.call(openConversation, { body: { subjectKind: 'superPoints', subjectId } }, 'an')).id
})
afterAll(async () => {
  await lab.close()
  await base.drop()
})

async function sent(content = TEXT): Promise<string> {
  const file = await lab.upload(id, 'an', 'a.txt', content)
  await lab.call(sendMessage, { params: { id }, body: { text: '', fileId: file.id } }, 'an')
  return file.id
}
async function read(fileId: string, headers: Record<string, string> = {}) {
  const { url } = await lab.call(ticketForConversationFile, { params: { id: fileId } }, 'bo')
  return lab.get(url, headers)
}

describe('a range of a sealed file', () => {
  test('comes as 206 with its place, across the frames it lies in', async () => {
    const fileId = await sent()
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=65530-65545', 65_530, 65_545],
      ['bytes=199990-', 199_990, 199_999],
      ['bytes=-5', 199_995, 199_999],
    ] as const) {
      const answer = await read(fileId, { range })
      expect([answer.statusCode, answer.headers['content-range']]).toEqual([206, `bytes ${start}-${end}/200000`])
      expect(answer.headers['content-length']).toBe(String(end - start + 1))
      expect(answer.rawPayload.equals(TEXT.subarray(start, end + 1))).toBe(true)
    }
  })

  test('that is not there is refused with the size, and one of other bytes is no range', async () => {
    const fileId = await sent()
    const none = await read(fileId, { range: 'bytes=200000-' })
    expect([none.statusCode, none.headers['content-range'], none.json().error]).toEqual([
      416,
      'bytes */200000',
      'files.range',
    ])
    const other = await read(fileId, { range: 'bytes=0-1', 'if-range': '"other"' })
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, 200_000])
    const same = await read(fileId, { range: 'bytes=0-1', 'if-range': `"${fileId}"` })
    expect([same.statusCode, same.payload]).toEqual([206, '01'])
    expect(same.headers['accept-ranges']).toBe('bytes')
  })

  test('of a file sealed in one piece, before there were frames, is the same', async () => {
    const fileId = await sent(Buffer.from('x'))
    const key = randomBytes(32)
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const aad = `conversation_files.key_sealed:${fileId}`
    cipher.setAAD(Buffer.from(aad))
    const body = Buffer.concat([iv, cipher.update('hello world'), cipher.final(), cipher.getAuthTag()])
    await lab.blobs.put(`conversation/${fileId}`, body, 'application/octet-stream')
    const keySealed = await lab.sealer.seal(key.toString('base64'), aad)
    const nameSealed = await lab.sealer.seal('旧.txt', `conversation_files.name_sealed:${fileId}`)
    await sql`update files set format = 'whole', bytes = 11, key_sealed = ${keySealed}, name_sealed = ${nameSealed}
      where id = ${fileId}`.execute(lab.db)
    expect((await read(fileId)).payload).toBe('hello world')
    expect((await read(fileId, { range: 'bytes=6-' })).payload).toBe('world')
  })

  test('whose frame was changed is not given out', async () => {
    const fileId = await sent()
    const other = await sent(TEXT)
    const blob = await lab.blobs.find(`conversation/${other}`)
    await lab.blobs.put(`conversation/${fileId}`, blob!.body, 'application/octet-stream')
    expect((await read(fileId, { range: 'bytes=70000-70001' })).statusCode).toBe(500)
  })
})

test('uploads of one person at the same moment stay within their limits together', async () => {
  const file = (name: string) => ({
    id: name,
    kind: 'test',
    ownerId: 'ed',
    subjectId: 'folder',
    type: 'text/plain',
    format: 'plain' as const,
    state: 'pending' as const,
    nameSealed: null,
    keySealed: null,
    bytes: 100,
  })
  const reserve = (prefix: string, quotaBytes: number, perFolder: number) =>
    Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        store.reserve({ db: lab.db, holdPerson: async () => true }, file(`${prefix}${i}`), { quotaBytes, perFolder }),
      ),
    )
  const byBytes = await reserve('a', 550, 100)
  expect([byBytes.filter((one) => one === 'done').length, byBytes.filter((one) => one === 'full').length]).toEqual([
    5, 7,
  ])
  const byCount = await reserve('b', 1_000_000, 8)
  expect([byCount.filter((one) => one === 'done').length, byCount.filter((one) => one === 'many').length]).toEqual([
    3, 9,
  ])
})

test('an upload whose part has no file name is taken under a plain one', async () => {
  const head = 'content-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream'
  const answer = await fetch(lab.origin + uploadConversationFile.path.replace('{id}', id), {
    method: 'POST',
    headers: { authorization: 'Bearer an', 'content-type': 'multipart/form-data; boundary=cut' },
    body: `--cut\r\n${head}\r\n\r\nwords\r\n--cut--\r\n`,
  })
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({ data: expect.objectContaining({ name: 'file', type: 'text/plain' }) }),
  ])
})

describe('the sweep', () => {
  const rowsOf = async (ids: string[]) =>
    (await sql<{ id: string }>`select id from files where id = any(${ids})`.execute(lab.db)).rows.map((row) => row.id)
  const remove = (ids: string[]) => sql`update files set state = 'removed' where id = any(${ids})`.execute(lab.db)

  test('deletes the other files when the bytes of one cannot be deleted, and tries that one again', async () => {
    const [stuck, next] = [await sent(Buffer.from('one')), await sent(Buffer.from('two'))]
    await remove([stuck, next])
    const real = lab.blobs.delete
    const fails = vi.spyOn(lab.blobs, 'delete').mockImplementation(async (key) => {
      if (key === `conversation/${stuck}`) throw new Error('the disk is broken there')
      await real(key)
    })
    await expect(lab.sweep()).rejects.toThrow('the disk is broken there')
    fails.mockRestore()
    expect(await rowsOf([stuck, next])).toEqual([stuck])
    expect(await lab.blobs.list(`conversation/${next}`)).toEqual([])
    await lab.sweep()
    expect(await rowsOf([stuck])).toEqual([])
    expect(await lab.blobs.list(`conversation/${stuck}`)).toEqual([])
  })

  test('deletes all that was removed, however much it is', async () => {
    const ids = Array.from({ length: 450 }, (_, i) => `many${i}`)
    await sql`insert into files (id, owner_id, kind, type, bytes, format, state)
      select id, 'ed', 'conversation', 'text/plain', 1, 'plain', 'removed' from unnest(${ids}::text[]) id`.execute(
      lab.db,
    )
    await lab.sweep()
    expect(await rowsOf(ids)).toHaveLength(0)
  })
})

test('a kind is registered once', () => {
  const kinds = createKinds()
  const kind = {
    name: 'k',
    folder: 'k',
    types: [],
    maxBytes: 1,
    quotaBytes: 1,
    isSealed: true,
    isSweptUnused: false,
    refusals: PLAIN_REFUSALS,
  }
  kinds.register(kind)
  expect(() => kinds.register(kind)).toThrow('two kinds of files named k')
})
