import { FAUCET_UNITS } from '@trove/contract/chain/faucet'
import { ContractError } from '@trove/contract/errors/codes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { openLog } from '../../platform/base/log.ts'
import { openDatabase } from '../../platform/db/database.ts'
import type { Db } from '../../platform/db/handle.ts'
import { openPool, type Pool } from '../../platform/db/pool/pool.ts'
import { afterCommit } from '../../platform/db/transaction.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { sendWaiting } from './sending.ts'
import { receive } from './service.ts'
import * as store from './store.ts'
import type { SignedTransfer, TokenSender } from './token-sender.ts'

const log = openLog('silent')
let database: TestDatabase
let pool: Pool
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ url: database.url, size: 20, log, name: 'faucet-test' })
  db = openDatabase(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** A chain with one account that matters: blocks come when the test says so, and what is submitted may get lost. */
class SmallChain implements TokenSender {
  height = 10
  /** Blocks in which a signed transfer is good. Every question makes a block, so many askers need many. */
  life = 4
  nonce = 0
  units = 100n * FAUCET_UNITS
  isDown = false
  isLossy = false
  isRefusing = false
  isForgetful = false
  submitted = 0
  readonly received = new Map<string, number>()
  private readonly pool = new Map<string, SignedTransfer>()
  private readonly included = new Map<string, boolean>()

  findPublicKey(address: string) {
    const key = address.replace(/^[a-z]+:/, '')
    return /^\d+$/.test(key) ? `0x${key.padStart(64, '0')}` : undefined
  }
  async availableUnits() {
    this.requireUp()
    return this.units
  }
  async sign({ publicKey }: { publicKey: string }) {
    this.requireUp()
    const bytes = `${publicKey}/${this.nonce}/${this.height}`
    return {
      bytes,
      hash: `hash of ${bytes}`,
      nonce: this.nonce,
      firstBlock: this.height,
      lastBlock: this.height + this.life,
    }
  }
  async submit(transfer: SignedTransfer) {
    this.requireUp()
    this.submitted++
    if (!this.isLossy) this.pool.set(transfer.hash, transfer)
  }
  async outcome(transfer: SignedTransfer) {
    this.requireUp()
    this.addBlock()
    const isDone = this.included.get(transfer.hash)
    if (this.isForgetful && this.height > transfer.lastBlock) return 'gone'
    if (isDone !== undefined) return isDone ? 'done' : 'refused'
    return this.height > transfer.lastBlock ? 'impossible' : 'open'
  }
  private addBlock() {
    this.height++
    for (const [hash, { nonce, lastBlock, bytes }] of this.pool) {
      this.pool.delete(hash)
      if (nonce !== this.nonce || this.height > lastBlock) continue
      this.nonce++
      this.included.set(hash, !this.isRefusing)
      if (this.isRefusing) continue
      const key = bytes.split('/')[0]!
      this.units -= FAUCET_UNITS
      this.received.set(key, (this.received.get(key) ?? 0) + 1)
    }
  }
  private requireUp() {
    if (this.isDown) throw new Error('no connection')
  }
}

let chain: SmallChain
beforeEach(async () => {
  chain = new SmallChain()
  await sql`truncate faucet_claim`.execute(db)
})

let running: Promise<unknown>[] = []
const jobs: Jobs = {
  define: () => undefined,
  every: () => undefined,
  enqueueAll: async () => {},
  enqueue: async () => {},
  // What the queue does once the transaction has committed, in as many processes as there are claims.
  soon: (_, tx) => afterCommit(tx!, () => void running.push(work().catch(() => undefined))),
}
const work = () => sendWaiting({ db, sender: chain, log }, 600_000)
const networkOf = (ip: string) => (ip === '127.0.0.1' ? null : ip)
async function ask(address: string, { userId = 'u1', ip = '127.0.0.1' } = {}) {
  try {
    return await receive({ db, jobs, sender: chain, networkOf }, { userId, ip, address })
  } catch (error) {
    if (error instanceof ContractError) return error.code
    throw error
  } finally {
    await Promise.all(running)
    running = []
  }
}
const keyOf = (n: number) => `0x${String(n).padStart(64, '0')}`
const shiftDays = (days: number) =>
  sql`update platform_clock set offset_ms = offset_ms + ${days * 86_400_000}`.execute(db)

test('an account receives 1 TTC, and the second time that day hears that it has', async () => {
  expect([await ask('1'), await ask('1')]).toEqual([true, 'RECEIVED'])
  expect(chain.received).toEqual(new Map([[keyOf(1), 1]]))
})

test('the next day of Shanghai it receives again', async () => {
  expect(await ask('1')).toBe(true)
  await shiftDays(1)
  expect(await ask('1')).toBe(true)
  expect(chain.received.get(keyOf(1))).toBe(2)
})

test('a hundred askers at once, writing one account in four ways, move one transfer (C13)', async () => {
  const ways = ['', 'polkadot:', 'kusama:', 'hex:']
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => ask(`${ways[i % 4]}7`, { userId: `crowd${i}`, ip: `198.18.0.${i}` })),
  )
  expect(chain.received).toEqual(new Map([[keyOf(7), 1]]))
  expect(answers.filter((answer) => answer === true)).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'RECEIVED' || answer === 'faucet.on-its-way')).toHaveLength(99)
  expect(await ask('7')).toBe('RECEIVED')
})

