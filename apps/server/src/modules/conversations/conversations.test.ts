import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import {
  CONVERSATION_FILE_BYTES,
  getConversation,
  listConversations,
  listMessages,
  openConversation,
  readConversation,
  sendMessage,
  ticketForConversationFile,
} from '@trove/contract/conversations/routes'
import { listNotices } from '@trove/contract/notices/routes'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTalkLab, type TalkLab } from '../../../test/labs/talk-lab.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { plainFileName, fileTypeOf as typeOf } from '../files/keeping/judge.ts'
import { conversationFiles } from './files.ts'
import { OPENED } from './limits.ts'
import { markRead } from './store.ts'

let base: TestDatabase
let lab: TalkLab
let count = 0
const fileTypeOf = (content: Buffer) => typeOf(content, conversationFiles(lab))
beforeAll(async () => {
  base = await createTestDatabase()
  lab = await openTalkLab(base.url)
})
afterAll(async () => {
  await lab.close()
  await base.drop()
})

/** Two people, something one of them offers, and a conversation about it. */
async function talk() {
  const [asker, owner] = [`asker${++count}`, `owner${count}`]
  const subjectId = lab.offer(owner)
  const { id } = await open(subjectId, asker)
  return { asker, owner, subjectId, id }
}
const open = (subjectId: string, as: string) =>
  lab.call(openConversation, { body: { subjectKind: 'superPoints', subjectId } }, as)
const say = (id: string, as: string, text: string, fileId?: string) =>
  lab.call(sendMessage, { params: { id }, body: { text, fileId } }, as)
const messages = async (id: string, as: string, query = {}) =>
  (await lab.call(listMessages, { params: { id }, query }, as)).content
const texts = async (id: string, as: string) => (await messages(id, as)).map(({ text }) => text)
const unread = async (as: string) => (await lab.call(listConversations, { query: {} }, as)).unread

describe('a conversation', () => {
  test('is one for each asker and offer, however often it is opened', async () => {
    const { asker, subjectId, id } = await talk()
    const again = await Promise.all(Array.from({ length: 10 }, () => open(subjectId, asker)))
    expect(new Set(again.map((one) => one.id))).toEqual(new Set([id]))
    expect((await open(subjectId, `stranger${count}`)).id).not.toBe(id)
  })

  test('shows both what was said, by whom, newest first', async () => {
    const { asker, owner, id } = await talk()
    await say(id, asker, ' 你好，<b>能装</b> Docker 吗？ ')
    await say(id, owner, 'Yes')
    expect((await messages(id, asker)).map(({ text, isOwn }) => [text, isOwn])).toEqual([
      ['Yes', false],
      ['你好，<b>能装</b> Docker 吗？', true],
    ])
    expect((await messages(id, owner)).map(({ isOwn }) => isOwn)).toEqual([true, false])
    const head = await lab.call(getConversation, { params: { id } }, owner)
    expect(head).toMatchObject({ isOtherOwner: false, other: { id: asker }, last: { text: 'Yes', isOwn: true } })
  })

  test('is not with oneself, and not about what is not offered', async () => {
    const subjectId = lab.offer('self')
    await expect(open(subjectId, 'self')).rejects.toMatchObject({ code: 'conversations.own-subject' })
    await expect(open('unknown', 'self')).rejects.toMatchObject({ code: 'resource.not-found' })
    lab.takeOff(subjectId)
    await expect(open(subjectId, 'late')).rejects.toMatchObject({ code: 'resource.not-found' })
  })

  test('goes on when the offer is gone', async () => {
    const { asker, subjectId, id } = await talk()
    lab.remove(subjectId)
    await say(id, asker, 'still there?')
    expect((await lab.call(getConversation, { params: { id } }, asker)).subject).toMatchObject({
      title: '',
      isOpen: false,
    })
  })

  test('opens to nobody else, by no call', async () => {
    const { asker, id } = await talk()
    const file = await lab.upload(id, asker, 'a.txt', Buffer.from('secret'))
    await say(id, asker, 'hush', file.id)
    const calls = [
      () => lab.call(getConversation, { params: { id } }, 'eve'),
      () => messages(id, 'eve'),
      () => say(id, 'eve', 'hello'),
      () => lab.call(readConversation, { params: { id }, body: { position: 1 } }, 'eve'),
      () => lab.upload(id, 'eve', 'e.txt', Buffer.from('e')),
      () => lab.call(ticketForConversationFile, { params: { id: file.id } }, 'eve'),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'resource.not-found' })
    expect((await lab.call(listConversations, { query: {} }, 'eve')).content).toEqual([])
  })

  test('is read in pages that miss nothing while more is said', async () => {
    const { asker, owner, id } = await talk()
    for (let i = 0; i < 7; i++) await say(id, asker, `m${i}`)
    const first = await lab.call(listMessages, { params: { id }, query: { size: 3 } }, owner)
    await say(id, owner, 'meanwhile')
    const before = first.content.at(-1)!.position
    const second = await lab.call(listMessages, { params: { id }, query: { size: 3, before } }, owner)
    const third = await lab.call(
      listMessages,
      { params: { id }, query: { size: 3, before: second.content.at(-1)!.position } },
      owner,
    )
    const all = [first, second, third].flatMap(({ content }) => content.map(({ text }) => text))
    expect(all).toEqual(['m6', 'm5', 'm4', 'm3', 'm2', 'm1', 'm0'])
    expect([first, second, third].map(({ hasMore }) => hasMore)).toEqual([true, true, false])
  })

  test('keeps its last word right under many at once', async () => {
    const { asker, owner, id } = await talk()
    await Promise.all(Array.from({ length: 20 }, (_, i) => say(id, i % 2 ? asker : owner, `at once ${i}`)))
    const [newest] = await messages(id, asker)
    expect((await lab.call(getConversation, { params: { id } }, asker)).last!.text).toBe(newest!.text)
    expect(await messages(id, asker)).toHaveLength(20)
  })
})

