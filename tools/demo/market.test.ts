import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listWorks } from '@trove/contract/code/market'
import { listOffers, marketFigures } from '@trove/contract/compute/routes'
import { listExperts } from '@trove/contract/talent/experts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../start/free-port.ts'
import { PAID_DEALS } from './deals.ts'
import { DEMO_EXPERTS } from './experts.ts'
import { listDemoMachines } from './goods.ts'
import { clientOf, json } from './people.ts'

/** The living demo (decision 51): made by the real paths, once, and gone with one command. */

const root = join(import.meta.dirname, '../..')
/** Only ends what would never come: a dozen machines are measured and three are rented. */
const LIMIT_MS = 600_000

let dataDir: string
let port: number
let child: ChildProcess | undefined

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'trove-demo-market-'))
  port = await freePort()
})
afterAll(async () => {
  await stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const env = () => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PORT: String(port),
  DATA_DIR: dataDir,
  PG_FSYNC: 'off',
})
const log = () => {
  const file = join(dataDir, 'logs/demo-market.log')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Starts the world and waits until its market was tended, or found to be left alone. */
async function start(): Promise<void> {
  const before = log().length
  child = spawn(process.execPath, [join(root, 'start.ts')], { env: env(), stdio: ['ignore', 'ignore', 'inherit'] })
  const said = () => log().slice(before)
  for (const end = Date.now() + LIMIT_MS; !said().endsWith('done\n'); await sleep(200)) {
    const isOver = child.exitCode !== null || /^\w*Error\b/m.test(said())
    if (Date.now() > end || isOver) throw new Error(`the market was not filled: ${log()}`)
  }
}

async function stop(): Promise<void> {
  if (!child || child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** What anybody sees, and what was paid for. */
async function look() {
  const call = clientOf({ site: `http://127.0.0.1:${port}`, cashier: '' }, '')
  const ports = JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8')) as { cashier: number }
  const { trades } = await json<{ trades: unknown[] }>(`http://127.0.0.1:${ports.cashier}/control/book`)
  const { productCount, products } = await call(listOffers, { query: { size: 100 } })
  const { content: experts } = await call(listExperts, { query: { size: 50 } })
  const { content: works } = await call(listWorks, { query: { size: 50 } })
  const figures = await call(marketFigures, {})
  return { productCount, content: products.content, figures, trades: trades.length, experts, works }
}

const count = (role: string) => listDemoMachines().filter((machine) => machine.role === role).length

test(
  'the market is filled by the real paths, marked as demo, once however often the world starts, and removed by one command',
  async () => {
    await start()
    const first = await look()
    expect(first.productCount).toBe(count('on-sale'))
    expect(first.trades).toBe(count('rented') + PAID_DEALS)
    expect(first.experts.length).toBe(DEMO_EXPERTS.length)
    expect(first.experts.filter(({ countHires }) => countHires > 0).length).toBeGreaterThan(2)
    expect(first.works.filter(({ rating }) => rating !== null).length).toBeGreaterThan(2)
    expect(first.content.map(({ isDemo, verification }) => [isDemo, verification.state])).toEqual(
      Array(first.productCount).fill([true, 'verified']),
    )
    expect(new Set(first.content.map(({ uploaderNickName }) => uploaderNickName)).size).toBe(3)
    for (const { uploaderNickName } of first.content) expect(uploaderNickName).toMatch(/^演示/)
    expect(first.figures).toMatchObject({ servingOrders: count('rented') })

    await stop()
    await start()
    const second = await look()
    expect([second.productCount, second.trades]).toEqual([first.productCount, first.trades])
    expect(second.content.map(({ id }) => id).toSorted()).toEqual(first.content.map(({ id }) => id).toSorted())

    const told = execFileSync(process.execPath, [join(root, 'tools/demo-market.ts'), 'remove'], { env: env() })
    const removed = listDemoMachines().length - count('rented')
    expect(String(told)).toContain(`${removed} 台`)
    const emptied = await look()
    expect([emptied.productCount, emptied.works.length]).toEqual([0, 0])
    // Whom the server knows by itself stays.
    expect(emptied.experts.map(({ realName }) => realName)).toEqual(['林一舟'])
    await stop()
    await start()
    const later = await look()
    expect([later.productCount, later.experts.length]).toEqual([0, 1])
  },
  2 * LIMIT_MS,
)
