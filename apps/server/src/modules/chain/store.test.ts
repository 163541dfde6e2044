import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { openLog } from '../../platform/base/log.ts'
import { openDatabase } from '../../platform/db/database.ts'
import type { Db } from '../../platform/db/handle.ts'
import { openPool, type Pool } from '../../platform/db/pool/pool.ts'
import type { BlockRecord } from './block-record.ts'
import { findCursor, switchNetwork, writeBlock } from './store.ts'

/** The index takes a block only on top of its highest one, whoever writes it: two processes at once do no harm. */

let database: TestDatabase
let pool: Pool
let db: Db
let network: number
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ url: database.url, size: 4, log: openLog('silent'), name: 'index-store-test' })
  db = openDatabase(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
let chains = 0
beforeEach(async () => {
  const named = await switchNetwork(db, { genesisHash: hex(0, 0), networkId: hex(++chains, 1) })
  network = named.network
  for (const height of [1, 2, 3]) expect(await writeBlock(db, network, block(height))).toBe(true)
})

const hex = (chain: number, height: number) =>
  `0x${String(chain).padStart(32, '0')}${String(height).padStart(32, '0')}` as const
const hashOf = (height: number) => hex(chains, height)
const OTHER = hex(99, 99)
function block(height: number, changes: { hash?: string; parentHash?: string; hasEvent?: boolean } = {}): BlockRecord {
  const { hash = hashOf(height), parentHash = hashOf(height - 1), hasEvent = false } = changes
  const events = hasEvent ? [{ index: 0, transaction: 0, pallet: 'System', name: 'Told', data: {} }] : []
  return { block: { height, hash, parentHash, timeMs: height * 6000 }, events, movements: [], orders: [] } as never
}

test.each([
  ['leaves a block out', () => block(5)],
  ['has another parent', () => block(4, { parentHash: OTHER })],
  ['takes the place of the highest', () => block(3, { hash: OTHER })],
  ['lies below the highest', () => block(2, { hash: OTHER })],
  ['is there already', () => block(3)],
] as const)('a block that %s is not written, and nothing it tells', async (_, make) => {
  expect(await writeBlock(db, network, make())).toBe(false)
  expect(await writeBlock(db, network, { ...make(), events: block(1, { hasEvent: true }).events })).toBe(false)
  const { rows } = await pool.query('select height, hash from chain_block where network = $1 order by height', [
    network,
  ])
  expect(rows).toEqual([1, 2, 3].map((height) => ({ height, hash: hashOf(height) })))
  const told = await pool.query('select 1 from chain_event where network = $1', [network])
  expect(told.rows).toEqual([])
})

test('a block after a gap follows any lower one, and none that is not lower', async () => {
  expect(await writeBlock(db, network, block(2, { hash: OTHER }), true)).toBe(false)
  expect(await writeBlock(db, network, block(9, { parentHash: OTHER }), true)).toBe(true)
  expect(await findCursor(db, network)).toMatchObject({ height: 9 })
})

test('of two that write the same block at once, one does', async () => {
  const written = await Promise.all(
    Array.from({ length: 4 }, () => writeBlock(db, network, block(4, { hasEvent: true }))),
  )
  expect(written.filter(Boolean)).toHaveLength(1)
})