describe('what is unread', () => {
  test('is what the other one said since, counted per conversation, and gone once read', async () => {
    const { asker, owner, id } = await talk()
    await say(id, asker, 'one')
    await say(id, asker, 'two')
    expect([await unread(owner), await unread(asker)]).toEqual([1, 0])
    const head = await lab.call(getConversation, { params: { id } }, owner)
    expect(head.unread).toBe(2)
    const [newest] = await messages(id, owner)
    await lab.call(readConversation, { params: { id }, body: { position: newest!.position } }, owner)
    expect(await unread(owner)).toBe(0)
    const seen = await lab.call(getConversation, { params: { id } }, asker)
    expect(seen.otherReadPosition).toBe(newest!.position)
  })

  test('never goes back, and never beyond the last word', async () => {
    const { asker, owner, id } = await talk()
    const { position } = await say(id, asker, 'one')
    await lab.call(readConversation, { params: { id }, body: { position: Number.MAX_SAFE_INTEGER } }, owner)
    await lab.call(readConversation, { params: { id }, body: { position: 0 } }, owner)
    expect((await lab.call(getConversation, { params: { id } }, asker)).otherReadPosition).toBe(position)
    await say(id, asker, 'two')
    expect(await unread(owner)).toBe(1)
  })

  test('is told once until it is read', async () => {
    const { asker, owner, id } = await talk()
    for (const text of ['one', 'two', 'three']) await say(id, asker, text)
    const notices = async () =>
      (await lab.call(listNotices, { query: {} }, owner)).content.filter(({ kind }) => kind === 'conversations.message')
    expect(await notices()).toHaveLength(1)
    expect((await notices())[0]).toMatchObject({ link: { to: 'conversation', id } })
    const [newest] = await messages(id, owner)
    await lab.call(readConversation, { params: { id }, body: { position: newest!.position } }, owner)
    await say(id, asker, 'four')
    expect(await notices()).toHaveLength(2)
  })

  test('about a person does not write their name into anybody’s notices', async () => {
    const { asker, owner, id, subjectId } = await talk()
    lab.makePerson(subjectId)
    await say(id, asker, 'one')
    await say(id, owner, 'two')
    const told = await Promise.all([asker, owner].map((who) => lab.call(listNotices, { query: {} }, who)))
    expect(told.map(({ content }) => content.map(({ kind, params }) => [kind, params]))).toEqual([
      [['conversations.message-untitled', {}]],
      [['conversations.message-untitled', {}]],
    ])
  })

  test('is told anew when the one before was read at the same moment', async () => {
    const { asker, owner, id } = await talk()
    const { position } = await say(id, asker, 'one')
    let said: Promise<unknown> | undefined
    await inTransaction(lab.db, async (tx) => {
      await markRead(tx, id, owner, position)
      said = say(id, asker, 'two')
      // The second word waits for the reading to end.
      await vi.waitFor(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(lab.db)
        expect(rows).toHaveLength(1)
      }, 90_000)
    })
    await said
    const { content } = await lab.call(listNotices, { query: {} }, owner)
    expect(content).toHaveLength(2)
  })

  test('is nothing to an offerer until somebody said a word', async () => {
    const { owner, asker } = await talk()
    expect((await lab.call(listConversations, { query: {} }, owner)).totalElements).toBe(0)
    expect((await lab.call(listConversations, { query: {} }, asker)).totalElements).toBe(1)
  })
})

