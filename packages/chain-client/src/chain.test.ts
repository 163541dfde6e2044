import { BLOCK_SECONDS, BLOCKS_PER_DAY } from '@trove/contract/chain/routes'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  devAccount,
  isUnsent,
  startTestChain,
  submitAgain,
  type TestChain,
  untilAnswered,
} from '../test/embedded-chain.ts'
import { toHex } from './base/hex.ts'
import { type Chain, connectChain } from './chain.ts'
import { createBlockSource } from './reading/block-source.ts'
import { type ChainStatus, ChainUnreachable, openConnection } from './reading/connection.ts'
import type { SignedCall } from './reading/outcome.ts'
import { signerOf } from './signers.ts'

/** Against the embedded chain with the committed runtime, which is many times slower on a machine that is short of processors. */
vi.setConfig({ testTimeout: 240_000 })

const TTC = 10n ** 12n
const alice = devAccount('Alice')
const bob = devAccount('Bob')

let node: TestChain
let chain: Chain
beforeAll(async () => {
  node = await startTestChain()
  chain = connectChain(node.url)
}, 300_000)
afterAll(async () => {
  chain?.disconnect()
  await node?.remove()
})

const wish = {
  cid: 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  note: new Uint8Array([1, 2, 3]),
  rootHex: `0x${'ab'.repeat(32)}`,
  sizeBytes: 700n * 2n ** 20n,
  durationBlocks: 14_400 * 30,
  wanted: 3,
  tipsPlanck: 0n,
  maxPricePlanck: TTC,
} as const

describe('a connection', () => {
  test('refuses to read a node of another chain than the expected one', async () => {
    const other = connectChain(node.url, { genesisHash: `0x${'00'.repeat(32)}` })
    const seen: ChainStatus[] = []
    other.onStatus((status) => seen.push(status))
    await vi.waitFor(() => expect(other.status()).toBe('other-chain'), 60_000)
    await expect(other.getBalance(alice.address)).rejects.toThrow(ChainUnreachable)
    // On a busy machine connecting may take so long that it is said to be unreachable first.
    expect(seen.filter((status) => status !== 'unreachable')).toEqual(['connecting', 'other-chain'])
    other.disconnect()
  })

  test('tells chains with the same block 0 apart by their block 1', async () => {
    const identity = openConnection(node.url)
    const { genesisHash, networkId } = await createBlockSource(identity).getIdentity()
    identity.close()
    const other = connectChain(node.url, { genesisHash, networkId: `0x${'01'.repeat(32)}` })
    await vi.waitFor(() => expect(other.status()).toBe('other-chain'), 60_000)
    other.disconnect()
    const same = connectChain(node.url, { genesisHash, networkId })
    await vi.waitFor(() => expect(same.status()).toBe('connected'), 60_000)
    same.disconnect()
  })

  test('to nobody says that the chain cannot be reached', async () => {
    const nobody = connectChain('ws://127.0.0.1:9')
    await vi.waitFor(() => expect(nobody.status()).toBe('unreachable'), 60_000)
    nobody.disconnect()
    await expect(nobody.getBalance(alice.address)).rejects.toThrow(ChainUnreachable)
  })
})

