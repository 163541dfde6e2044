import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { takeOffline } from '@trove/contract/compute/routes'
import {
  accountState,
  CONSENT_VERSION,
  deleteAccount,
  exportAccount,
  giveConsent,
  sendAccountCode,
} from '@trove/contract/identity/account'
import { memberInfo, token } from '@trove/contract/identity/routes'
import { listNotices } from '@trove/contract/notices/routes'
import { replyToReview, reportReview, writeReview } from '@trove/contract/reviews/routes'
import { getPurse } from '@trove/contract/wallet/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PERSONAL_DATA } from '../src/app/personal-data.ts'
import { CLOSING_SECONDS } from '../src/modules/identity/account/service.ts'
import { openLog } from '../src/platform/base/log.ts'
import { type DemoMachine, startDemoMachine } from './stand-ins/demo-machine.ts'
import { addRareRows, endStaffLife } from './world/rare-rows.ts'
import {
  addCasePicture,
  applyInLife,
  type SentPaper,
  type StoredBlob,
  sentFiles,
  storedBlobs,
} from './world/sent-files.ts'
import { askCode, freshAddress, otherCode, readCode, useCode } from './world/sign-in.ts'
import { beginLife, type Canary, DAY_MS, type Life } from './world/whole-life.ts'
import { startWorld, type World, type WorldUser } from './world/world.ts'

/** Privacy of two people who use everything: nothing of them in the clear (R2), their copy, and their leaving (R3). */

let world: World
let machine: DemoMachine
let life: Life
let logged = ''
let folder: string
const realFetch = globalThis.fetch
/** Every answer of the API, by the token it was asked with. */
const answers: { token: string | undefined; path: string; text: string }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trove-privacy-'))
  machine = await startDemoMachine(join(folder, 'machine'))
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      logged += chunk.toString('utf8')
      done()
    },
  })
  world = await startWorld({ log: openLog('debug', sink), env: { MACHINE_ALLOW: `${machine.host}:${machine.port}` } })
  globalThis.fetch = recordedFetch
  life = await beginLife(world, machine)
}, 120_000)
afterAll(async () => {
  globalThis.fetch = realFetch
  await world?.stop()
  await machine?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function recordedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await realFetch(input, init)
  const { pathname } = new URL(String(input))
  if (String(input).startsWith(world.url) && !pathname.startsWith('/dev/')) {
    const authorization = new Headers(init?.headers).get('authorization') ?? ''
    const text = await answer.clone().text()
    answers.push({ token: /^Bearer (.+)/.exec(authorization)?.[1], path: pathname, text })
  }
  return answer
}

/** All rows of all tables, as text; bytes are hexadecimal in it. */
async function dump(): Promise<string> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(world.db)
  const texts: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{
      text: string
    }>`select t::text as text from ${sql.table(`${schema}.${name}`)} t`.execute(world.db)
    texts.push(...rows.map(({ text }) => `${name}: ${text}`))
  }
  return texts.join('\n')
}

async function blobs(): Promise<string> {
  const files = await readdir(world.dataDir, { recursive: true, withFileTypes: true })
  // The provider's own book is not ours.
  const ours = files.filter((file) => file.isFile() && !file.parentPath.includes('simulator'))
  const texts = await Promise.all(ours.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))
  return texts.join('\n')
}

const blobsWith = (stored: StoredBlob[], hex: string) => stored.filter((one) => one.hex.includes(hex))

/** Six digits may be part of a time or of a longer number; as a code they stand alone. */
const withoutTimes = (text: string) => text.replace(/\d\d:\d\d:\d\d(\.\d+)?/g, '')
const isIn = (text: string, { kind, canary }: Canary) => {
  if (kind === 'code') return new RegExp(`(?<![0-9A-Za-z.])${canary}(?![0-9A-Za-z])`).test(withoutTimes(text))
  const bytes = Buffer.from(canary)
  return [canary, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')].some((form) =>
    text.includes(form),
  )
}
const hits = (text: string, canaries: Canary[]) =>
  canaries.filter((one) => isIn(text, one)).map(({ owner, kind }) => `${owner}: ${kind}`)

