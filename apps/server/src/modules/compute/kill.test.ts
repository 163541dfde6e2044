import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient } from '@trove/contract/client'
import { putAutoRenewal } from '@trove/contract/compute/auto-renewal'
import { downtimeFen } from '@trove/contract/compute/downtime'
import { stopLease } from '@trove/contract/compute/leases'
import { listPurchases } from '@trove/contract/compute/orders'
import { addOwnRecipe, listRecipeRuns } from '@trove/contract/compute/recipes/recipes'
import { bringOnline, getAccess, getOffer, listShares, publishOffer } from '@trove/contract/compute/routes'
import { addSshKey, getLeaseKeys, putLeaseKeys, removeSshKey } from '@trove/contract/compute/ssh-keys'
import { listNotices } from '@trove/contract/notices/routes'
import { cancelOrder, createPayment } from '@trove/contract/order-lists/routes'
import { alipayUserInfo, bindAlipay, pcAuthorizeUrl } from '@trove/contract/wallet/routes'
import { formatYuan } from '@trove/units/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FORM } from '../../../test/labs/compute-lab.ts'
import { stepsOf } from '../../../test/steps.ts'
import { firstLine } from '../../../test/world/postgres.ts'
import { type SpawnedServer, startWorld, type World, type WorldUser } from '../../../test/world/world.ts'
import { sshKeyPair } from './keys/key-pair-lab.ts'
import { MachineUnreachable } from './machine/machine.ts'
import { createSshMachine } from './providers/ssh-machine.ts'

/** kill -9 of the process that works on a lease, between any two steps: the next process finishes, once. */

const DEMO_MACHINE = fileURLToPath(new URL('../../../../demo-machine/src/main.ts', import.meta.url))
const DAY = 86_400_000
const MINUTE = 60_000
/** How long a test waits for something; how soon it has to come is not measured here. */
const LIMIT_MS = 90_000
const TEST_MS = 300_000
const STEPS = stepsOf(
  ['before-prepare', 'before-machine', 'after-machine', 'before-commit', 'after-commit'],
  ['after-machine', 'after-commit'],
)

let demo: { host: string; port: number; username: string; password: string }
let child: ChildProcess
let dataDir: string
let world: World
let seller: WorldUser
let buyer: WorldUser
let offerId: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trove-kill-'))
  const env = { ...process.env, MACHINE_DATA_DIR: dataDir, MACHINE_PORT: '0', MACHINE_INFO_PORT: '0' }
  child = spawn(process.execPath, [DEMO_MACHINE], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  demo = JSON.parse(await firstLine(child))
  world = await startWorld({ hasJobs: false, env: { MACHINE_ALLOW: `${demo.host}:${demo.port}` } })
  seller = await world.signIn('13900000001')
  buyer = await world.signIn('13900000002')
  await bind()
})
afterAll(async () => {
  await world.stop()
  child.kill('SIGTERM')
  await once(child, 'exit')
  await rm(dataDir, { recursive: true, force: true })
})

async function bind(): Promise<void> {
  const { url } = await world.call(pcAuthorizeUrl, {}, { as: seller })
  const asked = new URL(url).searchParams
  const { location } = (await world.simulator!.control('POST', '/control/authorize', {
    redirect_uri: asked.get('redirect_uri'),
    state: asked.get('state'),
    user: 'seller',
  })) as { location: string }
  const back = new URL(location).searchParams
  const query = { auth_code: back.get('auth_code')!, state: back.get('state')! }
  const { id } = await world.call(alipayUserInfo, { query }, { as: seller })
  await world.call(bindAlipay, { body: { wallerId: id, wallerRealName: '陈嘉木' } }, { as: seller })
}

async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + LIMIT_MS; performance.now() < end; await sleep(100)) if (await check()) return
  throw new Error(`not within ${LIMIT_MS} ms: ${what}`)
}

const worker = (crashAt = '') => world.spawnServer({ TROVE_CRASH_AT: crashAt }, ['--roles=jobs'])
const share = async () => (await world.call(listShares, { query: {} }, { as: seller })).content[0]!
const isOnSale = async () => (await world.call(getOffer, { params: { id: offerId } })).isAvailable
const access = () => world.call(getAccess, { query: { productId: offerId } }, { as: buyer })

