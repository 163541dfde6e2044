import { ApiPromise, WsProvider } from '@polkadot/api'
import type { SubmittableExtrinsic } from '@polkadot/api/types'
import { blake2AsHex } from '@polkadot/util-crypto'
import { Binary, createClient, type PolkadotClient } from 'polkadot-api'
import { getPolkadotSigner } from 'polkadot-api/signer'
import { getWsProvider } from 'polkadot-api/ws'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { account, hasRuntime, makeFolder, openChain } from '../test/chain-lab.ts'
import { connectRpc } from '../test/rpc-client.ts'
import type { Host } from './host.ts'

const TTC = 10n ** 12n

/** A file of 3 MiB for 30 days on three nodes. */
const ORDER = {
  cid: 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  note: 'sealed',
  root: `0x${'5a'.repeat(32)}`,
  size: 3 * 2 ** 20,
  durationBlocks: 30 * 14_400,
  wanted: 3,
}

describe.skipIf(!hasRuntime)('clients as they are', () => {
  const { folder, remove } = makeFolder()
  let host: Host
  let api: ApiPromise
  let papi: PolkadotClient

  beforeAll(async () => {
    host = await openChain(folder)
    host.driver.start()
    api = await ApiPromise.create({ provider: new WsProvider(host.url), noInitWarn: true })
    papi = createClient(getWsProvider(host.url))
  })
  afterAll(async () => {
    papi?.destroy()
    await api?.disconnect()
    await host?.close()
    remove()
  })

  const freeOf = async (name: string): Promise<bigint> => {
    const found = await api.query.system?.account?.(account(name).address)
    return (found as unknown as { data: { free: { toBigInt(): bigint } } }).data.free.toBigInt()
  }
  const transfer = (to: string, amount: bigint) => {
    const call = api.tx.balances?.transferKeepAlive
    if (!call) throw new Error('no transfers')
    return call(account(to).address, amount)
  }
  /** Waits for a transaction's end: the hash of its block, or why it did not get there. */
  const sent = (extrinsic: SubmittableExtrinsic<'promise'>, from: string, nonce: number) =>
    new Promise<string>((resolve, reject) => {
      extrinsic
        .signAndSend(account(from), { nonce }, ({ status }) => {
          if (status.isFinalized) resolve(status.asFinalized.toHex())
          else if (status.isInvalid || status.isDropped || status.isUsurped) reject(new Error(status.type))
        })
        .catch(reject)
    })

  test('polkadot.js reads the chain, sends a transfer and sees it finalised', async () => {
    expect(api.genesisHash.toHex()).toBe(await host.store.findHash(0))
    expect(api.registry.chainTokens).toEqual(['TTC'])
    const before = await freeOf('Charlie')
    const block = await sent(transfer('Charlie', 3n * TTC), 'Alice', 0)
    expect(await freeOf('Charlie')).toBe(before + 3n * TTC)
    const signed = await api.rpc.chain.getBlock(block)
    expect(signed.block.extrinsics.map(({ method }) => method.method)).toContain('transferKeepAlive')
  })

  test('polkadot.js asks for the size and hash of a value, for all heads, and how far the node is', async () => {
    const key = api.query.system?.account?.key(account('Alice').address) as string
    const head = (await api.rpc.chain.getHeader()).hash
    const value = (await api.rpc.state.getStorage(key, head)) as unknown as { toHex(): string }
    const bytes = value.toHex()
    expect((await api.rpc.state.getStorageSize(key, head)).toNumber()).toBe(bytes.length / 2 - 1)
    expect((await api.rpc.state.getStorageHash(key, head)).toHex()).toBe(blake2AsHex(bytes))
    expect((await api.rpc.state.getStorageSize('0x1234', head)).toJSON()).toBe(0)
    const heads: number[] = []
    const stop = await api.rpc.chain.subscribeAllHeads(({ number }) => void heads.push(number.toNumber()))
    await vi.waitFor(() => expect(heads.length).toBeGreaterThan(3), { timeout: 60_000 })
    stop()
    expect(heads).toEqual(heads.map((_, i) => heads[0]! + i))
    const { currentBlock, highestBlock } = await api.rpc.system.syncState()
    expect(currentBlock.toNumber()).toBeGreaterThanOrEqual(heads.at(-1)!)
    expect(highestBlock.unwrap().toNumber()).toBe(currentBlock.toNumber())
  })

  test('transactions sent in the wrong order are taken in the order of their nonces', async () => {
    const before = await freeOf('Dave')
    const order = [2, 0, 1]
    const blocks = await Promise.all(order.map((nonce) => sent(transfer('Dave', TTC), 'Bob', nonce)))
    expect(blocks.every((hash) => hash.startsWith('0x'))).toBe(true)
    expect(await freeOf('Dave')).toBe(before + 3n * TTC)
    expect((await api.rpc.system.accountNextIndex(account('Bob').address)).toNumber()).toBe(3)
  })

  test('a tampered signature is refused, and so is an old nonce', async () => {
    const signed = await transfer('Charlie', TTC).signAsync(account('Eve'), { nonce: 0 })
    const bytes = signed.toU8a()
    const at = bytes.length - 3
    bytes[at] = (bytes[at] as number) ^ 1
    const tampered = `0x${Buffer.from(bytes).toString('hex')}`
    await expect(api.rpc.author.submitExtrinsic(tampered)).rejects.toThrow('bad signature')
    await sent(transfer('Charlie', TTC), 'Eve', 0)
    await expect(sent(transfer('Charlie', TTC), 'Eve', 0)).rejects.toThrow('outdated')
  })

  test('PAPI reads the chain, sends a transfer and sees it finalised', async () => {
    const unsafe = papi.getUnsafeApi()
    const ferdie = account('Ferdie')
    const signer = getPolkadotSigner(ferdie.publicKey, 'Sr25519', (message) => ferdie.sign(message))
    const dest = { type: 'Id', value: account('Charlie').address }
    const before = await freeOf('Charlie')
    const call = unsafe.tx.Balances?.transfer_keep_alive?.({ dest, value: 2n * TTC })
    const result = await call?.signAndSubmit(signer)
    expect(result?.ok).toBe(true)
    expect(await freeOf('Charlie')).toBe(before + 2n * TTC)
    const free = (await unsafe.query.System?.Account?.getValue(account('Charlie').address)) as {
      data: { free: bigint }
    }
    expect(free.data.free).toBe(before + 2n * TTC)
    expect((await papi.getFinalizedBlock()).number).toBeGreaterThan(1)
  })

  test('polkadot.js places an order and reads it by the runtime API', async () => {
    const call = api.tx.market?.createOrder
    if (!call) throw new Error('no market')
    const price = (await api.call.marketApi?.orderPrice?.(
      ORDER.size,
      ORDER.durationBlocks,
      ORDER.wanted,
    )) as unknown as {
      unwrap(): { quote: { total: { toBigInt(): bigint } } }
    }
    const total = price.unwrap().quote.total.toBigInt()
    const { cid, note, root, size, durationBlocks, wanted } = ORDER
    const block = await sent(call(cid, note, root, size, durationBlocks, wanted, 0, total), 'Alice', 1)
    const mine = (await api.call.marketApi?.userOrders?.(account('Alice').address, null, 10)) as unknown as {
      items: { toJSON(): unknown }[]
    }
    expect(mine.items).toHaveLength(1)
    const { number } = await api.rpc.chain.getHeader(block)
    expect(mine.items[0]?.toJSON()).toMatchObject({
      id: 0,
      owner: account('Alice').address,
      cid: `0x${Buffer.from(cid).toString('hex')}`,
      root,
      size,
      wanted,
      created: number.toNumber(),
      duration: durationBlocks,
      consumerStatus: 'Pending',
      replicas: [],
    })
  })

  test('PAPI places an order for what it was told it costs, reads it by the runtime API, and a planck less is refused', async () => {
    const unsafe = papi.getUnsafeApi()
    const bob = account('Bob')
    const signer = getPolkadotSigner(bob.publicKey, 'Sr25519', (message) => bob.sign(message))
    const { cid, note, root, size, durationBlocks, wanted } = ORDER
    const read = unsafe.apis.MarketApi
    const price = (await read?.order_price?.(BigInt(size), durationBlocks, wanted)) as { quote: { total: bigint } }
    const order = (maxPrice: bigint) =>
      unsafe.tx.Market?.create_order?.({
        cid: Binary.fromText(cid),
        note: Binary.fromText(note),
        root,
        size: BigInt(size),
        duration: durationBlocks,
        wanted,
        tips: 0n,
        max_price: maxPrice,
      })
    const refused = await order(price.quote.total - 1n)?.signAndSubmit(signer)
    expect(refused).toMatchObject({
      ok: false,
      dispatchError: { value: { type: 'Market', value: { type: 'PriceMoved' } } },
    })
    const placed = await order(price.quote.total)?.signAndSubmit(signer)
    expect(placed?.ok).toBe(true)
    const event = placed?.events.find(({ type, value }) => type === 'Market' && value.type === 'OrderCreated')
    const { id } = (event as { value: { value: { id: number } } }).value.value
    expect(await read?.order?.(id)).toMatchObject({
      owner: bob.address,
      price: price.quote.total,
      consumer_status: { type: 'Pending' },
      replication: 0,
    })
    const page = (await read?.user_orders?.(bob.address, undefined, 50)) as { items: { id: number }[]; total: number }
    expect([page.items.map((item) => item.id), page.total]).toEqual([[id], 1])
  })
})

