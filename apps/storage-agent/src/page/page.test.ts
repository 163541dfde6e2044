import { request } from 'node:http'
import { expect, test } from 'vitest'
import { renderPage } from './render.ts'
import { startPage } from './server.ts'
import type { Snapshot } from './snapshot.ts'
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
  orders: [
    {
      ...{ id: 5, cid: 'bafy', rootHex: '0x00', sizeBytes: 700_000, step: 'dropped', reason: 'wrong-file' },
      ...{ volume: undefined, isDamaged: false, tries: 0, nextBlock: 0, seenBlock: 1, deadlineBlock: 9000 },
      ...{ provenBlock: undefined, misses: 0, isConfirmed: false, earnedPlanck: 0n },
    },
  ],
  alerts: [{ kind: 'chain' }, { kind: 'needsFunds', amountPlanck: TTC }, { kind: 'missed', order: 5, count: 2 }],
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
  ])
    expect(zh).toContain(words)
  for (const words of [
    'Capacity',
    'not the one ordered',
    '7 accepted',
    '2 too late',
    'Unclaimed income',
    'Order 5 has 2',
  ])
    expect(en).toContain(words)
  // Only the link to the other language is in the other one.
  expect(en.replace('中文', '')).not.toMatch(/\p{Script=Han}/u)
  expect(en + zh).not.toContain('{{')
})

test('nothing that comes from elsewhere becomes markup', () => {
  expect(renderPage([snapshot], 'en')).not.toContain('<script>')
})

test('the terminal shows the same in some lines', () => {
  const text = renderTerminal([snapshot], 'http://127.0.0.1:8420', 'en')
  expect(text).toContain('Registered')
  expect(text).toContain('683.59 KB used of 2 GB')
})

test('the page answers browsers of this machine by its own names only, and only reads', async () => {
  const page = await startPage(0, async () => [snapshot])
  const port = new URL(page.url).port
  expect((await ask(page.url, { 'accept-language': 'en-GB' })).body).toContain('Storage node')
  expect((await ask(page.url, {})).body).toContain('存储节点')
  expect((await ask(`${page.url}/status.json`, {})).body).toContain('"bondPlanck":"1000000000000"')
  expect((await ask(page.url, { host: `rebound.example:${port}` })).status).toBe(403)
  expect((await ask(`${page.url}/key`, {})).status).toBe(404)
  expect((await fetch(page.url, { method: 'POST' })).status).toBe(405)
  await page.close()
})