/** Publishes the machine, or puts it on sale again. */
async function offer(): Promise<void> {
  if (!offerId) {
    const facts = { cpuCores: 1, ramSize: 1, diskSize: 1, bandwidth: 1, operationSystem: '13' }
    const login = { defaultUsername: demo.username, defaultPassword: demo.password }
    const body = { ...FORM, ...facts, ...login, serverIPv4: demo.host, serverPort: demo.port }
    offerId = (await world.call(publishOffer, { body }, { as: seller })).id
  } else if ((await share()).status === 2) await world.call(bringOnline, { params: { id: offerId } }, { as: seller })
  // A machine that did not answer is looked at again some hours later.
  else if (!(await isOnSale())) await world.advance(4 * 60 * MINUTE)
  await until('on sale', isOnSale)
}

async function pay(renews?: string, recipe?: string): Promise<void> {
  const payUrl = await world.call(
    createPayment,
    { body: { productId: offerId, productType: 'superPoints', renews, recipe } },
    { as: buyer },
  )
  const { rows } = await world.platform.pool.query(
    'select out_trade_no as number from orders order by seq desc limit 1',
  )
  const trade = `/control/trades/${rows[0].number}`
  await world.simulator!.control('POST', `${trade}/scan`, { payUrl, user: 'grace' })
  await world.simulator!.control('POST', `${trade}/pay`)
}

async function canLogIn(secret: string | { privateKey: string }): Promise<boolean> {
  const address = { host: demo.host, port: demo.port }
  const window = { cols: 80, rows: 24, term: 'xterm' }
  const way = typeof secret === 'string' ? { password: secret } : secret
  const login = { username: demo.username, ...way }
  try {
    const shell = await createSshMachine({ allowList: [address] }).openShell({ address, hostKey: null }, login, window)
    shell.close()
    return true
  } catch (error) {
    if (error instanceof MachineUnreachable && error.reason === 'login-refused') return false
    throw error
  }
}

describe('a process killed while it works on a lease', () => {
  it.each(STEPS)(
    'at %s leaves a rental that finishes by itself, once',
    async (step) => {
      const first = await worker(`compute.hand-over.${step}`)
      await offer()
      await pay()
      await until('the first process died', async () => first.child.signalCode === 'SIGKILL')

      const second = await worker(`compute.take-back.${step}`)
      await until('serving', async () => (await share()).status === 1)
      const { password } = await access()
      expect(await canLogIn(password!)).toBe(true)
      await world.advance(31 * DAY)
      await until('the second process died', async () => second.child.signalCode === 'SIGKILL')

      const third = await worker()
      await until('cleaned', async () => (await share()).status === 2 && (await share()).cleaning === 'none')
      await third.stop()
      expect(await canLogIn(password!)).toBe(false)
      await expect(access()).rejects.toMatchObject({ code: 'compute.access-denied' })
      await expectOnce(STEPS.indexOf(step) + 1)
    },
    TEST_MS,
  )
})

