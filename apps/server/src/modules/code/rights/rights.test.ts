import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toHex } from '@trove/chain-client/base/hex'
import { type Chain, connectChain } from '@trove/chain-client/chain'
import { rightsCommitment } from '@trove/chain-client/rights'
import { getCertificate } from '@trove/contract/code/rights'
import { createCodeToken, grantWork } from '@trove/contract/code/vault'
import { createWork, putWorkOnline, takeWorkOffline, uploadArchive } from '@trove/contract/code/works'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  devAccount,
  startTestChain,
  submitAgain,
  type TestChain,
} from '../../../../../../packages/chain-client/test/embedded-chain.ts'
import { zip } from '../../../../../../packages/git-server/test/make-archive.ts'
import { git, needGit } from '../../../../../../packages/git-server/test/stock-git.ts'
import { fillWork, publishWork, sendFile } from '../../../../test/labs/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'

/** Versions of published works are anchored on the embedded chain, and anybody can check that without the site. */

const docs = (name: string) => fileURLToPath(new URL(`../../../../../../docs/${name}`, import.meta.url))
// These only end what would never come: the chain is many times slower on a machine that is short of processors.
vi.setConfig({ testTimeout: 900_000 })
const WAIT = { timeout: 200_000, interval: 200 }
const bob = devAccount('Bob')
let node: TestChain
let chain: Chain
let world: World
let author: WorldUser
let folder: string
beforeAll(async () => {
  needGit()
  folder = await mkdtemp(join(tmpdir(), 'trove-rights-'))
  node = await startTestChain(300)
  chain = connectChain(node.url)
  world = await startWorld({ hasPayment: false, env: { CHAIN_URL: node.url } })
  author = await world.signIn('13600000001')
}, 300_000)
afterAll(async () => {
  chain?.disconnect()
  await world?.stop()
  await node?.remove()
  await rm(folder, { recursive: true, force: true })
})

const files = (text: string) => [
  { name: 'README.md', data: Buffer.from(`# ${text}\n`) },
  { name: 'src/许多 文件.ts', data: Buffer.from('export {}\n') },
]
const certificate = (id: string, number = 1, as?: WorldUser) =>
  world.call(getCertificate, { params: { id, number } }, { as })
const refused = (code: string) => expect.objectContaining({ code })

/** The certificate once the chain has had its say. */
async function ended(id: string, number = 1) {
  return await vi.waitFor(async () => {
    world.platform.jobs.soon('code.scan')
    world.platform.jobs.soon('code.anchor')
    const found = await certificate(id, number)
    expect(['waiting', 'committed']).not.toContain(found.state)
    return found
  }, WAIT)
}
const verify = (contentHash: string) =>
  execFileSync(process.execPath, [docs('verify-rights.mjs'), node.url, contentHash], { encoding: 'utf8' })