test('many accounts at once each receive once, though one transfer is under way at a time', async () => {
  chain.life = 64
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => ask(`${i + 100}`, { userId: `u${i}` })))
  expect(answers).toEqual(Array.from({ length: 12 }, () => true))
  expect([...chain.received.values()]).toEqual(Array.from({ length: 12 }, () => 1))
})

test('a run ends after its time, however long a transfer is under way, and a later one goes on', async () => {
  const standing = Object.create(chain, { outcome: { value: async () => 'open' } }) as TokenSender
  await store.insertClaim(db as never, { publicKey: keyOf(40), userId: 'u40', network: null, units: FAUCET_UNITS })
  expect(await sendWaiting({ db, sender: standing, log }, 1000)).toBe(false)
  expect(chain.received.size).toBe(0)
  expect(await work()).toBe(true)
  expect(chain.received).toEqual(new Map([[keyOf(40), 1]]))
})

test('words that are no address are refused, and so is nothing', async () => {
  expect([await ask('not an address'), await ask('')]).toEqual([false, 'faucet.address-empty'])
})

test('one person fills three accounts a day, one network ten, asked in parallel too', async () => {
  const mine = await Promise.all([1, 2, 3, 4, 5].map((n) => ask(String(n), { userId: 'greedy' })))
  expect(mine.filter((answer) => answer === true)).toHaveLength(3)
  expect(mine.filter((answer) => answer === 'faucet.limit')).toHaveLength(2)
  const network = { ip: '198.18.0.1' }
  const all = await Promise.all(Array.from({ length: 14 }, (_, n) => ask(`${n + 50}`, { userId: `n${n}`, ...network })))
  expect(all.filter((answer) => answer === true)).toHaveLength(10)
  // Each of them has filled no more than one: what stands in the way is the network.
  expect(all.filter((answer) => answer === 'faucet.network-limit')).toHaveLength(4)
})

test('an empty faucet says so and keeps nobody’s day', async () => {
  chain.units = FAUCET_UNITS - 1n
  expect(await ask('1')).toBe('LOW-BALANCES')
  chain.units = FAUCET_UNITS
  expect(await ask('1')).toBe(true)
})

test('a faucet that runs dry in the middle tells those who come too late', async () => {
  chain.units = 2n * FAUCET_UNITS
  const answers = await Promise.all([1, 2, 3, 4].map((n) => ask(String(n), { userId: `u${n}` })))
  expect(answers.toSorted()).toEqual(['LOW-BALANCES', 'LOW-BALANCES', true, true])
})

test('a chain that is away takes no claims', async () => {
  chain.isDown = true
  expect(await ask('1')).toBe('chain.unavailable')
  chain.isDown = false
  expect(await ask('1')).toBe(true)
})

test('bytes that got lost are sent again; once their time is over a new transfer is signed, and only then', async () => {
  chain.isLossy = true
  const asked = ask('1')
  while (chain.height < 17) await new Promise((go) => setTimeout(go, 50))
  chain.isLossy = false
  expect(await asked).toBe(true)
  expect(chain.received.get(keyOf(1))).toBe(1)
  const { rows } = await sql<{ tries: number }>`select tries from faucet_claim`.execute(db)
  expect(rows[0]!.tries).toBe(2)
})

test('a process that ends after the bytes left is followed by another that asks what became of them', async () => {
  const { submit } = chain
  chain.submit = async (transfer) => {
    await submit.call(chain, transfer)
    throw new Error('gone')
  }
  const asked = ask('1')
  while (chain.submitted === 0) await new Promise((go) => setTimeout(go, 20))
  chain.submit = submit
  await work()
  expect(await asked).toBe(true)
  expect(chain.received.get(keyOf(1))).toBe(1)
})

test('a transfer that the node keeps no more counts as received, is not sent again, and holds up nobody after it', async () => {
  chain.isForgetful = true
  chain.isLossy = true
  expect(await ask('1')).toBe(true)
  expect(await ask('1')).toBe('RECEIVED')
  chain.isForgetful = false
  chain.isLossy = false
  const submitted = chain.submitted
  expect(await ask('2')).toBe(true)
  expect(chain.received).toEqual(new Map([[keyOf(2), 1]]))
  expect(chain.submitted).toBe(submitted + 1)
})

test('what the chain refuses is no gift, and the day stays free', async () => {
  chain.isRefusing = true
  expect(await ask('1')).toBe('faucet.not-sent')
  chain.isRefusing = false
  expect(await ask('1')).toBe(true)
})