describe.skipIf(!hasRuntime)('clients that watch a transaction, block by block', () => {
  const { folder, remove } = makeFolder()
  let host: Host
  beforeAll(async () => {
    host = await openChain(folder)
  })
  afterAll(async () => {
    await host?.close()
    remove()
  })
  const within = { timeout: 120_000 }

  test('polkadot.js is told that it is in a block, with its events, and with the next block that it is final', async () => {
    const api = await ApiPromise.create({ provider: new WsProvider(host.url), noInitWarn: true })
    const told: [string, string | undefined][] = []
    const call = api.tx.balances!.transferKeepAlive!(account('Charlie').address, TTC)
    const stop = await call.signAndSend(account('Alice'), ({ status, events }) => {
      const ends = events.find(({ event }) => event.method === 'ExtrinsicSuccess')
      told.push([status.type, ends?.event.method])
    })
    await vi.waitFor(() => expect(told).toEqual([['Ready', undefined]]), within)
    const { hash } = await host.driver.buildBlock()
    await vi.waitFor(() => expect(told.slice(1)).toEqual([['InBlock', 'ExtrinsicSuccess']]), within)
    expect((await api.rpc.chain.getFinalizedHead()).toHex()).toBe(hash)
    await host.driver.buildBlock()
    await vi.waitFor(() => expect(told.slice(2)).toEqual([['Finalized', 'ExtrinsicSuccess']]), within)
    stop()
    await api.disconnect()
  })

  test('PAPI is told that it is in a block, and that it is final', async () => {
    const papi = createClient(getWsProvider(host.url))
    const bob = account('Bob')
    const signer = getPolkadotSigner(bob.publicKey, 'Sr25519', (message) => bob.sign(message))
    const dest = { type: 'Id', value: account('Charlie').address }
    const call = papi.getUnsafeApi().tx.Balances!.transfer_keep_alive!({ dest, value: TTC })
    const told: string[] = []
    const watching = call.signSubmitAndWatch(signer).subscribe((event) => {
      told.push(event.type === 'txBestBlocksState' ? `in block: ${event.found}` : event.type)
    })
    await vi.waitFor(() => expect(told).toContain('broadcasted'), within)
    // Handing in and broadcasting are two steps; only the pool tells that it is there.
    await vi.waitFor(async () => expect(await pending(host.url)).toBe(1), within)
    await host.driver.buildBlock()
    await vi.waitFor(() => expect(told.at(-1)).toBe('finalized'), within)
    expect(told).toEqual(['signed', 'broadcasted', 'in block: true', 'finalized'])
    watching.unsubscribe()
    papi.destroy()
  })
})

async function pending(url: string): Promise<number> {
  const rpc = await connectRpc(url)
  const extrinsics = await rpc.call<string[]>('author_pendingExtrinsics')
  rpc.close()
  return extrinsics.length
}