let orderId: string
let offerId: string
let paper: SentPaper

test('people who use everything leave no secret in the database, the blobs or the log', async () => {
  ;({ offerId, orderId } = await life.rent())
  paper = await applyInLife(world, life)
  expect(orderId).not.toBe('')
  expect(life.canaries.length).toBeGreaterThanOrEqual(17)
  // What a machine is entered by is no secret from its renter, and an SSH public key is public.
  const secret = life.canaries.filter(({ kind }) => kind !== 'key comment')
  expect(hits(await dump(), secret)).toEqual([])
  expect(hits(await blobs(), secret)).toEqual([])
  expect(logged.length).toBeGreaterThan(1000)
  expect(hits(logged, life.canaries)).toEqual([])
  // Bytes of the paper lie nowhere as they are.
  expect([await dump(), logged].filter((text) => text.includes(paper.canary))).toEqual([])
  expect(blobsWith(await storedBlobs(world), paper.canary)).toEqual([])
})

test('nobody is answered what belongs to somebody else', () => {
  const tokens = { seller: life.seller.accessToken, buyer: life.buyer.accessToken }
  expect(answers.length).toBeGreaterThan(20)
  const leaks = answers.flatMap(({ token: asked, path, text }) => {
    const foreign = life.canaries.filter(({ owner }) => asked !== undefined && tokens[owner] !== asked)
    return hits(text, foreign).map((hit) => `${path} told ${hit}`)
  })
  expect(leaks).toEqual([])
})

const stateOf = async (as: WorldUser) => (await world.call(accountState, {}, { as })).hindrances
const codeFor = async (as: WorldUser) => {
  await world.advance(3_600_000)
  await world.call(sendAccountCode, { body: { purpose: 'delete-account' } }, { as, headers: freshAddress() })
  return readCode(world, as.mobile)
}

test('an account with a live order, a lease or income is not deleted, and says why', async () => {
  expect(await stateOf(life.buyer)).toEqual(['orders', 'leases'])
  expect(await stateOf(life.seller)).toEqual(expect.arrayContaining(['orders', 'leases']))
  const smsCode = await codeFor(life.buyer)
  const refused = world.call(deleteAccount, { body: { smsCode } }, { as: life.buyer })
  await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(/^identity\.delete-/) })
  await world.advance(DAY_MS)
  expect(await stateOf(life.seller)).toContain('income')
  expect(await world.call(memberInfo, {}, { as: life.buyer })).toMatchObject({ userId: life.buyer.userId })
})

/** Both review each other, one answers, the other reports. */
async function review(): Promise<void> {
  const { seller, buyer } = life
  const of = { kind: 'superPoints', orderId } as const
  const ofBuyer = await world.call(writeReview, { body: { ...of, stars: 4, text: 'a canary of mine' } }, { as: buyer })
  const ofSeller = await world.call(writeReview, { body: { ...of, stars: 5, text: 'paid at once' } }, { as: seller })
  await world.call(replyToReview, { params: { id: ofBuyer.id }, body: { text: 'thank you' } }, { as: seller })
  await world.call(reportReview, { params: { id: ofSeller.id }, body: { reason: 'not so' } }, { as: buyer })
}

