import { setTimeout as sleep } from 'node:timers/promises'
import { accountOf } from '@trove/chain-client/base/account'
import { type Chain, connectChain } from '@trove/chain-client/chain'
import { serverAccount } from '@trove/chain-client/server-keys'
import { FAUCET_UNITS } from '@trove/contract/chain/faucet'
import { ContractError } from '@trove/contract/errors/codes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { devAccount, startTestChain, type TestChain } from '../../../../../packages/chain-client/test/embedded-chain.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { openLog } from '../../platform/base/log.ts'
import { openDatabase } from '../../platform/db/database.ts'
import type { Db } from '../../platform/db/handle.ts'
import { openPool, type Pool } from '../../platform/db/pool/pool.ts'
import { afterCommit } from '../../platform/db/transaction.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createChainSender } from './providers/chain-sender.ts'
import { sendWaiting } from './sending.ts'
import { receive } from './service.ts'
import type { SignedTransfer, TokenSender } from './token-sender.ts'

/** The faucet on the embedded chain: what arrives there is what counts. */

const log = openLog('silent')
let node: TestChain
let chain: Chain
let database: TestDatabase
let pool: Pool
let db: Db
let sender: TokenSender
beforeAll(async () => {
  ;[node, database] = await Promise.all([startTestChain(), createTestDatabase()])
  pool = openPool({ url: database.url, size: 5, log, name: 'chain-sender-test' })
  db = openDatabase(pool)
  chain = connectChain(node.url)
}, 300_000)
afterAll(async () => {
  chain?.disconnect()
  await node?.remove()
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  sender = createChainSender(chain, serverAccount('//Ferdie'))
  await sql`truncate faucet_claim`.execute(db)
})

let running: Promise<unknown>[] = []
const jobs: Jobs = {
  define: () => undefined,
  every: () => undefined,
  soon: (_, tx) => afterCommit(tx!, () => void running.push(work())),
  enqueueAll: async () => {},
  enqueue: async () => {},
}
/** What the queue does: tries again until it succeeds. */
async function work(): Promise<void> {
  for (;;) {
    try {
      if (await sendWaiting({ db, sender, log }, 20_000)) return
    } catch {
      await sleep(100)
    }
  }
}
async function ask(address: string) {
  try {
    return await receive({ db, jobs, sender, networkOf: () => null }, { userId: 'u1', ip: '127.0.0.1', address })
  } catch (error) {
    if (error instanceof ContractError) return error.code
    throw error
  } finally {
    await Promise.all(running)
    running = []
  }
}
const balanceOf = async (address: string) => (await chain.getBalance(address)).freePlanck

test('1 TTC arrives on the chain, once a day however the address is written', async () => {
  const { address, publicKey } = devAccount('Nina')
  // On a machine that is short of processors the token may come after the answer; `ask` waits for the work to end.
  expect([true, 'faucet.on-its-way']).toContain(await ask(address))
  expect(await balanceOf(address)).toBe(FAUCET_UNITS)
  expect(await ask(accountOf(publicKey).publicKey)).toBe('RECEIVED')
  expect(await balanceOf(address)).toBe(FAUCET_UNITS)
}, 120_000)

test('a faucet that cannot pay the token and its fee says so', async () => {
  sender = createChainSender(chain, serverAccount(new Uint8Array(32).fill(7)))
  expect(await sender.availableUnits()).toBe(0n)
  expect(await ask(devAccount('Olga').address)).toBe('LOW-BALANCES')
}, 120_000)

test('bytes that a killed chain forgot are found missing and sent again, and arrive once', async () => {
  const { address } = devAccount('Pia')
  const { submit } = sender
  let submitted: SignedTransfer | undefined
  sender.submit = async (transfer) => {
    await submit(transfer)
    if (submitted) return
    submitted = transfer
    // At once after the bytes left: whether a block has them nobody knows.
    await node.kill()
    await node.restart()
    throw new Error('gone')
  }
  expect([true, 'faucet.on-its-way']).toContain(await ask(address))
  expect(await balanceOf(address)).toBe(FAUCET_UNITS)
  expect(await ask(address)).toBe('RECEIVED')
  expect(await sender.outcome(submitted!)).toBe('done')
}, 240_000)

test('what was signed for a chain that is no more is impossible on the one in its place', async () => {
  const transfer = await sender.sign({ publicKey: accountOf(devAccount('Rosa').publicKey).publicKey, units: 1n })
  expect(await sender.outcome(transfer)).toBe('open')
  // The one in its place begins low: by heights alone this would stay open for days.
  expect(await sender.outcome({ ...transfer, lastBlock: 10 ** 6, genesisHash: `0x${'00'.repeat(32)}` })).toBe(
    'impossible',
  )
})

test('a chain that is away takes no claims', async () => {
  const nobody = connectChain('ws://127.0.0.1:9')
  sender = createChainSender(nobody, serverAccount('//Ferdie'))
  while (nobody.status() === 'connecting') await sleep(20)
  expect(await ask(devAccount('Quentin').address)).toBe('chain.unavailable')
  nobody.disconnect()
})
