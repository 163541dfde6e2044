import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { openLog } from '../../../platform/base/log.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { openPool, type Pool } from '../../../platform/db/pool/pool.ts'
import type { RightsChain, RightsStep, RightsWork } from '../model/rights-chain.ts'
import { anchorWaiting, watchContests } from './anchoring.ts'
import { addVersion, addWork } from './waiting-lab.ts'

/** A call whose end nobody saw for days, on a stand-in for a node that kept neither its block nor its state. */

const ADDRESS = '5Market'
const [COMMITTED, REVEALED] = [100, 200]
/** More often than a version is tried that blocks have and did not anchor. */
const TRIES_AND_MORE = 5
const log = openLog('silent')
let database: TestDatabase
let pool: Pool
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ url: database.url, size: 2, log, name: 'anchoring-test' })
  db = openDatabase(pool)
  await addWork(db)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  await sql`delete from code_rights`.execute(db)
  await sql`delete from code_anchor_calls`.execute(db)
})

let made = 0
const rowOf = async (number: number) => {
  const { rows } =
    await sql`select state, tries, committed_block as "committedBlock", committed_hash as "committedHash",
      committed_at as "committedAt", revealed_block as "revealedBlock", revealed_at as "revealedAt"
    from code_rights where number = ${number}`.execute(db)
  return rows[0]!
}

type Manner = { getBlock?: RightsChain['getBlock']; findFate?: RightsChain['findFate']; isAway?: () => boolean }

/**
 * Does at once what is sent to it. `unread` are contents about which it does not answer, `undone` those for which it does nothing.
 */
function fakeChain(
  { unread = new Set(), undone = new Set() }: Partial<Record<'unread' | 'undone', ReadonlySet<string>>> = {},
  { isAway = () => false, ...manner }: Manner = {},
) {
  const commits = new Set<string>()
  const works = new Map<string, RightsWork>()
  const [sent, signedSteps] = [[] as string[], new Map<string, RightsStep[]>()]
  const commitmentOf = (address: string, contentHash: string) => `${address}:${contentHash}`
  const answer = <T>(contentHash: string, value: T) => {
    if (isAway()) throw new Error('the connection broke off')
    if (unread.has(contentHash)) throw new Error('the node has no such block')
    return value
  }
  function take(step: RightsStep): void {
    if (step.kind === 'commit' && undone.has(step.commitment.split(':')[1]!)) return
    if (step.kind === 'commit') commits.add(step.commitment)
    else if (commits.delete(commitmentOf(ADDRESS, step.contentHash))) {
      const { contentHash, title } = step
      works.set(contentHash, { address: ADDRESS, title, committedBlock: COMMITTED, revealedBlock: REVEALED })
    }
  }
  const chain: RightsChain = {
    address: ADDRESS,
    getGenesisHash: async () => '0xff',
    countAffordable: async () => 100,
    findAddress: (text) => text,
    commitmentOf,
    async sign(steps) {
      const hash = `call${sent.length}-${made}`
      signedSteps.set(hash, steps)
      return { bytes: '0x', hash, nonce: 0, firstBlock: 1, lastBlock: 65, genesisHash: '0xff' }
    },
    async submit({ hash }) {
      sent.push(hash)
      for (const step of signedSteps.get(hash)!) take(step)
    },
    findFate: manner.findFate ?? (async ({ hash }) => (sent.includes(hash) ? 'included' : 'open')),
    findCommitment: async (_, commitment) =>
      answer(commitment.split(':')[1]!, commits.has(commitment) ? COMMITTED : undefined),
    findWork: async (contentHash) => answer(contentHash, works.get(contentHash)),
    getBlock: manner.getBlock ?? (async (height) => ({ hash: `0x${height}`, at: new Date(height) })),
    async getHeight() {
      if (isAway()) throw new Error('the chain is away')
      return 1000
    },
    getContestBlocks: async () => 100,
  }
  return { chain, sent }
}

test('a block whose state the node keeps no more is noted without its time, and the next version has its turn', async () => {
  const old = await addVersion(db, ++made)
  const { chain } = fakeChain({}, { getBlock: async (height) => ({ hash: `0x${height}`, at: null }) })
  await anchorWaiting({ db, chain, log })
  expect(await rowOf(old.number)).toEqual({
    ...{ state: 'revealed', tries: 0, committedBlock: COMMITTED, committedHash: '0x100', committedAt: null },
    ...{ revealedBlock: REVEALED, revealedAt: null },
  })
  const next = await addVersion(db, ++made)
  await anchorWaiting({ db, chain, log })
  expect(await rowOf(next.number)).toMatchObject({ state: 'revealed' })
})