describe('what is said', () => {
  test('is neither nothing nor a flood', async () => {
    const { asker, id } = await talk()
    await expect(say(id, asker, '   ')).rejects.toMatchObject({ code: 'conversations.empty' })
    await expect(say(id, asker, 'x'.repeat(2001))).rejects.toMatchObject({ code: 'request.invalid' })
    const answers = await Promise.allSettled(Array.from({ length: 60 }, (_, i) => say(id, asker, `${i}`)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
    expect(
      answers.filter((one) => one.status === 'rejected' && one.reason.code === 'request.too-frequent'),
    ).toHaveLength(30)
    expect(await messages(id, asker, { size: 100 })).toHaveLength(30)
  })

  test('to ever more offers comes to an end: thirty conversations an hour are begun, and those that are go on', async () => {
    const [asker, owner] = [`asker${++count}`, `owner${count}`]
    const offers = Array.from({ length: OPENED.limit + 1 }, () => lab.offer(owner))
    const last = offers.pop()!
    const begun = []
    for (const offer of offers) begun.push(await open(offer, asker))
    await expect(open(last, asker)).rejects.toMatchObject({ code: 'request.too-frequent' })
    await say(begun[0]!.id, asker, '还在')
    expect(await texts(begun[0]!.id, owner)).toEqual(['还在'])
  })

  test('and every file’s name and bytes lie encrypted in the database and among the blobs', async () => {
    const { asker, id } = await talk()
    const secret = 'canary-4711'
    const file = await lab.upload(id, asker, `${secret}.txt`, Buffer.from(`${secret} in bytes`))
    await say(id, asker, `${secret} in words`, file.id)
    for (const table of ['conversations', 'conversation_messages', 'files']) {
      const { rows } = await sql<{ text: string }>`select encode(convert_to(t::text, 'utf8'), 'escape') as text
        from ${sql.table(table)} t`.execute(lab.db)
      expect(rows.length).toBeGreaterThan(0)
      const hex = Buffer.from(secret).toString('hex')
      expect(rows.filter(({ text }) => text.includes(secret) || text.includes(hex))).toEqual([])
    }
    const names = (await readdir(lab.blobDir, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
    expect(names.length).toBeGreaterThan(0)
    for (const { parentPath, name } of names)
      expect((await readFile(join(parentPath, name))).includes(secret)).toBe(false)
  })
})

describe('a file', () => {
  test('is given back as it was, as a download, once for each ticket', async () => {
    const { asker, owner, id } = await talk()
    const content = Buffer.from('%PDF-1.7\n%âãÏÓ\nhello')
    const file = await lab.upload(id, asker, '报价 单.pdf', content)
    await say(id, asker, '', file.id)
    expect((await messages(id, owner))[0]!.file).toEqual({
      id: file.id,
      name: '报价 单.pdf',
      type: 'application/pdf',
      bytes: content.length,
    })
    const { url } = await lab.call(ticketForConversationFile, { params: { id: file.id } }, owner)
    const answer = await lab.get(url)
    expect(answer.rawPayload.equals(content)).toBe(true)
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    expect(answer.headers['content-disposition']).toMatch(/^attachment; .*filename\*=UTF-8''/i)
    expect((await lab.get(url)).statusCode).toBe(404)
  })

  test.each(['jpeg', 'png', 'webp'] as const)('that is a %s tells nobody where it was taken', async (format) => {
    const { asker, owner, id } = await talk()
    const taken = sharp({ create: { width: 40, height: 20, channels: 3, background: '#37a' } })
    const exif = { IFD0: { Model: 'a telephone' }, IFD3: { GPSLatitude: '31/1 13/1 49/1', GPSLatitudeRef: 'N' } }
    const photo = await taken.withMetadata({ orientation: 6, exif })[format]().toBuffer()
    expect(photo.includes('a telephone')).toBe(true)
    const file = await lab.upload(id, asker, `a.${format}`, photo)
    expect(file).toMatchObject({ name: `a.${format}`, type: `image/${format}` })
    await say(id, asker, '', file.id)
    const { url } = await lab.call(ticketForConversationFile, { params: { id: file.id } }, owner)
    const { rawPayload: passedOn } = await lab.get(url)
    expect(passedOn.length).toBe(file.bytes)
    const facts = await sharp(passedOn).metadata()
    // It stands as it stood: a picture that was to be turned is turned.
    expect(facts).toMatchObject({ format, width: 20, height: 40 })
    expect(facts.exif).toBeUndefined()
    expect(passedOn.includes('a telephone')).toBe(false)
  })

  test('that begins as a picture and is none is refused', async () => {
    const { asker, id } = await talk()
    const broken = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(100)])
    await expect(lab.upload(id, asker, 'a.png', broken)).rejects.toMatchObject({ code: 'files.not-an-image' })
  })

  test('shows to nobody until it is sent, is sent once, and only by who uploaded it', async () => {
    const { asker, owner, id } = await talk()
    const file = await lab.upload(id, asker, 'a.txt', Buffer.from('a'))
    await expect(lab.call(ticketForConversationFile, { params: { id: file.id } }, owner)).rejects.toMatchObject({
      code: 'resource.not-found',
    })
    await expect(say(id, owner, 'mine', file.id)).rejects.toMatchObject({ code: 'resource.not-found' })
    const other = await talk()
    await expect(say(other.id, other.asker, 'elsewhere', file.id)).rejects.toMatchObject({ code: 'resource.not-found' })
    const sent = await Promise.allSettled(Array.from({ length: 5 }, () => say(id, asker, '', file.id)))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await texts(other.id, other.asker)).toEqual([])
  })

  test('is judged by its content: scripts, pages and programs are not passed on', async () => {
    const pdf = Buffer.from('%PDF-1.4\n')
    expect(await fileTypeOf(pdf)).toBe('application/pdf')
    expect(await fileTypeOf(Buffer.from('纯文本'))).toBe('text/plain')
    expect(await fileTypeOf(deflateSync('').subarray(0, 0))).toBe('text/plain')
    const bad = [
      Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]),
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]),
      Buffer.from([0xff, 0xfe, 0, 1]),
    ]
    for (const content of bad)
      await expect(fileTypeOf(content)).rejects.toMatchObject({ code: 'conversations.file-type' })
    const { asker, id } = await talk()
    await expect(lab.upload(id, asker, 'innocent.pdf', bad[0]!)).rejects.toMatchObject({
      code: 'conversations.file-type',
    })
  })

  test('is at most 10 MB, and not nothing', async () => {
    const { asker, id } = await talk()
    const big = Buffer.alloc(CONVERSATION_FILE_BYTES + 1, 'a')
    await expect(lab.upload(id, asker, 'big.txt', big)).rejects.toMatchObject({ code: 'conversations.file-too-large' })
    await expect(lab.upload(id, asker, 'none.txt', Buffer.alloc(0))).rejects.toMatchObject({ code: 'files.missing' })
  })

  test('is counted before it is read, so that refused uploads come to an end too', async () => {
    const { asker, id } = await talk()
    const nothing = () => lab.upload(id, asker, 'none.txt', Buffer.alloc(0))
    for (let i = 0; i < 30; i++) await expect(nothing()).rejects.toMatchObject({ code: 'files.missing' })
    await expect(nothing()).rejects.toMatchObject({ code: 'request.too-frequent' })
  })

  test('is gone for both as soon as its author’s account was erased, also by a ticket of before', async () => {
    const { asker, owner, id } = await talk()
    const file = await lab.upload(id, asker, 'a.txt', Buffer.from('a'))
    await say(id, asker, '', file.id)
    const ticket = () => lab.call(ticketForConversationFile, { params: { id: file.id } }, owner)
    const { url } = await ticket()
    await sql`update files set name_sealed = null, key_sealed = null where id = ${file.id}`.execute(lab.db)
    expect((await lab.get(url)).statusCode).toBe(404)
    await expect(ticket()).rejects.toMatchObject({ code: 'resource.not-found' })
  })

  test('has a name that can be shown and saved', () => {
    const names: [string, string][] = [
      ['../../etc/passwd', 'passwd'],
      ['C:\\temp\\a.txt', 'a.txt'],
      ['...', 'file'],
      ['in\u202Egpj.exe', 'ingpj.exe'],
      ['a\r\nSet-Cookie: x', 'aSet-Cookie: x'],
      [`${'长'.repeat(300)}.pdf`, `${'长'.repeat(116)}.pdf`],
    ]
    for (const [given, shown] of names) expect(plainFileName(given)).toBe(shown)
  })

  test('that was never sent or never became whole is swept away, blob and row', async () => {
    const { asker, id } = await talk()
    const kept = await lab.upload(id, asker, 'kept.txt', Buffer.from('kept'))
    await say(id, asker, '', kept.id)
    const unsent = await lab.upload(id, asker, 'unsent.txt', Buffer.from('unsent'))
    await sql`update files set touched_at = now() - interval '25 hours' where subject_id = ${id}`.execute(lab.db)
    await lab.sweep()
    const { rows } = await sql<{ id: string }>`select id from files where subject_id = ${id}`.execute(lab.db)
    expect(rows).toEqual([{ id: kept.id }])
    expect(await lab.blobs.head(`conversation/${unsent.id}`)).toBeUndefined()
    expect(await lab.blobs.head(`conversation/${kept.id}`)).toBeDefined()
  })

  test('whose bytes or row were changed is not given out', async () => {
    const { asker, id } = await talk()
    const file = await lab.upload(id, asker, 'a.txt', Buffer.from('true'))
    const other = await lab.upload(id, asker, 'b.txt', Buffer.from('false'))
    await say(id, asker, '', file.id)
    await sql`update files f set key_sealed = o.key_sealed from files o
      where f.id = ${file.id} and o.id = ${other.id}`.execute(lab.db)
    const { url } = await lab.call(ticketForConversationFile, { params: { id: file.id } }, asker)
    expect((await lab.get(url)).statusCode).toBe(500)
  })
})

test('whatever refers to another row is found by an index', async () => {
  const { rows } = await sql<{ name: string; hasIndex: boolean }>`
    select c.conname as name, exists (select from pg_index i
      where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]) as "hasIndex"
    from pg_constraint c where c.contype = 'f' and c.conrelid::regclass::text like 'conversation%'`.execute(lab.db)
  expect(rows).toHaveLength(2)
  expect(rows.filter(({ hasIndex }) => !hasIndex)).toEqual([])
})
