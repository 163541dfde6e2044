import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { toHex } from '@trove/chain-client/base/hex'
import { type Chain, connectChain } from '@trove/chain-client/chain'
import { rightsCommitment } from '@trove/chain-client/rights'
import { getCertificate, getRightsAccount, lookAtRights, setRightsAccount } from '@trove/contract/code/rights'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  devAccount,
  startTestChain,
  submitAgain,
  type TestChain,
} from '../../../../../../packages/chain-client/test/embedded-chain.ts'
import { publishWork } from '../../../../test/labs/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'

/** Authors who commit and reveal by a chain account of their own, on the embedded chain. */

const docs = (name: string) => fileURLToPath(new URL(`../../../../../../docs/${name}`, import.meta.url))
// These only end what would never come: the chain is many times slower on a machine that is short of processors.
vi.setConfig({ testTimeout: 900_000 })
const WAIT = { timeout: 200_000, interval: 200 }
const [dave, bob, market] = [devAccount('Dave'), devAccount('Bob'), devAccount('Charlie')]
type Account = typeof dave
let node: TestChain
let chain: Chain
let world: World
let author: WorldUser
beforeAll(async () => {
  node = await startTestChain(300)
  chain = connectChain(node.url)
  world = await startWorld({ hasPayment: false, env: { CHAIN_URL: node.url } })
  author = await world.signIn('13600000001')
  await link(dave.address)
}, 300_000)
afterAll(async () => {
  chain?.disconnect()
  await world?.stop()
  await node?.remove()
})

const refused = (code: string) => expect.objectContaining({ code })
const certificate = (id: string, as?: WorldUser) => world.call(getCertificate, { params: { id, number: 1 } }, { as })
const link = (account: string | null, as = author) => world.call(setRightsAccount, { body: { account } }, { as })

/** Publishes a work whose content nobody has; answers what its author has to sign. */
let made = 0
async function publish(as = author) {
  const files = [{ name: 'README.md', data: Buffer.from(`# ${++made} of its kind\n`) }]
  const id = await publishWork(world, as, {}, files)
  await vi.waitFor(async () => {
    world.platform.jobs.soon('code.scan')
    await certificate(id, as)
  }, WAIT)
  return await certificate(id, as)
}

/** The certificate as its author sees it, once the chain was looked at and it is as expected. */
async function becomes(id: string, expected: Record<string, unknown>) {
  return await vi.waitFor(async () => {
    await world.call(lookAtRights, { params: { id, number: 1 } }, { as: author })
    const found = await certificate(id, author)
    expect(found).toMatchObject(expected)
    return found
  }, WAIT)
}

/** Lets the jobs look, and says how the certificate is after that. */
async function afterLook(id: string) {
  await sql`update code_rights set checked_at = null where work_id = ${id}`.execute(world.db)
  await vi.waitFor(async () => {
    world.platform.jobs.soon('code.anchor')
    world.platform.jobs.soon('code.follow-authors')
    const { rows } = await sql`select 1 from code_rights where work_id = ${id} and checked_at is not null`.execute(
      world.db,
    )
    expect(rows).toHaveLength(1)
  }, WAIT)
  return await certificate(id, author)
}

async function sign(call: Parameters<Chain['submitAndWatch']>[0], by: Account) {
  expect(await submitAgain(chain, call, by, { until: 'finalised' })).toMatchObject({ kind: 'finalised' })
}
const commit = (commitment: string, as = dave) => sign(chain.calls.commitRights(toHex(commitment)), as)
const reveal = (contentHash: string, salt: string, title: string, as = dave) =>
  sign(chain.calls.revealRights(toHex(contentHash), toHex(salt), title), as)
/** A commitment of an account to a content, with a salt of its own. */
const OTHER_SALT = toHex(`0x${'ab'.repeat(32)}`)
const commitmentOf = ({ publicKey }: Account, contentHash: string) =>
  rightsCommitment(publicKey, toHex(contentHash), OTHER_SALT)

test('an author with a linked account commits and reveals by it, and the chain alone names that account', async () => {
  expect(await world.call(getRightsAccount, {}, { as: author })).toEqual({ account: dave.address })
  const { id, contentHash, chainTitle, toSign } = await publish()
  const { commitment, salt } = toSign!
  expect(commitment).toBe(rightsCommitment(dave.publicKey, toHex(contentHash), toHex(salt)))
  // A stranger is told neither the salt nor of an account that signed nothing yet.
  expect(await certificate(id)).toMatchObject({
    state: 'waiting',
    isOwn: true,
    address: null,
    salt: null,
    toSign: null,
  })
  // The market signs nothing for it, and the same commitment of a stranger is the stranger's.
  await commit(commitment, bob)
  expect(await afterLook(id)).toMatchObject({ state: 'waiting', address: dave.address, toSign: { step: 'commit' } })

  await commit(commitment)
  const committed = await becomes(id, { state: 'committed', address: dave.address, toSign: { step: 'reveal' } })
  expect(await certificate(id)).toMatchObject({ state: 'committed', address: dave.address, salt: null, toSign: null })
  await reveal(contentHash, salt, chainTitle)
  const found = await becomes(id, { state: 'revealed', isOwn: true, address: dave.address, salt, toSign: null })
  expect(found.committed).toEqual(committed.committed)
  expect(found.genesisHash).toBe(await chain.getGenesisHash())
  expect(execFileSync(process.execPath, [docs('verify-rights.mjs'), node.url, contentHash], { encoding: 'utf8' })).toBe(
    `${dave.address} anchored it in block ${found.committed!.number} and revealed it in block ${found.revealed!.number}\n`,
  )
})

