import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Alert, Snapshot } from '../page/snapshot.ts'
import { sendAlert } from './send.ts'
import { watchAlerts } from './watch.ts'

const shown = (alerts: Alert[]) => [{ address: '5Grw', alerts } as Snapshot]
const missed = (count: number): Alert => ({ kind: 'missed', order: 5, count })

test('each thing is told once in both languages, when two looks have shown it, and again after it was gone', async () => {
  const sent: string[] = []
  let alerts: Alert[] = []
  const once = watchAlerts({
    look: async () => shown(alerts),
    send: async (text) => void sent.push(text),
    log: () => undefined,
  })
  const looks = async (...given: Alert[][]) => {
    for (const one of given) {
      alerts = one
      await once()
    }
    return sent.splice(0)
  }
  // A connection that breaks for a moment wakes nobody.
  expect(await looks([{ kind: 'chain' }], [])).toEqual([])
  const [first, ...others] = await looks([missed(1)], [missed(1)], [missed(2)], [missed(2)])
  expect(others).toEqual([])
  for (const words of ['5Grw', '订单 5 漏证 1 次', 'Order 5 has 1 missed']) expect(first).toContain(words)
  expect(await looks([missed(2), { kind: 'damaged', order: 5 }], [missed(2), { kind: 'damaged', order: 5 }])).toEqual([
    expect.not.stringContaining('漏证'),
  ])
  expect(await looks([], [missed(1)], [missed(1)])).toHaveLength(1)
})

test('each volume that is missing is told of, also while another one is missing already', async () => {
  const sent: string[] = []
  const missing: string[] = []
  const once = watchAlerts({
    look: async () => shown(missing.map((folder) => ({ kind: 'volume', folder }))),
    send: async (text) => void sent.push(text),
    log: () => undefined,
  })
  for (const folder of ['/disk/one', '/disk/two']) {
    missing.push(folder)
    for (let i = 0; i < 2; i++) await once()
  }
  expect(sent).toEqual([expect.stringContaining('/disk/one'), expect.stringContaining('/disk/two')])
  expect(sent[1]).not.toContain('/disk/one')
})

test('of thousands of orders at once a message tells the first and how many more, and none of them is told again', async () => {
  const sent: string[] = []
  const alerts = Array.from({ length: 3000 }, (_, order): Alert => ({ kind: 'damaged', order }))
  const once = watchAlerts({
    look: async () => shown(alerts),
    send: async (text) => void sent.push(text),
    log: () => undefined,
  })
  for (let i = 0; i < 3; i++) await once()
  expect(sent).toHaveLength(1)
  expect(Buffer.byteLength(sent[0]!)).toBeLessThanOrEqual(2048)
  const told = sent[0]!.match(/The file of order \d+/g)!
  expect(told.length).toBeGreaterThan(5)
  expect(told).toEqual(told.map((_, i) => `The file of order ${i}`))
  const more = 3000 - told.length
  expect(sent[0]!.split('\n').slice(-2)).toEqual([
    `另有 ${more} 项，见节点页面`,
    `And ${more} more, on the page of the node`,
  ])
})

test('as many as a message holds are told in it, and no word is said of more', async () => {
  const [sent, orders]: [string[], number[]] = [[], []]
  const count = async () => {
    const once = watchAlerts({
      look: async () => shown(orders.map((order) => ({ kind: 'damaged', order }))),
      send: async (text) => void sent.push(text),
      log: () => undefined,
    })
    for (let i = 0; i < 2; i++) await once()
    return sent.at(-1)!
  }
  do orders.push(orders.length)
  while (!(await count()).includes('more'))
  const [full, over] = sent.slice(-2)
  expect(full!.match(/The file of order/g)).toHaveLength(orders.length - 1)
  for (const text of [full!, over!]) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048)
})

test('what could not be sent is sent with the next look, and the log says so', async () => {
  const [sent, events]: [string[], string[]] = [[], []]
  let isDown = true
  const once = watchAlerts({
    look: async () => shown([missed(1)]),
    send: async (text) => {
      if (isDown) throw new Error('down')
      sent.push(text)
    },
    log: (_, event) => void events.push(event),
  })
  for (let i = 0; i < 3; i++) await once()
  isDown = false
  for (let i = 0; i < 2; i++) await once()
  expect([sent.length, events]).toEqual([1, ['alert.failed', 'alert.failed', 'alert.sent']])
})

test('an address that refuses is no success, and the text stands where robots look for it', async () => {
  let status = 200
  let body = ''
  const server = createServer((request, response) => {
    body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => response.writeHead(status).end('{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/robot`
  await sendAlert(url, '你好')
  expect(JSON.parse(body)).toMatchObject({ text: { content: '你好' }, content: { text: '你好' } })
  status = 403
  await expect(sendAlert(url, 'x')).rejects.toThrow('403')
  await new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections())
})

test('a look that fails is written down, and the next ones tell of what they find', async () => {
  const [sent, lines]: [string[], object[]] = [[], []]
  const looks = [Promise.reject(new Error('database is locked')), ...[1, 2].map(async () => shown([missed(1)]))]
  const once = watchAlerts({
    look: () => looks.shift()!,
    send: async (text) => void sent.push(text),
    log: (...line) => void lines.push(line),
  })
  for (let i = 0; i < 3; i++) await once()
  expect(lines[0]).toEqual(['warn', 'alert.failed', { reason: 'database is locked' }])
  expect(sent).toHaveLength(1)
})
