import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { accountOf } from '@trove/chain-client/base/account'
import { type Chain, connectChain } from '@trove/chain-client/chain'
import { FAUCET_UNITS } from '@trove/contract/chain/faucet'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devAccount, startTestChain, type TestChain } from '../../../../../packages/chain-client/test/embedded-chain.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { openLog } from '../../platform/base/log.ts'
import { openDatabase } from '../../platform/db/database.ts'
import type { Db } from '../../platform/db/handle.ts'
import { openPool, type Pool } from '../../platform/db/pool/pool.ts'

/** kill -9 at every step of a gift, on the embedded chain: the next process asks what became of it, and gives once. */

const MAIN = fileURLToPath(new URL('../../../test/processes/faucet-process.ts', import.meta.url))
let node: TestChain
let chain: Chain
let database: TestDatabase
let pool: Pool
let db: Db
beforeAll(async () => {
  ;[node, database] = await Promise.all([startTestChain(), createTestDatabase()])
  pool = openPool({ url: database.url, size: 2, log: openLog('silent'), name: 'faucet-kill-test' })
  db = openDatabase(pool)
  chain = connectChain(node.url)
}, 300_000)
afterAll(async () => {
  chain?.disconnect()
  await node?.remove()
  await pool.end()
  await database.drop()
})

/** How a process of the faucet ended that sends what waits, and dies at the point if it comes there. */
async function send(crashAt = ''): Promise<string> {
  const env = { ...process.env, DATABASE_URL: database.url, CHAIN_URL: node.url, TROVE_CRASH_AT: crashAt }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal ?? String(code)
}
async function claim(publicKey: string): Promise<void> {
  await sql`insert into faucet_claim (id, public_key, day, user_id, units)
    values (${publicKey}, ${publicKey}, current_date, 'u1', ${FAUCET_UNITS})`.execute(db)
}
const claimOf = async (publicKey: string) => {
  const { rows } = await sql<{ state: string; tries: number }>`
    select state, tries from faucet_claim where public_key = ${publicKey}`.execute(db)
  return rows[0]
}
const balanceOf = async (address: string) => (await chain.getBalance(address)).freePlanck

describe('a process killed while the faucet gives', () => {
  test.each([
    ['faucet.before-signed', 'reserved'],
    ['faucet.signed', 'signed'],
    ['faucet.submitted', 'signed'],
    ['faucet.outcome-known', 'signed'],
  ])('at %s leaves a claim that is %s, and the next one gives it once', async (point, left) => {
    const { address, publicKey } = accountOf(devAccount(point).publicKey)
    await claim(publicKey)
    expect(await send(point)).toBe('SIGKILL')
    expect((await claimOf(publicKey))?.state).toBe(left)
    expect(await send()).toBe('0')
    expect(await claimOf(publicKey)).toMatchObject({ state: 'received' })
    expect(await balanceOf(address)).toBe(FAUCET_UNITS)
    // Nothing is left to do: another process gives nothing more.
    expect(await send()).toBe('0')
    expect(await balanceOf(address)).toBe(FAUCET_UNITS)
  })
})
