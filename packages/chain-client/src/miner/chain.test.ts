import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { devAccount, startTestChain, submitAgain, type TestChain } from '../../test/embedded-chain.ts'
import { fromHex, toHex } from '../base/hex.ts'
import type { Call, OrderWish } from '../calls.ts'
import { extensionPlanck } from '../extension.ts'
import { rightsCommitment } from '../rights.ts'
import type { Proof } from './calls.ts'
import { connectMinerChain, type MinerChain } from './chain.ts'

/** Against the embedded chain with the committed runtime; the file is one of the golden vectors, so roots and paths are the chain's own. */
vi.setConfig({ testTimeout: 900_000 })

type Golden = { cases: { size: number; root: string; proofs: { index: number; path: string[] }[] }[] }
const golden: Golden = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../chain/vectors/merkle.json'), 'utf8'),
)
/** The largest of which every leaf's path is given. */
const file = golden.cases.find(({ size }) => size === 3072)!
const LEAF_BYTES = 1024
const TTC = 10n ** 12n
const DAY = 14_400
const miner = devAccount('Charlie')
const owner = devAccount('Bob')
const stranger = devAccount('Dave')

let node: TestChain
let chain: MinerChain
beforeAll(async () => {
  node = await startTestChain(200)
  chain = connectMinerChain(node.url)
}, 900_000)
afterAll(async () => {
  chain?.disconnect()
  await node?.remove()
})

/** Byte i of a golden file is (7 i + floor(i / 1024)) mod 256. */
const leafOf = (index: number) =>
  Uint8Array.from({ length: LEAF_BYTES }, (_, i) => (7 * (index * LEAF_BYTES + i) + index) % 256)
const proofOf = (indexes: number[]): Proof =>
  indexes.map((index) => ({ leaf: leafOf(index), path: file.proofs[index]!.path.map((hash) => fromHex(`0x${hash}`)) }))

const submit = (call: Call, who: typeof miner) => submitAgain(chain, call, who)
const succeed = async (call: Call, who = miner) => expect(await submit(call, who)).toMatchObject({ kind: 'in-block' })
const refusal = async (call: Call, who = miner) => {
  const outcome = await submit(call, who)
  return outcome.kind === 'refused' ? outcome.refusal : outcome.kind
}

const ordered: OrderWish = {
  cid: 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  note: new Uint8Array([1]),
  rootHex: `0x${file.root}`,
  sizeBytes: BigInt(file.size),
  durationBlocks: DAY,
  wanted: 1,
  tipsPlanck: 0n,
  maxPricePlanck: TTC,
}
async function placeOrder(): Promise<number> {
  await succeed(chain.calls.createOrder(ordered), owner)
  return (await chain.listUserOrders(owner.address)).items[0]!.id
}
const dueOf = async (id: number) => (await chain.listDue(miner.address)).items.find((due) => due.id === id)
const untilDue = (id: number) => vi.waitUntil(() => dueOf(id), { timeout: 240_000, interval: 300 }).then((due) => due!)
/** Proves when it is due. Blocks are quick here: a machine with much to do may find the time over when it has signed. */
async function prove(id: number, tries = 5) {
  const due = await untilDue(id)
  const outcome = await submit(chain.minerCalls.submitProofs([{ id, proof: proofOf(due.leafIndexes) }]), miner)
  if (outcome.kind !== 'in-block' && tries > 1) return prove(id, tries - 1)
  expect(outcome).toMatchObject({ kind: 'in-block' })
  return due
}

/** Joins. The chunks that are asked for change with the blocks: a machine with much to do may have signed for earlier ones. */
async function accept(id: number, tries = 5): Promise<void> {
  const { leafIndexes } = (await chain.findJoin(id, miner.address))!
  const outcome = await submit(chain.minerCalls.accept(id, proofOf(leafIndexes)), miner)
  if (outcome.kind !== 'in-block' && tries > 1) return accept(id, tries - 1)
  expect(outcome).toMatchObject({ kind: 'in-block' })
}

/** More time costs to the last unit what was computed before, and a batch gives it to all orders or to none. */
async function extend(id: number): Promise<void> {
  const before = (await chain.findOrder(id))!
  const planck = extensionPlanck(before, DAY + 7)
  const wish = { id, blocks: DAY + 7, maxPricePlanck: planck }
  expect(await refusal(chain.calls.extendOrders([{ ...wish, maxPricePlanck: planck - 1n }]), owner)).toBe(
    'Market.PriceMoved',
  )
  expect(await refusal(chain.calls.extendOrders([wish, { ...wish, id: 999_999 }]), owner)).toBe('Market.NoOrder')
  expect(await chain.findOrder(id)).toMatchObject({ deadlineBlock: before.deadlineBlock })
  await succeed(chain.calls.extendOrders([wish]), owner)
  expect(await chain.findOrder(id)).toMatchObject({
    deadlineBlock: before.deadlineBlock + DAY + 7,
    pricePlanck: before.pricePlanck + planck,
  })
  const again = extensionPlanck((await chain.findOrder(id))!, DAY)
  const both = [DAY, DAY].map((blocks) => ({ id, blocks, maxPricePlanck: again + TTC }))
  expect(chain.describe(chain.calls.extendOrders(both))).toMatchObject({ pallet: 'Utility', name: 'batch_all' })
  await succeed(chain.calls.extendOrders(both), owner)
  expect((await chain.findOrder(id))!.durationBlocks).toBe(before.durationBlocks + 3 * DAY + 7)
}