test('a block that the node does not have is noted by its number, and stops nothing', async () => {
  const { number } = await addVersion(db, ++made)
  const { chain } = fakeChain({}, { getBlock: async () => ({ hash: null, at: null }) })
  await anchorWaiting({ db, chain, log })
  expect(await rowOf(number)).toEqual({
    ...{ state: 'revealed', tries: 0, committedBlock: COMMITTED, committedHash: null, committedAt: null },
    ...{ revealedBlock: REVEALED, revealedAt: null },
  })
})

test('a version that cannot be read holds up no other, and is asked about until it can be, without a new call', async () => {
  const [broken, fine] = [await addVersion(db, ++made), await addVersion(db, ++made)]
  const unread = new Set([broken.contentHash])
  const { chain, sent } = fakeChain({ unread })
  for (let times = 1; times <= TRIES_AND_MORE; times++)
    await expect(anchorWaiting({ db, chain, log })).rejects.toThrow('no such block')
  expect(await rowOf(broken.number)).toMatchObject({ state: 'waiting', tries: 0 })
  expect(await rowOf(fine.number)).toMatchObject({ state: 'revealed', tries: 0 })
  // Also when it is alone in its call, the next ones have their turn.
  const [alone, next] = [await addVersion(db, ++made), made + 1]
  unread.add(alone.contentHash)
  await expect(anchorWaiting({ db, chain, log })).rejects.toThrow('no such block')
  await addVersion(db, ++made)
  await expect(anchorWaiting({ db, chain, log })).rejects.toThrow('no such block')
  expect(await rowOf(next)).toMatchObject({ state: 'revealed', tries: 0 })
  const calls = sent.length
  unread.clear()
  await anchorWaiting({ db, chain, log })
  for (const { number } of [broken, alone])
    expect(await rowOf(number)).toMatchObject({ state: 'revealed', tries: 0, committedBlock: COMMITTED })
  // One call reveals both: neither was committed twice.
  expect(sent.length).toBe(calls + 1)
})

test('a line that breaks amid the answers counts no try: all are asked about again', async () => {
  const versions = [await addVersion(db, ++made), await addVersion(db, ++made), await addVersion(db, ++made)]
  let answers = Number.POSITIVE_INFINITY
  const { chain } = fakeChain({}, { isAway: () => answers-- <= 0 })
  for (let times = 1; times <= TRIES_AND_MORE; times++) {
    answers = 1
    await expect(anchorWaiting({ db, chain, log })).rejects.toThrow('the chain is away')
  }
  for (const { number } of versions) expect(await rowOf(number)).toMatchObject({ state: 'waiting', tries: 0 })
  answers = Number.POSITIVE_INFINITY
  await anchorWaiting({ db, chain, log })
  for (const { number } of versions) expect(await rowOf(number)).toMatchObject({ state: 'revealed', tries: 0 })
})

test.each(['left-out', 'unknown'] as const)('a call whose fate is %s was no try of what it was for', async (fate) => {
  const { number, contentHash } = await addVersion(db, ++made)
  const undone = new Set([contentHash])
  let left = TRIES_AND_MORE
  const findFate = async () => {
    if (--left === 0) undone.clear()
    return fate
  }
  await anchorWaiting({ db, chain: fakeChain({ undone }, { findFate }).chain, log })
  expect(await rowOf(number)).toMatchObject({ state: 'revealed', tries: 0 })
})

test('what blocks have and did not do is tried some times, and then refused', async () => {
  const { number, contentHash } = await addVersion(db, ++made)
  const { chain, sent } = fakeChain({ undone: new Set([contentHash]) })
  await anchorWaiting({ db, chain, log })
  expect([await rowOf(number), sent.length]).toMatchObject([{ state: 'refused', tries: 3 }, 3])
})

test('a content that cannot be read holds up no other whose contest is watched', async () => {
  const [broken, fine] = [await addVersion(db, ++made), await addVersion(db, ++made)]
  await anchorWaiting({ db, chain: fakeChain().chain, log })
  await sql`update code_rights set checked_at = business_now() - interval '2 hours' + number * interval '1 second'`.execute(
    db,
  )
  const { chain } = fakeChain({ unread: new Set([broken.contentHash]) })
  await expect(watchContests({ db, chain })).rejects.toThrow('no such block')
  const { rows } = await sql<{ number: number }>`
    select number from code_rights where checked_at > business_now() - interval '1 hour'`.execute(db)
  expect(rows).toEqual([{ number: fine.number }])
})