describe('reading', () => {
  test('a price is the one the golden example names', async () => {
    const price = await chain.findPrice({ sizeBytes: 2n ** 30n, durationBlocks: 14_400, wanted: 3 })
    expect(price).toMatchObject({
      totalPlanck: 47_720_000_000n,
      storagePlanck: 30_720_000_000n,
      poolPlanck: 27_648_000_000n,
      workPlanck: 15_000_000_000n,
    })
  })

  test('an order that is none and a miner that is none are nothing', async () => {
    expect([await chain.findOrder(4_000_000), await chain.findMiner(alice.address)]).toEqual([undefined, undefined])
  })

  test('parameters and heads are there', async () => {
    expect(await chain.getParams()).toMatchObject({ samples: 2, timing: { epoch_blocks: 20 } })
    const { best, finalised } = await chain.getHeads()
    expect(best).toBeGreaterThanOrEqual(finalised)
  })

  test('a block lasts 6 seconds, and the proofs of a day are paid for 14,400 of them', async () => {
    const connection = openConnection(node.url)
    const { readBlock } = createBlockSource(connection)
    const [first, second] = [await readBlock(1), await readBlock(2)]
    connection.close()
    expect(second.timeMs - first.timeMs).toBe(BLOCK_SECONDS * 1000)
    const proofsOf = async (durationBlocks: number) =>
      (await chain.findPrice({ sizeBytes: 1n, durationBlocks, wanted: 1 }))!.workPlanck
    const [day, begun] = [await proofsOf(BLOCKS_PER_DAY), await proofsOf(BLOCKS_PER_DAY + 1)]
    expect(await proofsOf(BLOCKS_PER_DAY - 1)).toBe(day)
    expect(begun).toBeGreaterThan(day)
  })
})

describe('signing', () => {
  test('a transfer is shown before, arrives, and its fate is known from finalised blocks', async () => {
    const nobody = devAccount('Arrival')
    const call = chain.calls.transfer(nobody.address, TTC)
    expect(chain.describe(call)).toEqual({
      pallet: 'Balances',
      name: 'transfer_keep_alive',
      args: [
        { name: 'dest', value: nobody.address },
        { name: 'value', value: String(TTC) },
      ],
    })
    expect(await chain.estimateFee(call, alice.address)).toBeGreaterThan(0n)
    const told: bigint[] = []
    const stop = chain.watchBalance(nobody.address, ({ freePlanck }) => told.push(freePlanck))
    const steps: string[] = []
    let signed: SignedCall | undefined
    const outcome = await submitAgain(chain, call, alice, {
      until: 'finalised',
      onProgress(progress) {
        // A try that was not sent is followed by another.
        if (progress.step === 'signing') steps.length = 0
        steps.push(progress.step)
        if (progress.step === 'signed') signed = progress.signed
      },
    })
    expect(outcome).toMatchObject({ kind: 'finalised' })
    expect(steps).toEqual(['signing', 'signed', 'sent', 'in-block'])
    await vi.waitFor(() => expect(told.at(-1)).toBe(TTC), 60_000)
    expect(new Set(told).size).toBe(told.length)
    stop()
    expect(await chain.askFate(signed!)).toMatchObject({ ...outcome, kind: 'done' })
    expect(await chain.getBalance(nobody.address)).toMatchObject({
      transferablePlanck: TTC - TTC / 1000n,
      heldPlanck: 0n,
    })
  })

  test('an order is placed and read, its deposit held, and canceled for the whole price', async () => {
    const before = await chain.getBalance(bob.address)
    const placed = await submitAgain(chain, chain.calls.createOrder(wish), bob)
    expect(placed).toMatchObject({ kind: 'in-block' })
    const { items, total } = await chain.listUserOrders(bob.address)
    const [order] = items
    expect(total).toBe(1)
    expect(order).toMatchObject({
      cid: wish.cid,
      rootHex: wish.rootHex,
      status: 'Pending',
      pricePlanck: 821_000_000_000n,
    })
    expect(await chain.findOrder(order!.id)).toEqual(order)
    expect((await chain.listOpenOrders()).items).toEqual([order])
    expect((await chain.getBalance(bob.address)).heldPlanck - before.heldPlanck).toBe(order!.depositPlanck)
    expect(await submitAgain(chain, chain.calls.cancelOrder(order!.id), bob)).toMatchObject({
      kind: 'in-block',
    })
    expect(await chain.findOrder(order!.id)).toMatchObject({ status: 'Canceled', consumerStatus: 'Canceled' })
  })

  test('what a pallet refuses says which of its errors it was', async () => {
    const { calls } = chain
    const refusalOf = async (call: ReturnType<typeof calls.withdrawal>) => {
      const outcome = await submitAgain(chain, call, bob)
      return outcome.kind === 'refused' ? outcome.refusal : outcome.kind
    }
    expect(await refusalOf(calls.withdrawal())).toBe('Market.NothingToWithdraw')
    expect(await refusalOf(calls.createOrder({ ...wish, maxPricePlanck: 1n }))).toBe('Market.PriceMoved')
    expect(await refusalOf(calls.transfer(alice.address, 10n ** 30n))).toBe('balance-too-low')
    expect(await refusalOf(calls.transfer(devAccount('Dust').address, 1n))).toBe('below-minimum')
  })

  test('somebody without a balance is told before being asked to sign', async () => {
    const poor = devAccount('Poor')
    const signTx = vi.fn(poor.signer.signTx)
    const outcome = await submitAgain(chain, chain.calls.withdrawal(), { signer: { ...poor.signer, signTx } })
    expect(outcome).toMatchObject({ kind: 'balance-too-low', transferablePlanck: 0n })
    expect(signTx).not.toHaveBeenCalled()
  })

  test('a person who does not sign abandons the call, and nothing is sent', async () => {
    const signer = signerOf(bob.publicKey, () => Promise.reject(new Error('Cancelled')))
    const outcome = await submitAgain(chain, chain.calls.withdrawal(), { signer })
    expect(outcome).toEqual({ kind: 'abandoned', detail: 'Cancelled' })
  })

  test('one account signs one call at a time', async () => {
    const call = chain.calls.transfer(alice.address, TTC)
    const first = submitAgain(chain, call, bob)
    expect(await chain.submitAndWatch(call, bob.signer)).toEqual({ kind: 'busy' })
    expect(await first).toMatchObject({ kind: 'in-block' })
  })

  test('a signature of somebody else’s key is refused by the chain', async () => {
    const eve = devAccount('Eve')
    const forged = signerOf(bob.publicKey, (bytes) => eve.sign(bytes))
    const outcome = await submitAgain(chain, chain.calls.transfer(eve.address, TTC), { signer: forged })
    expect(outcome).toMatchObject({ kind: 'refused', refusal: 'bad-signature' })
  })

  test('bytes that were never sent are open, and impossible once their time is over', async () => {
    const { finalised } = await chain.getHeads()
    const unsent = { hash: toHex('0x1234'), address: bob.address, nonce: 9 }
    expect(await chain.askFate({ ...unsent, firstBlock: finalised - 2, lastBlock: finalised + 1000 })).toEqual({
      kind: 'open',
    })
    expect(await chain.askFate({ ...unsent, firstBlock: 1, lastBlock: finalised - 1 })).toEqual({ kind: 'impossible' })
  })
})