test('what was signed while the server looked away is found whole', async () => {
  const { id, contentHash, chainTitle, toSign } = await publish()
  await commit(toSign!.commitment)
  await reveal(contentHash, toSign!.salt, chainTitle)
  const { committed, revealed } = await becomes(id, { state: 'revealed', address: dave.address })
  expect(committed!.number).toBeLessThan(revealed!.number)
})

test('a stranger’s earlier anchor of the same content stands, and the author’s version is never called theirs', async () => {
  const { id, contentHash } = await publish()
  await commit(commitmentOf(bob, contentHash), bob)
  await reveal(contentHash, OTHER_SALT, `Trove ${id}/1`, bob)
  const found = await becomes(id, { state: 'earlier', revealed: null, toSign: null })
  expect(found.earlier).toMatchObject({ address: bob.address })
  // Nothing was signed by the account its author named: nobody else is told of it.
  expect(await certificate(id)).toMatchObject({ isOwn: true, address: null, commitment: null, salt: null })
})

test('a deposit that is of no use any more is freed by its author: after a stranger’s earlier anchor, and when left to the market', async () => {
  const late = await publish()
  await commit(commitmentOf(bob, late.contentHash), bob)
  await commit(late.toSign!.commitment)
  await reveal(late.contentHash, OTHER_SALT, `Trove ${late.id}/1`, bob)
  const left = await publish()
  await commit(left.toSign!.commitment)
  await becomes(left.id, { state: 'committed' })
  await sql`update code_rights set created_at = created_at - interval '7 days' where work_id = ${left.id}`.execute(
    world.db,
  )
  await sql`update code_rights_accounts set linked_at = linked_at - interval '7 days'`.execute(world.db)
  await afterLook(left.id)
  await byMarket(left.id)
  await sql`update code_rights_accounts set linked_at = business_now()`.execute(world.db)
  for (const { id, toSign } of [late, left]) {
    const { commitment } = toSign!
    await becomes(id, { toSign: { step: 'release', account: dave.address, commitment } })
    expect((await certificate(id)).toSign).toBeNull()
    await sign(chain.calls.releaseRights(toHex(commitment)), dave)
    await becomes(id, { toSign: null })
  }
})

test('another commitment of the author to the same content is theirs, and no other one is shown for it', async () => {
  const { id, contentHash, chainTitle } = await publish()
  await commit(commitmentOf(dave, contentHash))
  await reveal(contentHash, OTHER_SALT, chainTitle)
  const found = await becomes(id, { state: 'revealed', address: dave.address, commitment: null, salt: null })
  expect(found.committed!.number).toBeLessThan(found.revealed!.number)
})

test('a stranger’s later anchor that was revealed first gives way to the author’s', async () => {
  const { id, contentHash, chainTitle, toSign } = await publish()
  await commit(toSign!.commitment)
  await commit(commitmentOf(bob, contentHash), bob)
  await reveal(contentHash, OTHER_SALT, 'Mine', bob)
  await becomes(id, { state: 'committed' })
  expect(await afterLook(id)).toMatchObject({ state: 'committed', toSign: { step: 'reveal' } })
  await reveal(contentHash, toSign!.salt, chainTitle)
  await becomes(id, { state: 'revealed', address: dave.address })
})

test('a record of the author’s account that names something else is not this version’s', async () => {
  const { id, contentHash, toSign } = await publish()
  await commit(toSign!.commitment)
  await reveal(contentHash, toSign!.salt, 'Trove another/1')
  expect((await becomes(id, { state: 'earlier' })).earlier).toMatchObject({ address: dave.address })
})

test('a commitment that its author released waits for another', async () => {
  const { id, toSign } = await publish()
  await commit(toSign!.commitment)
  await becomes(id, { state: 'committed' })
  await sign(chain.calls.releaseRights(toHex(toSign!.commitment)), dave)
  await becomes(id, { state: 'waiting', isOwn: true, committed: null, toSign: { step: 'commit' } })
})

/** The certificate once the market's account has anchored it. */
const byMarket = (id: string) =>
  vi.waitFor(async () => {
    world.platform.jobs.soon('code.anchor')
    const found = await certificate(id)
    expect(found).toMatchObject({ state: 'revealed', isOwn: false, address: market.address })
  }, WAIT)

test('without an account, or when seven days went by, the market anchors in the author’s name', async () => {
  const [left, handed] = [await publish(), await publish()]
  await sql`update code_rights set created_at = created_at - interval '7 days' where work_id = ${left.id}`.execute(
    world.db,
  )
  // The days begin with the account that was named, not with the version.
  expect(await afterLook(left.id)).toMatchObject({ state: 'waiting', isOwn: true })
  await sql`update code_rights_accounts set linked_at = linked_at - interval '7 days'`.execute(world.db)
  await afterLook(left.id)
  await byMarket(left.id)
  expect(await afterLook(handed.id)).toMatchObject({ state: 'waiting', isOwn: true })
  await link(null)
  await byMarket(handed.id)
  expect(await world.call(getRightsAccount, {}, { as: author })).toEqual({ account: null })
  await byMarket((await publish()).id)
})

test('an address that is none is refused, and only the author has the chain looked at', async () => {
  await expect(link('5Nothing')).rejects.toEqual(refused('chain.address-invalid'))
  const { id } = await publish()
  const stranger = await world.signIn('13600000004')
  const look = (as: WorldUser) => world.call(lookAtRights, { params: { id, number: 1 } }, { as })
  await expect(look(stranger)).rejects.toEqual(refused('resource.not-found'))
  await look(author)
})
