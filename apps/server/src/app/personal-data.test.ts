import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/world/database.ts'
import { openLog } from '../platform/base/log.ts'
import { openDatabase } from '../platform/db/database.ts'
import type { Db } from '../platform/db/handle.ts'
import { openPool, type Pool } from '../platform/db/pool/pool.ts'
import { PERSONAL_DATA } from './personal-data.ts'

/**
 * No table and no column of the database may be forgotten. Each table is in a module's list of personal data or among the
 * tables without any. Each column of the former goes into a person's copy or is left out by name.
 */

/** Tables without people, and why. */
const IMPERSONAL: Record<string, string> = {
  platform_clock: 'one number',
  platform_migration: 'which migrations ran',
  platform_migration_lock: 'a lock',
  platform_migration_text: 'checksums of migrations',
  platform_rate_limit: 'counts by id or keyed hash, for an hour at most',
  platform_worker: 'processes',
  compute_market_days: 'prices and counts of a day',
  compute_probe_rounds: 'how many machines answered in a minute',
  compute_relays: 'processes',
  platform_ticket: 'rights of pseudonyms to open one thing, for half a minute',
  dictionary_entries: 'options',
  dictionary_nodes: 'options',
  interest_tags: 'options',
  talent_ratings_due: 'times at which reviews show',
  talent_agreements: 'texts that were accepted, of nobody',
  code_writings: 'names of blobs, for hours',
  code_anchor_calls: 'calls the market’s account signed',
  code_licence_keys: 'keys that sign licence files',
  compute_certificate_keys: 'keys that sign certificates of machines',
  storage_parts: 'numbers of parts of uploads',
  storage_frames: 'hashes of ciphertext',
  storage_cursor: 'heights',
  storage_warned: 'heights',
  storage_nodes: 'hashes of ciphertext',
  storage_lines: 'public keys of storage nodes, and the process each is connected to',
  storage_audits: 'public keys of storage nodes, and what they answered; who is behind one is not known',
  storage_standings: 'public keys of storage nodes',
  storage_node_checks: 'keys of storage nodes, for an hour; who is behind one is not known',
  sliders: 'open puzzles, of nobody, for two minutes',
  market_changes: 'ids of offers, their prices and sizes before a change',
  compute_facets: 'counts',
  compute_facet_changes: 'counts',
  payment_reconciliation: 'days',
  wallet_rule: 'since when a rule of payouts holds',
  payment_bill_line: 'numbers of trades',
  payment_adjustment: 'accounts and numbers of trades, and the pseudonym of who proposed it',
  payment_adjustment_decision: 'the pseudonyms of who proposed and who decided',
  payment_refund_turn: 'numbers of refunds',
  payment_refund_outside: 'numbers of refunds and transfers, and the pseudonym of who proposed it',
  payment_refund_outside_decision: 'the pseudonyms of who proposed and who decided',
  payment_parked_closing: 'numbers of attempts, and the pseudonym of who looked into them',
  payment_difference: 'numbers of trades, and the pseudonym of who looked into them',
  chain_network: 'chains',
  chain_block: 'public: blocks',
  chain_event: 'public: what blocks tell; who is behind an address is not known',
  chain_movement: 'public: movements of addresses; who is behind one is not known',
  chain_order: 'public: orders of addresses; who is behind one is not known',
  chain_replica: 'public: addresses of storage nodes',
  chain_day: 'counts',
  ledger_unsealed: 'numbers of postings',
  ledger_seal: 'the hash chain',
  staff_act_check: 'how far the record of the staff was checked',
  staff_act: 'the pseudonyms of the staff, and what they did to what; kept as evidence',
  ledger_audit: 'counts',
}

let database: TestDatabase
let pool: Pool
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ url: database.url, size: 2, log: openLog('silent'), name: 'personal-data' })
  db = openDatabase(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const declared = PERSONAL_DATA.flatMap(({ tables }) => tables)

async function columnsOf(table: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`select column_name as name, data_type as type
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(db)
  return new Map(rows.map(({ name, type }) => [name, type]))
}

test('every table is listed, as personal or as impersonal', async () => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const listed = new Set([...declared.map(({ table }) => table), ...Object.keys(IMPERSONAL)])
  expect(rows.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([])
  for (const { table } of declared) expect([table, IMPERSONAL[table]]).toEqual([table, undefined])
})

describe('a personal table', () => {
  test.each(declared.map((one) => [one.name ?? one.table, one] as const))(
    '%s has its columns copied, opened or left out by name',
    async (_, { table, leftOut = [], opened = {}, onErasure }) => {
      const columns = await columnsOf(table)
      const named = [
        ...(leftOut === 'all' ? [] : leftOut),
        ...Object.keys(opened),
        ...(typeof onErasure === 'string' ? [] : Object.keys(onErasure)),
      ]
      expect(named.filter((name) => !columns.has(name))).toEqual([])
      if (leftOut === 'all') return
      const bytes = [...columns].filter(([, type]) => type === 'bytea').map(([name]) => name)
      expect(bytes.filter((name) => !leftOut.includes(name) && !(name in opened))).toEqual([])
    },
  )

  test('that seals something either forgets it on erasure or loses its rows', async () => {
    const kept: string[] = []
    for (const { table, onErasure } of declared) {
      if (onErasure === 'delete') continue
      const sealed = [...(await columnsOf(table)).keys()].filter((name) => name.endsWith('_sealed'))
      const changed = onErasure === 'keep' ? [] : Object.keys(onErasure)
      kept.push(...sealed.filter((name) => !changed.includes(name)).map((name) => `${table}.${name}`))
    }
    expect(kept).toEqual([])
  })
})
