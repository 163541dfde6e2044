import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { openLog } from '../../../platform/base/log.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { openPool, type Pool } from '../../../platform/db/pool/pool.ts'
import type { RightsChain, RightsStep, RightsWork } from '../model/rights-chain.ts'
import { anchorWaiting } from './anchoring.ts'
import { addVersion, addWork } from './waiting-lab.ts'

/** A call whose end nobody saw for days, on a stand-in for a node that kept neither its block nor its state. */

const ADDRESS = '5Market'
const [COMMITTED, REVEALED] = [100, 200]
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

/** Does at once what is sent to it; `unread` are contents about which it does not answer. */
function fakeChain(unread: ReadonlySet<string> = new Set(), getBlock?: RightsChain['getBlock']) {
  const commits = new Set<string>()
  const works = new Map<string, RightsWork>()
  const [sent, signedSteps] = [[] as string[], new Map<string, RightsStep[]>()]
  const commitmentOf = (address: string, contentHash: string) => `${address}:${contentHash}`
  const answer = <T>(contentHash: string, value: T) => {
    if (unread.has(contentHash)) throw new Error('the node has no such block')
    return value
  }
  function take(step: RightsStep): void {
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
    isOpen: async ({ hash }) => !sent.includes(hash),
    findCommitment: async (_, commitment) =>
      answer(commitment.split(':')[1]!, commits.has(commitment) ? COMMITTED : undefined),
    findWork: async (contentHash) => answer(contentHash, works.get(contentHash)),
    getBlock: getBlock ?? (async (height) => ({ hash: `0x${height}`, at: new Date(height) })),
    getHeight: async () => 1000,
    getContestBlocks: async () => 100,
  }
  return { chain, sent }
}

test('a block whose state the node keeps no more is noted without its time, and the next version has its turn', async () => {
  const old = await addVersion(db, ++made)
  const { chain } = fakeChain(new Set(), async (height) => ({ hash: `0x${height}`, at: null }))
  await anchorWaiting({ db, chain, log })
  expect(await rowOf(old.number)).toEqual({
    ...{ state: 'revealed', tries: 0, committedBlock: COMMITTED, committedHash: '0x100', committedAt: null },
    ...{ revealedBlock: REVEALED, revealedAt: null },
  })
  const next = await addVersion(db, ++made)
  await anchorWaiting({ db, chain, log })
  expect(await rowOf(next.number)).toMatchObject({ state: 'revealed' })
})

test('a version that cannot be read is tried again some times, and holds up no other of its call', async () => {
  const [broken, fine] = [await addVersion(db, ++made), await addVersion(db, ++made)]
  const { chain } = fakeChain(new Set([broken.contentHash]))
  // Alone in its next call it is as a chain that is away: nothing is known of it.
  await expect(anchorWaiting({ db, chain, log })).rejects.toThrow('no such block')
  expect(await rowOf(broken.number)).toMatchObject({ state: 'waiting', tries: 1 })
  expect(await rowOf(fine.number)).toMatchObject({ state: 'revealed', tries: 0 })
})