describe('a process killed at a step of the order that the machine hears of', () => {
  /** Puts the machine on sale again, with a worker that looks at it and is gone afterwards. */
  async function putOnSale(): Promise<void> {
    const checker = await worker()
    await offer()
    await checker.stop()
  }
  const died = (server: SpawnedServer) => () => Promise.resolve(server.child.signalCode === 'SIGKILL')
  const liveOrders = async () => {
    const { rows } = await world.platform.pool.query(
      "select count(*)::int as count from orders where product_id = $1 and state in ('to-be-paid', 'paid', 'serving')",
      [offerId],
    )
    return rows[0].count as number
  }
  /** The buyer's calls to another server than the world's own. */
  const buyerAt = (url: string) =>
    createClient({
      baseUrl: url,
      product: 'trove',
      language: () => 'zh-CN',
      authorization: () => `Bearer ${buyer.accessToken}`,
    })
  const site = (crashAt: string) => world.spawnServer({ TROVE_CRASH_AT: crashAt }, ['--roles=http'])

  it(
    'compute.reserved.before-commit holds nothing, and the buyer who asks again gets the machine, once',
    async () => {
      await putOnSale()
      const input = { body: { productId: offerId, productType: 'superPoints' as const } }
      const dying = await site('compute.reserved.before-commit')
      await expect(buyerAt(dying.url!)(createPayment, input)).rejects.toThrow()
      await until('the process died', died(dying))
      expect(await isOnSale()).toBe(true)
      expect(await liveOrders()).toBe(0)
      await world.call(createPayment, input, { as: buyer })
      expect(await liveOrders()).toBe(1)
    },
    TEST_MS,
  )

  it(
    'compute.released.before-commit keeps the machine, and the buyer who cancels again frees it, once',
    async () => {
      const { rows } = await world.platform.pool.query('select id from orders order by seq desc limit 1')
      const input = { params: { id: rows[0].id as string } }
      const dying = await site('compute.released.before-commit')
      await expect(buyerAt(dying.url!)(cancelOrder, input)).rejects.toThrow()
      await until('the process died', died(dying))
      expect(await isOnSale()).toBe(false)
      expect(await liveOrders()).toBe(1)
      await world.call(cancelOrder, input, { as: buyer })
      expect(await isOnSale()).toBe(true)
      expect(await liveOrders()).toBe(0)
    },
    TEST_MS,
  )

  it(
    'compute.paid and compute.ended before their commits: the lease begins once and ends once',
    async () => {
      await putOnSale()
      const before = await countServed()
      const first = await worker('compute.paid.before-commit')
      await pay()
      await until('the first process died', died(first))
      const second = await worker('compute.ended.before-commit')
      await until('serving', async () => (await share()).status === 1)
      const { password } = await access()
      await world.advance(31 * DAY)
      await until('the second process died', died(second))
      const third = await worker()
      await until('cleaned', async () => (await share()).status === 2 && (await share()).cleaning === 'none')
      await third.stop()
      expect(await canLogIn(password!)).toBe(false)
      expect(await countServed()).toEqual(before.map((count) => count + 1))
    },
    TEST_MS,
  )

  it.each(stepsOf(['before-commit', 'after-commit'], ['after-commit']))(
    'compute.stopped.%s: the lease ends once and gives back once, whoever asks again',
    async (step) => {
      await putOnSale()
      const working = await worker()
      await pay()
      await until('serving', async () => (await share()).status === 1)
      const { password } = await access()
      const { id, number } = await lastOrder()
      const input = { params: { id }, body: { refundAmount: STOPPED_AT_ONCE } }
      const dying = await site(`compute.stopped.${step}`)
      await expect(buyerAt(dying.url!)(stopLease, input)).rejects.toThrow()
      await until('the process died', died(dying))
      const again = world.call(stopLease, input, { as: buyer })
      if (step === 'before-commit') await again
      else await expect(again).rejects.toMatchObject({ code: 'compute.lease-over' })
      await until('cleaned', async () => (await share()).status === 2 && (await share()).cleaning === 'none')
      await until('given back', async () => (await lastOrder()).refunded === 'done')
      await working.stop()
      expect(await canLogIn(password!)).toBe(false)
      const book = (await world.simulator!.control('GET', '/control/book')) as { refunds: Refund[] }
      const refunds = book.refunds.filter((refund) => refund.outTradeNo === number)
      expect(refunds.map((refund) => refund.amount)).toEqual([STOPPED_AT_ONCE])
    },
    TEST_MS,
  )

  it(
    'compute.renewal-paid and compute.renewed before their commits: the lease goes on from its old end, once',
    async () => {
      await putOnSale()
      const starting = await worker()
      await pay()
      await until('serving', async () => (await share()).status === 1)
      await starting.stop()
      const { password } = await access()
      const { id } = await lastOrder()
      const end = new Date((await access()).serveEndTime).getTime()
      const first = await worker('compute.renewal-paid.before-commit')
      await pay(id)
      await until('the first process died', died(first))
      const second = await worker('compute.renewed.before-commit')
      const days = (n: number) => new Date(end + n * DAY).toISOString()
      await until('the time is added', async () => (await access()).serveEndTime === days(30))
      await world.advance(30 * DAY)
      await until('the second process died', died(second))
      const third = await worker()
      await until('renewed', async () => (await lastOrder()).state === 'serving')
      expect(await access()).toMatchObject({ password, serveEndTime: days(30) })
      expect(await canLogIn(password!)).toBe(true)
      await world.advance(31 * DAY)
      await until('cleaned', async () => (await share()).status === 2 && (await share()).cleaning === 'none')
      await third.stop()
      expect(await canLogIn(password!)).toBe(false)
    },
    TEST_MS,
  )

  it.each(stepsOf(['before-machine', 'after-machine', 'after-commit'], ['after-machine']))(
    'compute.change-keys.%s: a running lease gets the keys that were chosen, and its end takes them out',
    async (step) => {
      await putOnSale()
      const starting = await worker()
      await pay()
      await until('serving', async () => (await share()).status === 1)
      await starting.stop()
      const { private: privateKey, public: publicKey } = sshKeyPair()
      const key = await world.call(addSshKey, { body: { name: step, publicKey } }, { as: buyer })
      const params = { id: (await lastOrder()).id }
      const dying = await worker(`compute.change-keys.${step}`)
      await world.call(putLeaseKeys, { params, body: { sshKeys: [key.fingerprint] } }, { as: buyer })
      await until('the process died', died(dying))
      const isSettled = async () => (await world.call(getLeaseKeys, { params }, { as: buyer })).state === 'settled'
      expect(await isSettled()).toBe(step === 'after-commit')
      expect(await canLogIn({ privateKey })).toBe(step !== 'before-machine')
      const next = await worker()
      await world.advance(MINUTE)
      await until('settled', isSettled)
      expect(await canLogIn({ privateKey })).toBe(true)
      await world.advance(31 * DAY)
      await until('cleaned', async () => (await share()).status === 2 && (await share()).cleaning === 'none')
      await next.stop()
      expect(await canLogIn({ privateKey })).toBe(false)
      await world.call(removeSshKey, { params: { id: key.id } }, { as: buyer })
    },
    TEST_MS,
  )

  it.each(stepsOf(['before-commit', 'after-commit'], ['before-commit']))(
    'compute.auto-renewal.%s: one order and one notice for the end of a lease, and nothing is charged',
    async (step) => {
      await putOnSale()
      const starting = await worker()
      await pay()
      await until('serving', async () => (await share()).status === 1)
      await starting.stop()
      const { id } = await lastOrder()
      await world.call(putAutoRenewal, { params: { id }, body: { mostPrice: '9999.00' } }, { as: buyer })
      await world.advance(29 * DAY + 60 * MINUTE)
      const dying = await worker(`compute.auto-renewal.${step}`)
      await until('the process died', died(dying))
      const renewals = async () =>
        (await world.platform.pool.query('select state from orders where renews = $1', [id])).rows
      expect(await renewals()).toHaveLength(step === 'after-commit' ? 1 : 0)
      const next = await worker()
      await until('asked', async () => (await renewals()).length === 1)
      await world.advance(2 * DAY)
      await until('cleaned', async () => (await share()).status === 2 && (await share()).cleaning === 'none')
      await next.stop()
      expect(await renewals()).toEqual([{ state: 'closed' }])
      const { rows } = await world.platform.pool.query(
        "select count(*)::int as n from notices where kind = 'compute.renewal-asked' and params ->> 'serveEndTime' = $1",
        [
          (
            await world.platform.pool.query('select serve_end_at as e from orders where id = $1', [id])
          ).rows[0].e.toISOString(),
        ],
      )
      expect(rows[0].n).toBe(1)
    },
    TEST_MS,
  )

  it.each(stepsOf(['before-machine', 'after-machine', 'after-commit'], ['after-machine']))(
    'compute.run-recipe.%s: what was chosen runs once on the machine, and is gone with the lease',
    async (step) => {
      await putOnSale()
      const script = `echo ${step} >> "$HOME/ran-${step}"`
      const own = await world.call(addOwnRecipe, { body: { name: step, script } }, { as: buyer })
      const dying = await worker(`compute.run-recipe.${step}`)
      await pay(undefined, own.id)
      await until('the process died', died(dying))
      const params = { id: (await lastOrder()).id }
      const next = await worker()
      await until('the run is over', async () => {
        await world.advance(MINUTE)
        return (await world.call(listRecipeRuns, { params }, { as: buyer }))[0]?.state === 'done'
      })
      expect(readFileSync(join(dataDir, 'home', `ran-${step}`), 'utf8')).toBe(`${step}\n`)
      await world.advance(31 * DAY)
      await until('cleaned', async () => (await share()).status === 2 && (await share()).cleaning === 'none')
      await next.stop()
      expect(existsSync(join(dataDir, 'home/.trove-lease'))).toBe(false)
    },
    TEST_MS,
  )

  it.each(stepsOf(['before', 'before-commit', 'after-commit'], ['before-commit']))(
    'compute.probe.%s and compute.downtime at the same step: minutes out of reach go back once',
    async (step) => {
      await putOnSale()
      const starting = await worker()
      await pay()
      await until('serving', async () => (await share()).status === 1)
      await starting.stop()
      const { id, number } = await lastOrder()
      const minutes = 4400
      // As the rounds before left it; the next one finds the machine back.
      await world.platform.pool.query(
        `insert into compute_silences (order_id, first_minute, last_minute, minutes)
          values ($1, date_trunc('minute', business_now()) - interval '1 hour', date_trunc('minute', business_now()) - interval '1 hour', $2)`,
        [id, minutes],
      )
      const first = await worker(`compute.probe.${step}`)
      await world.advance(MINUTE)
      await until('the first process died', died(first))
      const second = await worker(`compute.downtime.${step}`)
      await world.advance(MINUTE)
      await until('the second process died', died(second))
      const third = await worker()
      await until('given back', async () => (await lastOrder()).refunded === 'done')
      await world.advance(31 * DAY)
      await until('cleaned', async () => (await share()).status === 2 && (await share()).cleaning === 'none')
      await third.stop()
      const book = (await world.simulator!.control('GET', '/control/book')) as { refunds: Refund[] }
      const refunds = book.refunds.filter((refund) => refund.outTradeNo === number)
      expect(refunds.map((refund) => refund.amount)).toEqual([
        formatYuan(downtimeFen(990n, { periodDays: 30, periodHours: null }, minutes)),
      ])
      const { rows } = await world.platform.pool.query(
        'select state, refund_fen::int as fen from compute_silences where order_id = $1',
        [id],
      )
      expect(rows).toEqual([{ state: 'settled', fen: 100 }])
    },
    TEST_MS,
  )

  it.each(stepsOf(['before', 'before-commit', 'after-commit'], ['before-commit']))(
    'compute.give-up.%s refunds the buyer of a machine that never answers, once',
    async (step) => {
      await putOnSale()
      const dying = await worker(`compute.give-up.${step}`)
      child.kill('SIGSTOP')
      try {
        await pay()
        await until('paid', async () => (await lastOrder()).paid_at !== null)
        // Every try has its time; after some minutes of them the order is given up.
        await until('the process died', async () => {
          await world.advance(MINUTE)
          await sleep(400)
          return died(dying)()
        })
        const next = await worker()
        await until('refunded', async () => {
          await world.advance(MINUTE)
          await sleep(400)
          return (await lastOrder()).refunded === 'done'
        })
        await next.stop()
      } finally {
        child.kill('SIGCONT')
      }
      const { number, price } = await lastOrder()
      const book = (await world.simulator!.control('GET', '/control/book')) as { refunds: Refund[] }
      const refunds = book.refunds.filter((refund) => refund.outTradeNo === number)
      expect(refunds.map((refund) => refund.amount)).toEqual([formatYuan(BigInt(price))])
    },
    TEST_MS,
  )
})

