import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { readKeystoreFile } from '@trove/chain-client/keystore/keystore-file'
import { unlockKeystore } from '@trove/chain-client/keystore/keystore-unlock'
import type { MinerChain } from '@trove/chain-client/miner/chain'
import { serverAccount } from '@trove/chain-client/server-keys'
import { storageAgentTexts } from '@trove/messages/storage/storage-agent'
import { expect, test } from 'vitest'
import { makeFolder } from '../../test/lab.ts'
import { openJournal } from '../journal/journal.ts'
import { backUpKey } from '../key-backup.ts'
import type { StorageNode } from '../node/node.ts'
import type { Tried } from './care.ts'
import { renderPage } from './render.ts'
import { type PageNeeds, startPage } from './server.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'
import { renderTerminal } from './terminal.ts'

const TTC = 10n ** 12n
const snapshot: Snapshot = {
  address: '5Grw<script>',
  chain: 'connected',
  block: 1234,
  state: 'serving',
  totalBytes: 2n ** 31n,
  usedBytes: 700_000n,
  bondPlanck: TTC,
  balancePlanck: 3n * TTC,
  incomePlanck: undefined,
  misses: 1,
  proofs: { taken: 7, sending: 1, late: 2 },
  days: [...Array.from({ length: 5 }, () => ({ taken: 0, late: 0 })), { taken: 4, late: 0 }, { taken: 3, late: 2 }],
  earned: [0n, 0n, 0n, 5n * 10n ** 11n, 3n * TTC, 7n, (12n * TTC) / 10n],
  orders: [
    {
      ...{ id: 5, cid: 'bafy', rootHex: '0x00', sizeBytes: 700_000, step: 'dropped', reason: 'wrong-file' },
      ...{ volume: undefined, isDamaged: false, tries: 0, nextBlock: 0, seenBlock: 1, deadlineBlock: 9000 },
      ...{ provenBlock: undefined, misses: 0, isConfirmed: false, earnedPlanck: 0n },
    },
  ],
  alerts: [
    { kind: 'chain' },
    { kind: 'volume', folder: '/disk1' },
    { kind: 'needsFunds', amountPlanck: TTC },
    { kind: 'bondLow', amountPlanck: 2n * TTC },
    { kind: 'missed', order: 5, count: 2 },
  ],
}