test('several orders are placed by one signature, all of them or none; records that ended are deleted by one, each by itself', async () => {
  const own = async () => (await chain.listUserOrders(owner.address)).items.map(({ id }) => id)
  const before = await own()
  const dear = { ...ordered, maxPricePlanck: 1n }
  expect(await refusal(chain.calls.createOrders([ordered, dear]), owner)).toBe('Market.PriceMoved')
  expect(await own()).toEqual(before)
  expect(chain.describe(chain.calls.createOrders([ordered, ordered]))).toMatchObject({
    pallet: 'Utility',
    name: 'batch_all',
  })
  await succeed(chain.calls.createOrders([ordered, ordered]), owner)
  const placed = (await own()).filter((id) => !before.includes(id))
  expect(placed).toHaveLength(2)
  for (const id of placed) await succeed(chain.calls.cancelOrder(id), owner)
  // The chain does not let go of their records yet, and has never had the third: none of it fails the whole.
  expect(await refusal(chain.calls.purgeEach([placed[0]!]), owner)).toBe('Market.NotYet')
  await succeed(chain.calls.purgeEach([...placed, 999_999]), owner)
  expect((await own()).filter((id) => placed.includes(id))).toEqual(placed)
})

test('a miner registers, takes an order, confirms it, proves, settles, withdraws and leaves', async () => {
  expect(await chain.findJoin(0, miner.address)).toBeUndefined()
  await succeed(chain.calls.register(2n ** 30n, '/ip4/127.0.0.1/tcp/4001'))
  const id = await placeOrder()
  const joining = (await chain.findJoin(id, miner.address))!
  expect(joining).toMatchObject({ hasTurn: true, leafIndexes: [expect.any(Number), expect.any(Number)] })
  const wrong = [...proofOf(joining.leafIndexes)].map(({ path }, i) => ({
    leaf: leafOf(joining.leafIndexes[i]! + 1),
    path,
  }))
  expect(await refusal(chain.minerCalls.accept(id, wrong))).toBe('Market.BadProof')
  await accept(id)
  expect(await chain.findOrder(id)).toMatchObject({ status: 'Pending', replication: 0 })

  const confirming = await prove(id)
  expect(await chain.findOrder(id)).toMatchObject({ consumerStatus: 'Serving', replication: 1 })

  await extend(id)

  const before = await chain.getBalance(miner.address)
  const periodic = await prove(id)
  expect(periodic.epoch).toBeGreaterThan(confirming.epoch)
  // A proof that is taken costs its miner nothing.
  expect((await chain.getBalance(miner.address)).freePlanck).toBe(before.freePlanck)
  const income = await chain.getIncome(miner.address)
  await succeed(chain.calls.calculateReward(id))
  expect(await chain.getIncome(miner.address)).toBeGreaterThan(income)
  await succeed(chain.calls.withdrawal())
  await succeed(chain.calls.leave(id))
  await prove(id)
  expect((await chain.findOrder(id))!.replicas).toEqual([])
})

test('proofs of a stranger are in no block, and a miss is reported only where there is one', async () => {
  const id = await placeOrder()
  const signed = await chain.sign(chain.minerCalls.submitProofs([{ id, proof: proofOf([0, 1]) }]), stranger.signer)
  await chain.send(signed)
  // The pool does not say for how long it refuses them; another call takes their number.
  expect(await refusal(chain.minerCalls.reportMissed(id, miner.address), stranger)).toBe('Market.NotReplica')
  await vi.waitFor(async () => expect(await chain.askFate(signed)).toEqual({ kind: 'impossible' }), 60_000)
})

test('a work is anchored without being shown, and revealed by its author alone', async () => {
  const [content, salt] = [toHex(`0x${'ab'.repeat(32)}`), toHex(`0x${'cd'.repeat(32)}`)]
  await succeed(chain.calls.commitRights(rightsCommitment(owner.publicKey, content, salt)), owner)
  expect(await refusal(chain.calls.revealRights(content, salt, 'A work'), stranger)).toBe('Rights.NotCommitted')
  await succeed(chain.calls.revealRights(content, salt, 'A work'), owner)
  expect(await refusal(chain.calls.revealRights(content, salt, 'A work'), owner)).toBe('Rights.NotCommitted')
})