test('a call whose connection is closed is lost at once, not after the longest wait', async () => {
  const short = connectChain(node.url)
  const dave = devAccount('Dave')
  const submit = () =>
    short.submitAndWatch(short.calls.transfer(dave.address, TTC), alice.signer, {
      onProgress: ({ step }) => step === 'sent' && short.disconnect(),
    })
  const outcome = await untilAnswered(async () => {
    const now = await submit()
    return isUnsent(now) ? undefined : now
  })
  expect(outcome).toMatchObject({ kind: 'lost', signed: { address: alice.address } })
})

test('a chain that is killed and comes back is read and watched on', async () => {
  const carol = devAccount('Carol')
  const told: bigint[] = []
  const stop = chain.watchBalance(carol.address, ({ freePlanck }) => told.push(freePlanck))
  await vi.waitFor(() => expect(told).toEqual([0n]), 60_000)
  await node.kill()
  await vi.waitFor(() => expect(chain.status()).toBe('unreachable'), 60_000)
  await node.restart()
  await vi.waitFor(() => expect(chain.status()).toBe('connected'), 60_000)
  const outcome = await submitAgain(chain, chain.calls.transfer(carol.address, TTC), alice)
  expect(outcome).toMatchObject({ kind: 'in-block' })
  await vi.waitFor(() => expect(told).toEqual([0n, TTC]), 60_000)
  stop()
}, 300_000)