type Copy = Record<string, Record<string, Record<string, unknown>[]>> & { contents: Record<string, unknown>[] }
const copyOf = async (as: WorldUser) =>
  (await (
    await world.raw(exportAccount.path, { headers: { authorization: `Bearer ${as.accessToken}` } })
  ).json()) as Copy

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`.execute(world.db)
  return rows.map(({ name }) => name)
}

test('the copy holds every field of every table the two are in', async () => {
  await life.finish(orderId)
  await review()
  await addRareRows(world, life)
  await addCasePicture(world, life)
  for (const { mobile } of [life.seller, life.buyer]) {
    const smsCode = await askCode(world, mobile)
    await useCode(world, { mobile, smsCode: otherCode(smsCode) }).catch(() => undefined)
  }
  await world.call(
    giveConsent,
    { body: { purpose: 'receiving-account', version: CONSENT_VERSION } },
    { as: life.seller },
  )
  const copies = [await copyOf(life.seller), await copyOf(life.buyer)]
  const missing: string[] = []
  for (const { part, tables } of PERSONAL_DATA) {
    for (const { table, name = camel(table), leftOut = [], opened = {} } of tables) {
      if (leftOut === 'all') continue
      const rows = copies.flatMap((copy) => copy[part]?.[name] ?? [])
      if (rows.length === 0) missing.push(`${part}.${name}: no row`)
      const fields = (await columnsOf(table))
        .filter((column) => !leftOut.includes(column))
        .map((column) => camel(column in opened ? column.replace(/_sealed$/, '') : column))
      for (const row of rows)
        missing.push(
          ...fields.filter((field) => !(field in row || `${field}Sealed` in row)).map((field) => `${name}.${field}`),
        )
    }
  }
  expect(missing).toEqual([])
  await endStaffLife(world, life)
  expect(copies[0]).toMatchObject({
    account: { users: [{ phone: '13611112222', realName: '欧阳知秋' }] },
    wallet: { walletBinding: [{ account: '2088102180010003', realName: '周以宁' }] },
    compute: { computeOffers: [{ ipv4: machine.host, description: '金丝雀的机器' }] },
    conversations: { conversationMessages: [{ text: '金丝雀卖家的话' }] },
    certification: { certificationApplications: [{ realName: '欧阳知秋' }] },
  })
  expect(copies[1]).toMatchObject({ conversations: { conversationMessages: [{ text: '金丝雀买家的话' }] } })
  // What they sent is in it byte by byte: the paper, the file of the conversation, the picture of a case.
  const sent = await sentFiles(world, life)
  expect(copies.flatMap(({ contents }) => contents.map(({ fileId }) => fileId)).sort()).toEqual(
    sent.map(({ id }) => id).sort(),
  )
  const attachment = { name: '金丝雀附件名.txt', content: Buffer.from('金丝雀的附件').toString('base64') }
  for (const one of [attachment, { fileId: paper.fileId, content: paper.bytes.toString('base64') }])
    expect(copies[1]!.contents).toContainEqual(expect.objectContaining(one))
  expect(
    hits(
      JSON.stringify(copies[1]),
      life.canaries.filter(({ owner }) => owner === 'seller'),
    ),
  ).toEqual([])
})

const LEDGER = ['ledger_posting', 'ledger_entry', 'ledger_bill_line', 'ledger_balance', 'orders', 'clearings']
async function ledgerPrint(): Promise<string[]> {
  const prints: string[] = []
  for (const table of LEDGER) {
    const { rows } = await sql<{ print: string }>`
      select md5(string_agg(row, '|' order by row)) as print
      from (select (to_jsonb(t) - 'choice' - 'fail_reason' - 'search_text')::text as row from ${sql.table(table)} t) rows`.execute(
      world.db,
    )
    prints.push(`${table} ${rows[0]!.print}`)
  }
  return prints
}

test('after both left nothing names them, and money and orders are as they were', async () => {
  expect((await world.call(getPurse, {}, { as: life.seller })).payableAmount).toBe('0.00')
  await world.call(takeOffline, { params: { id: offerId } }, { as: life.seller }).catch(() => undefined)
  const { rows: names } = await sql<{ nick: string; avatar: string }>`
    select nick_name as nick, avatar_file as avatar from users
    where id in (${life.seller.userId}, ${life.buyer.userId})`.execute(world.db)
  for (const { nick, avatar } of names)
    for (const canary of [nick, avatar]) life.canaries.push({ owner: 'seller', kind: canary, canary })
  life.canaries.push({ owner: 'seller', kind: 'description', canary: '金丝雀的机器' })
  const before = await ledgerPrint()
  // Each file they sent lies in the store before they leave, so that looking for it afterwards says something.
  const sent = await sentFiles(world, life)
  expect([...new Set(sent.map(({ kind }) => kind))]).toEqual([
    ...['avatar', 'case-picture', 'certification', 'certified-head', 'code-picture', 'conversation'],
  ])
  const stored = await storedBlobs(world)
  const theirs = sent.map(({ id }) => stored.filter(({ path }) => path.includes(id)))
  expect(theirs.map((found) => found.length > 0)).toEqual(sent.map(() => true))
  for (const as of [life.buyer, life.seller]) {
    expect(await stateOf(as)).toEqual([])
    const smsCode = await codeFor(as)
    await world.call(deleteAccount, { body: { smsCode } }, { as })
    await expect(world.call(memberInfo, {}, { as })).rejects.toMatchObject({ code: 'session.expired' })
    const body = { grant_type: 'refresh_token', refresh_token: as.refreshToken }
    await expect(world.call(token, { body })).rejects.toMatchObject({ code: 'identity.refresh-invalid' })
  }
  await world.advance((CLOSING_SECONDS + 1) * 1000)
  await world.settle()
  // Erasure and the removal of files are sweeps that run side by side: the files' may have looked too early.
  await world.settle()
  const text = await dump()
  expect(hits(text, life.canaries)).toEqual([])
  // What is sealed shows no canary: it has to be gone altogether.
  const { rows: sealed } = await sql`select from conversation_messages where text_sealed is not null
    union all select from files where owner_id in (${life.seller.userId}, ${life.buyer.userId})`.execute(world.db)
  expect(sealed).toEqual([])
  const ids = [life.seller, life.buyer].map(({ mobile }) =>
    world.platform.sealer.blindIndex(mobile, 'users.phone').toString('hex'),
  )
  const indexed = text.split('\n').filter((row) => ids.some((id) => row.includes(id)))
  // The limits on codes outlive the account by two days, by the number's keyed hash alone.
  expect([...new Set(indexed.map((row) => row.split(':')[0]))].sort()).toEqual([
    'phone_guards',
    'sms_sends',
    'wrong_codes',
  ])
  expect(hits(await blobs(), life.canaries)).toEqual([])
  // Not even sealed bytes whose key is gone: neither by the names of the files nor by what lay under them.
  const left = await storedBlobs(world)
  const gone = [...new Set(theirs.flat().flatMap(({ hex }) => (hex.length < 144 ? [] : hex.slice(80, 144))))]
  expect(gone.length).toBeGreaterThan(3)
  expect(left.filter(({ path }) => sent.some(({ id }) => path.includes(id)))).toEqual([])
  expect(gone.flatMap((hex) => blobsWith(left, hex))).toEqual([])
  expect([text, logged].filter((one) => [paper.canary, ...gone].some((hex) => one.includes(hex)))).toEqual([])
  expect(hits(logged, life.canaries)).toEqual([])
  expect(await ledgerPrint()).toEqual(before)
  await world.advance(3 * DAY_MS)
  await world.settle()
  const later = await dump()
  expect(ids.filter((id) => later.includes(id))).toEqual([])
})

test('the numbers begin anew as other people, who see nothing of the former', async () => {
  await world.advance(DAY_MS)
  const again = await life.enter('seller', '13611112222')
  expect(again.userId).not.toBe(life.seller.userId)
  expect(await world.call(memberInfo, {}, { as: again })).toMatchObject({ realName: null, walletFlag: false })
  expect(await world.call(listNotices, { query: {} }, { as: again })).toMatchObject({ totalElements: 0 })
  expect(JSON.stringify(await copyOf(again))).not.toContain(life.seller.userId)
})
