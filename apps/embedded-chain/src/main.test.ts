import { once } from 'node:events'
import { ApiPromise, WsProvider } from '@polkadot/api'
import { afterEach, describe, expect, test } from 'vitest'
import { readMoney } from '../test/balances.ts'
import { account, type ChainProcess, hasRuntime, killChain, makeFolder, spawnChain } from '../test/chain-lab.ts'
import { connectRpc, type RpcClient } from '../test/rpc-client.ts'

/** The long run is for a quiet hour: CHAIN_KILLS=50. */
const KILLS = Number(process.env.CHAIN_KILLS ?? 8)
const LONGEST_LIFE_MS = 1500
const ENOUGH_MS = 120_000 + KILLS * 20_000

describe.skipIf(!hasRuntime)('the chain as a process', () => {
  const chains: ChainProcess[] = []
  const { folder, remove } = makeFolder()
  afterEach(async () => {
    for (const chain of chains.splice(0)) await killChain(chain)
    remove()
  })
  const start = async (env: NodeJS.ProcessEnv = {}) => {
    const chain = await spawnChain(folder, { CHAIN_SEGMENT_BLOCKS: '5', ...env })
    chains.push(chain)
    return chain
  }

  test('told to end it does so in order, and goes on when it is started again', async () => {
    const first = await start()
    const rpc = await connectRpc(first.url)
    await rpc.call('chain_getHeader')
    const ended = once(first.child, 'exit')
    first.child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    const second = await start()
    expect(second.networkId).toBe(first.networkId)
    expect(second.height).toBeGreaterThanOrEqual(first.height)
  })

  test('killed at any moment it comes back with every block that was told of, and all the money', {
    timeout: ENOUGH_MS,
  }, async () => {
    let seen = { number: 0, hash: '' }
    let networkId: string | undefined
    let sign: Sign | undefined
    let issued: bigint | undefined
    for (let round = 0; round <= KILLS; round++) {
      const chain = await start()
      const rpc = await connectRpc(chain.url)
      networkId ??= chain.networkId
      expect(chain.networkId).toBe(networkId)
      expect(chain.height).toBeGreaterThanOrEqual(seen.number)
      if (process.env.CHAIN_KILLS) console.log(`life ${round}: told of ${seen.number}, back at ${chain.height}`)
      if (seen.number > 0) expect(await rpc.call('chain_getBlockHash', seen.number)).toBe(seen.hash)
      const head = await rpc.call<string>('chain_getFinalizedHead')
      const money = await readMoney(rpc, head)
      expect(money.held).toBe(money.issued)
      issued ??= money.issued
      // Fees are burnt or paid out, never made.
      expect(money.issued).toBeLessThanOrEqual(issued)
      if (round === KILLS) break
      sign ??= await learnToSign(chain)
      await busyLife(rpc, sign, Math.random() * LONGEST_LIFE_MS)
      const { number } = await rpc.call<{ number: string }>('chain_getHeader')
      seen = { number: Number(number), hash: await rpc.call<string>('chain_getBlockHash', Number(number)) }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 150))
      rpc.close()
      await killChain(chain)
    }
  })
})

type Sign = (nonce: number) => string

/** Learns from the chain itself how a transfer is written; what is signed then needs no connection. */
async function learnToSign(chain: ChainProcess): Promise<Sign> {
  const api = await ApiPromise.create({ provider: new WsProvider(chain.url), noInitWarn: true })
  // An answer says that what was asked before is answered too.
  await api.rpc.chain.getHeader()
  await api.disconnect()
  const { genesisHash, runtimeVersion } = api
  const call = api.tx.balances?.transferKeepAlive?.(account('Bob').address, 10n ** 12n)
  if (!call) throw new Error('no transfers')
  return (nonce) => {
    const options = { nonce, genesisHash, blockHash: genesisHash, runtimeVersion }
    return api.tx(call).sign(account('Alice'), options).toHex()
  }
}

/** Transfers come in while the chain lives; one that was lost with the pool is sent again by its nonce. */
async function busyLife(rpc: RpcClient, sign: Sign, lifeMs: number): Promise<void> {
  const end = performance.now() + lifeMs
  do {
    const nonce = await rpc.call<number>('system_accountNextIndex', account('Alice').address)
    await rpc.call('author_submitExtrinsic', sign(nonce))
    await new Promise((resolve) => setTimeout(resolve, 60))
  } while (performance.now() < end)
}
