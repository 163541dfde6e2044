import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { toHex } from '@trove/chain-client/base/hex'
import { type Chain, connectChain } from '@trove/chain-client/chain'
import { rightsCommitment } from '@trove/chain-client/rights'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  devAccount,
  startTestChain,
  submitAgain,
  type TestChain,
} from '../../../../../../packages/chain-client/test/embedded-chain.ts'
import { stepsOf } from '../../../../test/steps.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { openLog } from '../../../platform/base/log.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { openPool, type Pool } from '../../../platform/db/pool/pool.ts'
import { addVersion, addWork } from './waiting-lab.ts'

/** kill -9 at every step of an anchoring, on the embedded chain: the next process asks the chain, and anchors once. */

const MAIN = fileURLToPath(new URL('../../../../test/processes/rights-process.ts', import.meta.url))
const market = devAccount('Charlie')
let node: TestChain
let chain: Chain
let database: TestDatabase
let pool: Pool
let db: Db
let depositPlanck: bigint
beforeAll(async () => {
  ;[node, database] = await Promise.all([startTestChain(300), createTestDatabase()])
  pool = openPool({ url: database.url, size: 2, log: openLog('silent'), name: 'rights-kill-test' })
  db = openDatabase(pool)
  chain = connectChain(node.url)
  depositPlanck = (await chain.getRightsRules()).depositPlanck
  await addWork(db)
}, 300_000)
afterAll(async () => {
  chain?.disconnect()
  await node?.remove()
  await pool.end()
  await database.drop()
})

/** How a process ended that anchors what waits, and dies at the point when it comes there for the nth time. */
async function anchor(crashAt = '', account = 'Charlie'): Promise<string> {
  const given = { DATABASE_URL: database.url, CHAIN_URL: node.url, RIGHTS_OF: account }
  const env = { ...process.env, ...given, TROVE_CRASH_AT: crashAt }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal ?? String(code)
}

let made = 0
const rowOf = async (number: number) => {
  const { rows } = await sql<{ state: string; block: number | null; isOpen: boolean; tries: number }>`
    select state, committed_block as block, call_hash is not null as "isOpen", tries from code_rights
    where number = ${number}`.execute(db)
  return rows[0]!
}
const held = async () => (await chain.getBalance(market.address)).heldPlanck

/** Steps of the commitment; each comes once more for the reveal, which a process meets when the commitment is done. */
const POINTS = stepsOf(
  ['before-signed', 'signed', 'submitted', 'outcome-known', 'before-ended', 'ended'],
  ['submitted', 'before-ended'],
).map((point) => `rights.${point}`)

test.each(['waiting', 'committed'].flatMap((state) => POINTS.map((point) => [state, point] as const)))(
  'a process killed for a %s version at %s leaves it to the next one, which anchors it once',
  async (state, point) => {
    const before = await held()
    const { number, contentHash } = await addVersion(db, ++made)
    // The first process ends with the commitment, so that the second begins with the reveal.
    if (state === 'committed') expect(await anchor('rights.ended')).toBe('SIGKILL')
    expect(await anchor(point)).toBe('SIGKILL')
    expect(await anchor()).toBe('0')
    const row = await rowOf(number)
    expect(row).toMatchObject({ state: 'revealed', isOpen: false })
    expect(await chain.findRightsWork(toHex(contentHash))).toMatchObject({
      address: market.address,
      title: `Trove w/${number}`,
      committedBlock: row.block,
    })
    // One commitment alone was paid for.
    expect((await held()) - before).toBe(depositPlanck)
    expect(await anchor()).toBe('0')
    expect((await held()) - before).toBe(depositPlanck)
  },
)

test.each(stepsOf(['signed', 'submitted', 'ended'], ['submitted']))(
  'an account that is replaced at rights.%s leaves its version to the next one, which anchors it with a deposit of its own',
  async (point) => {
    const next = devAccount('Eve')
    const { number, contentHash } = await addVersion(db, ++made)
    const before = await held()
    expect(await anchor(`rights.${point}`)).toBe('SIGKILL')
    expect(await anchor('', 'Eve')).toBe('0')
    expect(await rowOf(number)).toMatchObject({ state: 'revealed', isOpen: false })
    expect(await chain.findRightsWork(toHex(contentHash))).toMatchObject({ address: next.address })
    // What the first account committed to is its own to release.
    const { rows } = await sql<{ salt: string }>`select salt from code_rights where number = ${number}`.execute(db)
    const commitment = rightsCommitment(market.publicKey, toHex(contentHash), toHex(rows[0]!.salt))
    expect((await held()) - before).toBe(depositPlanck)
    expect(await submitAgain(chain, chain.calls.releaseRights(commitment), market)).toMatchObject({
      kind: 'in-block',
    })
    expect((await held()) - before).toBe(0n)
  },
)
