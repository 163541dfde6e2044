import '../src/lean-chopsticks.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiPromise, Keyring, WsProvider } from '@polkadot/api'
import type { SubmittableExtrinsic } from '@polkadot/api/types'
import { readSettings } from '../src/settings.ts'
import { connectRpc } from './rpc-client.ts'

/**
 * How long the embedded chain takes for a block, empty and with transactions, to check a transaction, and for a page of
 * orders. A program of its own; `bench/embedded-chain.ts` runs it. `node measure-work.ts SAMPLES`.
 */

const samples = Number(process.argv[2] ?? 40)
const WARM_UP_BLOCKS = 3
const DAY_BLOCKS = 14_400
const ORDERS = 40
const TTC = 10n ** 12n
/** 50 as SCALE writes it, the most rows of a page. */
const PAGE_ROWS = '32000000'

const root = join(import.meta.dirname, '../../..')
const folder = await mkdtemp(join(tmpdir(), 'trove-bench-chain-'))
// After the hooks that make Chopsticks small.
const { openHost } = await import('../src/host.ts')
const fail = (what: string, cause?: unknown) => {
  throw new Error(what, { cause })
}
const host = await openHost(readSettings({ CHAIN_DATA_DIR: folder, CHAIN_PORT: '0' }, root), {
  onTrouble: fail,
  onNews: fail,
  onHopeless: fail,
})
const inherents = host.store.head.extrinsics.length
const rpc = await connectRpc(host.url)
const api = await ApiPromise.create({ provider: new WsProvider(host.url), noInitWarn: true })
const keyring = new Keyring({ type: 'sr25519' })
const alice = keyring.addFromUri('//Alice')
const bob = keyring.addFromUri('//Bob')
let nonce = 0

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function timesOf(
  count: number,
  work: (index: number) => Promise<unknown>,
  before?: () => Promise<unknown>,
): Promise<string> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    await before?.()
    times.push(await timed(() => work(index)))
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.min(count - 1, Math.floor(share * count))] as number).toFixed(0)
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)} ms`
}

/** Hands calls in, one after the other, and builds the block that takes them. */
async function include(what: string, many: number, makeCall: () => SubmittableExtrinsic<'promise'>): Promise<void> {
  const { genesisHash, runtimeVersion } = api
  const signed = Array.from({ length: many }, () =>
    makeCall().sign(alice, { nonce: nonce++, genesisHash, blockHash: genesisHash, runtimeVersion }).toHex(),
  )
  const checked = await timesOf(many, (index) => rpc.call('author_submitExtrinsic', signed[index]))
  let taken = 0
  const ms = await timed(async () => {
    taken = (await host.driver.buildBlock()).extrinsics.length - inherents
  })
  console.log(`a block with ${taken} ${what}: ${ms.toFixed(0)} ms; to check one handed in: ${checked}`)
}

const transfer = () => api.tx.balances!.transferKeepAlive!(bob.address, TTC)
const order = () =>
  api.tx.market!.createOrder!(
    'bafybench',
    `0x${'01'.repeat(256)}`,
    `0x${'5a'.repeat(32)}`,
    2 ** 20,
    DAY_BLOCKS,
    3,
    0,
    TTC,
  )
const ask = (method: string, argument: string) => rpc.call<string>('state_call', `MarketApi_${method}`, `0x${argument}`)

try {
  for (let i = 0; i < WARM_UP_BLOCKS; i++) await host.driver.buildBlock()
  console.log(`a block without transactions: ${await timesOf(samples, () => host.driver.buildBlock())}`)
  for (const many of [1, 10, 40]) await include('transfers', many, transfer)
  await include('new orders', ORDERS, order)
  const whose = Buffer.from(alice.publicKey).toString('hex')
  const page = () => ask('user_orders', `${whose}00${PAGE_ROWS}`)
  // The compact count a list begins with.
  const rows = Number.parseInt((await page()).slice(2, 4), 16) >> 2
  // What was asked of a block once is known.
  const anew = () => host.driver.buildBlock()
  console.log(`a page of ${rows} orders by the runtime API, first asked: ${await timesOf(samples, page, anew)}`)
  const one = () => ask('order', '00000000')
  console.log(`one order by the runtime API, first asked: ${await timesOf(samples, one, anew)}`)
  console.log(`one order by the runtime API, asked again: ${await timesOf(samples, one)}`)
} finally {
  rpc.close()
  await api.disconnect()
  await host.close()
  await rm(folder, { recursive: true, force: true })
}