test('a published version is committed and revealed in its author’s name, and a clone and the chain alone prove it', async () => {
  const id = await publishWork(world, author, { title: 'Anchored' }, files('Anchored'))
  const found = await ended(id)
  const market = devAccount('Charlie')
  expect(found).toMatchObject({ state: 'revealed', title: 'Anchored', number: 1, isFinal: false, earlier: null })
  expect(found.address).toBe(market.address)
  expect(found.committed!.number).toBeLessThan(found.revealed!.number)
  expect(found.committed!.at! < found.revealed!.at!).toBe(true)
  const [contentHash, salt] = [toHex(found.contentHash), toHex(found.salt!)]
  expect(found.commitment).toBe(rightsCommitment(market.publicKey, contentHash, salt))
  expect(await chain.findRightsWork(contentHash)).toEqual({
    address: market.address,
    title: `Trove ${id}/1`,
    committedBlock: found.committed!.number,
    revealedBlock: found.revealed!.number,
  })
  expect(await chain.getBlock(found.committed!.number)).toMatchObject({ hash: found.committed!.hash })
  expect(found.genesisHash).toBe(await chain.getGenesisHash())

  const reader = await world.signIn('13600000002')
  await world.call(grantWork, { params: { id } }, { as: reader })
  const { token, path } = await world.call(createCodeToken, { params: { id }, body: { right: 'read' } }, { as: reader })
  await git(folder, 'clone', '--quiet', `${world.url.replace('//', `//git:${token}@`)}${path}`, 'copy')
  const hashed = execFileSync(process.execPath, [docs('hash-checkout.mjs')], { cwd: join(folder, 'copy') })
  expect(hashed.toString().trim()).toBe(found.contentHash)
  expect(verify(found.contentHash)).toBe(
    `${market.address} anchored it in block ${found.committed!.number} and revealed it in block ${found.revealed!.number}\n`,
  )
  expect(verify(`0x${'00'.repeat(32)}`)).toBe('nobody has anchored this content\n')
})

test('the same content stands once: who comes later is told of the earlier block', async () => {
  const first = await ended(await publishWork(world, author, {}, files('Same')))
  const other = await world.signIn('13600000003')
  const later = await ended(await publishWork(world, other, {}, files('Same')))
  expect(later).toMatchObject({
    state: 'earlier',
    contentHash: first.contentHash,
    earlier: { address: first.address, block: first.committed!.number },
    salt: null,
    revealed: null,
  })
})

test('an earlier commitment of somebody else takes the content over within the contest, and the certificate says so', async () => {
  const { id } = await world.call(createWork, { body: { title: 'Contested' } }, { as: author })
  await fillWork(world, author, id)
  expect(
    (await sendFile(world, author, uploadArchive.path.replace('{id}', id), zip(files('Contested')), 'a.zip')).ok,
  ).toBe(true)
  const { rows } = await sql<{ digest: string }>`
    select tree_digest as digest from code_versions where work_id = ${id}`.execute(world.db)
  const [content, salt] = [toHex(`0x${rows[0]!.digest}`), toHex(`0x${'cd'.repeat(32)}`)]
  const succeed = async (call: Parameters<Chain['submitAndWatch']>[0]) =>
    expect(await submitAgain(chain, call, bob)).toMatchObject({ kind: 'in-block' })
  await succeed(chain.calls.commitRights(rightsCommitment(bob.publicKey, content, salt)))
  await world.call(putWorkOnline, { params: { id } }, { as: author })
  expect(await ended(id)).toMatchObject({ state: 'revealed', isFinal: false })

  await succeed(chain.calls.revealRights(content, salt, 'Mine'))
  await world.advance(2 * 3_600_000)
  await vi.waitFor(async () => {
    world.platform.jobs.soon('code.watch-contests')
    const now = await certificate(id)
    expect(now.state).toBe('earlier')
    expect(now.earlier).toMatchObject({ address: bob.address })
    expect(now.earlier!.block).toBeLessThan(now.committed!.number)
  }, WAIT)
})

test('a draft is not anchored, a stranger sees no certificate of what is offline, and of a version that is not there nobody', async () => {
  const { id } = await world.call(createWork, { body: { title: 'Draft' } }, { as: author })
  await fillWork(world, author, id)
  await sendFile(world, author, uploadArchive.path.replace('{id}', id), zip(files('Draft')), 'a.zip')
  const shown = await publishWork(world, author, {}, files('Shown'))
  await ended(shown)
  const { rows } = await sql`select 1 from code_rights where work_id = ${id}`.execute(world.db)
  expect(rows).toEqual([])
  await expect(certificate(shown, 2)).rejects.toEqual(refused('resource.not-found'))
  await world.call(takeWorkOffline, { params: { id: shown } }, { as: author })
  await expect(certificate(shown)).rejects.toEqual(refused('resource.not-found'))
  expect((await certificate(shown, 1, author)).state).toBe('revealed')
})

test('while the chain is away a version waits, and is anchored when it is back', async () => {
  await node.kill()
  const id = await publishWork(world, author, {}, files('Patient'))
  await vi.waitFor(async () => {
    world.platform.jobs.soon('code.scan')
    expect(await certificate(id)).toMatchObject({ state: 'waiting', address: null, salt: null, committed: null })
  }, WAIT)
  await node.restart()
  expect(await ended(id)).toMatchObject({ state: 'revealed' })
})