/** Of 9.90 for 30 days what goes back in the first. */
const STOPPED_AT_ONCE = '9.57'

type Refund = { outTradeNo: string; amount: string }

/** The newest order with what came of its money. */
async function lastOrder(): Promise<{
  id: string
  state: string
  number: string
  price: string
  paid_at: Date | null
  refunded: string | null
}> {
  const { rows } = await world.platform.pool.query(`
    select o.id, o.state, o.out_trade_no as number, a.amount_fen::text as price, a.paid_at, r.state as refunded
    from orders o join payment_attempt a on a.order_id = o.id left join payment_refund r on r.order_id = o.id
    order by o.seq desc limit 1`)
  return rows[0]
}

/** How often the seller was told that a lease began, and that its machine was cleaned. */
async function countServed(): Promise<number[]> {
  const { content } = await world.call(listNotices, { query: { size: 100 } }, { as: seller })
  const count = (kind: string) => content.filter((notice) => notice.kind === kind).length
  return [count('compute.lease-begun'), count('compute.lease-cleaned')]
}

/** After so many rentals each thing was told so many times, and each order served once. */
async function expectOnce(rentals: number): Promise<void> {
  expect(await countServed()).toEqual([rentals, rentals])
  const purchases = await world.call(listPurchases, { query: {} }, { as: buyer })
  expect(purchases.totalElements).toBe(rentals)
}