function ask(url: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (answer) => {
      let body = ''
      answer.on('data', (part) => {
        body += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
    asked.on('error', reject).end()
  })
}

test('the page shows capacity, orders, proofs, income and alerts in the language that was asked for', () => {
  const zh = renderPage([snapshot], 'zh-CN')
  const en = renderPage([snapshot], 'en')
  for (const words of [
    '容量',
    '文件与订单不符',
    '已接受 7',
    '错过窗口 2',
    '未提取收益',
    '订单 5 漏证 2 次',
    '还需要约 1 TTC',
    '数据盘 /disk1 不在',
    '接不了新订单；账户还需要约 2 TTC',
  ])
    expect(zh).toContain(words)
  for (const words of [
    'Capacity',
    'not the one ordered',
    '7 accepted',
    '2 too late',
    'Unclaimed income',
    'The disk of /disk1 is not there',
    'Order 5 has 2',
  ])
    expect(en).toContain(words)
  // Only the link to the other language is in the other one.
  expect(en.replace('中文', '')).not.toMatch(/\p{Script=Han}/u)
  expect(en + zh).not.toContain('{{')
})

test('the page draws the space in use and the proofs of seven days, those that came too late above the others', () => {
  const [zh, en] = [renderPage([snapshot], 'zh-CN'), renderPage([snapshot], 'en')]
  const half = renderPage([{ ...snapshot, usedBytes: 2n ** 30n }], 'en')
  expect(half).toContain('<progress max="1000" value="500" aria-label="Capacity">')
  expect([zh.includes('最近 7 天的存储证明'), en.includes('Proofs of the last 7 days')]).toEqual([true, true])
  const bars = (kind: string) => [
    ...en
      .split('Income of the last')[0]!
      .matchAll(new RegExp(`class="${kind}" x="(\\d+)" y="(\\d+)".*?height="(\\d+)"`, 'g')),
  ]
  expect(bars('taken').map(([, ...at]) => at.map(Number))).toEqual([
    [240, 44, 64],
    [288, 60, 48],
  ])
  // On top of what was taken that day, five in all: the highest bar.
  expect(bars('late').map(([, ...at]) => at.map(Number))).toEqual([[288, 28, 32]])
  expect(en).toContain('4 accepted, 0 too late; 3 accepted, 2 too late')
  expect(renderPage([{ ...snapshot, days: [{ taken: 0, late: 0 }] }], 'en')).not.toContain('NaN')
})

test('what stands above a bar is no wider than it, however many proofs were late', () => {
  const page = renderPage([{ ...snapshot, days: [{ taken: 9_999, late: 12_345 }] }], 'en')
  const plot = page.split('Proofs of the last')[1]!.split('</figure>')[0]!
  const labels = [...plot.matchAll(/<text x="\d+" y="(\d+)">([^<]+)</g)].map(([, y, text]) => [Number(y), text])
  expect(labels).toEqual([
    [12, '+ 12k'],
    [24, '9999'],
    [124, 'Today'],
  ])
})

test('beside the proofs it draws what each of the seven days earned', () => {
  const [zh, en] = [renderPage([snapshot], 'zh-CN'), renderPage([snapshot], 'en')]
  expect([zh.includes('最近 7 天的收益（TTC）'), en.includes('Income of the last 7 days, in TTC')]).toEqual([
    true,
    true,
  ])
  const [, plot = ''] = en.split('Income of the last 7 days, in TTC')
  const bars = [...plot.matchAll(/<rect class="taken" x="(\d+)" y="(\d+)".*?height="(\d+)"/g)]
  // The best day is the highest bar; 7 units of it are none, but are said.
  expect(bars.map(([, ...at]) => at.map(Number))).toEqual([
    [144, 95, 13],
    [192, 28, 80],
    [288, 76, 32],
  ])
  for (const label of ['>0.5<', '>3<', '>&lt;0.0001<', '>1.2<']) expect(plot).toContain(label)
  expect(plot).toContain('0 TTC; 0.5 TTC; 3 TTC; 0.000000000007 TTC; 1.2 TTC')
  const none = renderPage([{ ...snapshot, earned: [0n, -3n] }], 'en').split('Income of the last')[1]!
  expect(none).not.toMatch(/NaN|<rect/)
})

test('an order that is kept is shown and warned of, however many newer ones were looked at and dropped', async () => {
  const { folder, remove } = makeFolder()
  const journal = openJournal(folder)
  for (let id = 1; id <= 60; id++) {
    const order = { id, cid: 'bafy', rootHex: '0x00', sizeBytes: 1, seenBlock: id, deadlineBlock: 9000 }
    journal.orders.begin(order, id <= 2 ? 'serving' : 'dropped')
  }
  journal.orders.note(1, { isDamaged: true })
  journal.orders.note(2, { misses: 3 })
  const state = { block: 70, chain: 'connecting', isResigning: false }
  const node = {
    journal,
    address: '5Grw',
    totalBytes: 1,
    getState: () => state,
    listMissing: async () => ['/disk1'],
  } as unknown as StorageNode
  const { alerts, orders } = await snapshotOf({} as MinerChain, node, 0n)
  expect(alerts).toEqual([
    { kind: 'chain' },
    { kind: 'volume', folder: '/disk1' },
    { kind: 'missed', order: 2, count: 3 },
    { kind: 'damaged', order: 1 },
  ])
  expect(orders.map(({ id }) => id)).toEqual([2, 1, ...Array.from({ length: 50 }, (_, i) => 60 - i)])
  journal.close()
  remove()
})

test('nothing that comes from elsewhere becomes markup', () => {
  expect(renderPage([snapshot], 'en')).not.toContain('<script>')
})

test('the terminal shows the same in some lines', () => {
  const text = renderTerminal([snapshot], 'http://127.0.0.1:8420', 'en')
  expect(text).toContain('Registered')
  expect(text).toContain('683.59 KB used of 2 GB')
})

const needs = (part: Partial<PageNeeds> = {}): PageNeeds => ({
  ...{ look: async () => [snapshot], nodes: 1, tryEverything: async () => [] },
  backUp: async () => ({ fault: 'no-key' }),
  ...part,
})
const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${url}/backup?lang=en`, { method: 'POST', body: new URLSearchParams(form), headers })

test('the page answers browsers of this machine by its own names only, and has nothing done but a test and a backup', async () => {
  const page = await startPage(0, needs())
  const port = new URL(page.url).port
  expect((await ask(page.url, { 'accept-language': 'en-GB' })).body).toContain('Storage node')
  expect((await ask(page.url, {})).body).toContain('存储节点')
  expect((await ask(`${page.url}/status.json`, {})).body).toContain('"bondPlanck":"1000000000000"')
  expect((await ask(page.url, { host: `rebound.example:${port}` })).status).toBe(403)
  expect((await ask(`${page.url}/key`, {})).status).toBe(404)
  expect((await fetch(page.url, { method: 'POST' })).status).toBe(405)
  await page.close()
})

test('the connection test says what works in the language that was asked for, runs once at a time, and for no other page', async () => {
  let runs = 0
  const { chain, noVolume } = storageAgentTexts.selfTest
  const tryEverything = async (): Promise<Tried[]> => {
    runs++
    return [
      { isGood: true, text: chain, params: { url: 'ws://a', block: 7 } },
      { isGood: false, text: noVolume, params: { folder: '/disk/<b>' } },
    ]
  }
  const page = await startPage(0, needs({ tryEverything }))
  const [zh, en] = await Promise.all([ask(`${page.url}/test?lang=zh`, {}), ask(`${page.url}/test?lang=en`, {})])
  expect(zh.body).toContain('✓ <span>链 ws://a 已连接，区块 7')
  expect(en.body).toContain('✗ <span>/disk/&#60;b&#62; cannot be written and read')
  expect(runs).toBe(1)
  expect((await ask(`${page.url}/test`, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await ask(`${page.url}/test`, { origin: 'http://evil.example' })).status).toBe(403)
  expect((await ask(page.url, { 'accept-language': 'en' })).body).toContain('href="/test?lang=en"')
  await page.close()
})

test('a key is backed up under a passphrase into a file that a wallet opens; the page never sends it, and writes over none', async () => {
  const { folder, remove } = makeFolder()
  const seed = randomBytes(32)
  writeFileSync(join(folder, 'key'), `${seed.toString('hex')}\n`)
  const page = await startPage(0, needs({ backUp: (_, passphrase, again) => backUpKey(folder, passphrase, again) }))
  const form = { passphrase: '一二三四五六七八九十', again: '一二三四五六七八九十' }
  const done = await (await post(page.url, form)).text()
  const path = join(folder, 'key-backup-1.json')
  expect(done).toContain(path)
  const text = readFileSync(path, 'utf8')
  for (const shown of [done, text]) expect(shown).not.toContain(seed.toString('hex'))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const read = readKeystoreFile(text)
  if ('fault' in read) throw new Error(read.fault)
  expect(read.keystore.address).toBe(serverAccount(seed).address)
  expect(unlockKeystore(read.keystore, form.passphrase)).toBeDefined()
  expect(unlockKeystore(read.keystore, 'another one')).toBeUndefined()

  expect(await (await post(page.url, form)).text()).toContain('key-backup-2.json')
  expect(readFileSync(path, 'utf8')).toBe(text)
  expect(await (await post(page.url, { passphrase: 'short', again: 'short' })).text()).toContain('at least 10')
  expect(await (await post(page.url, { ...form, again: 'other' })).text()).toContain('do not match')
  expect(await (await post(page.url, { ...form, node: '2' })).text()).toContain('AGENT_KEYS')
  expect((await post(page.url, form, { origin: 'http://evil.example' })).status).toBe(403)
  expect((await post(page.url, { ...form, passphrase: 'x'.repeat(5000) })).status).toBe(413)
  expect(readdirSync(folder).toSorted()).toEqual(['key', 'key-backup-1.json', 'key-backup-2.json'])
  await page.close()
  remove()
})

test('a browser of this machine sends the form of a backup as it comes from the page, and that of no other page', async () => {
  let made = 0
  const backUp = async () => ({ path: `/disk/key-backup-${++made}.json` })
  const page = await startPage(0, needs({ backUp }))
  const form = { passphrase: 'long enough words', again: 'long enough words' }
  const shown = await fetch(`${page.url}/backup?lang=en`)
  // What Fetch's "append a request Origin header" makes of a page's policy when it posts a form to its own origin.
  const origin = shown.headers.get('referrer-policy') === 'no-referrer' ? 'null' : page.url
  const own = { origin, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  expect((await post(page.url, form, own)).status).toBe(200)
  expect(made).toBe(1)
  const others: Record<string, string>[] = [
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost:1', 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
  ]
  for (const other of others) expect((await post(page.url, form, other)).status).toBe(403)
  expect(made).toBe(1)
  await page.close()
})
