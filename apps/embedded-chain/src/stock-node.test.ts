import { ApiPromise, WsProvider } from '@polkadot/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFolder, openChain } from '../test/chain-lab.ts'
import { buildUntil, type Outcome, reach, runAgain, runByClock } from '../test/chain-runner.ts'
import { dueEpochs, FIRST_STEPS, laterSteps } from '../test/chain-script.ts'
import { differences, readMarket, readState } from '../test/chain-state.ts'
import { hasStockNode, type StockNode, spawnStockNode, stopStockNode } from '../test/stock-node.ts'
import type { Host } from './host.ts'

const BLOCK_MS = Number(process.env.CHAIN_BLOCK_MS ?? 1000)
const LAST_BLOCKS = 3
const LONGEST_MS = 40 * 60_000

/**
 * One script of calls on both hosts. The stock node goes by the clock; the embedded chain then has each call in the same
 * block, so whatever counts blocks must agree too.
 */
describe.skipIf(!hasStockNode)('the embedded chain and the stock node', () => {
  const { folder, remove } = makeFolder()
  let stock: StockNode | undefined
  let embedded: Host | undefined
  let apis: { stock: ApiPromise; embedded: ApiPromise }
  let outcomes: { stock: Outcome[]; embedded: Outcome[] }
  let end = 0

  beforeAll(async () => {
    const connect = (url: string) => ApiPromise.create({ provider: new WsProvider(url), noInitWarn: true })
    stock = await spawnStockNode(BLOCK_MS)
    const stockApi = await connect(stock.url)
    // The embedded chain builds block 1 while it starts, so nothing can be in it.
    await reach(stockApi, 1)
    const first = await runByClock(stockApi, FIRST_STEPS)
    const later = laterSteps(await dueEpochs(stockApi))
    const last = await runByClock(stockApi, later)
    end = (last.at(-1)?.block ?? 0) + LAST_BLOCKS
    await reach(stockApi, end)

    const host = await openChain(folder)
    embedded = host
    apis = { stock: stockApi, embedded: await connect(host.url) }
    const build = async () => (await host.driver.buildBlock()).number
    const steps = [...FIRST_STEPS, ...later]
    const blocks = [...first, ...last].map(({ block }) => block)
    const again = await runAgain(apis.embedded, build, steps, blocks)
    await buildUntil(apis.embedded, build, end)
    outcomes = { stock: [...first, ...last], embedded: again }
    const wanted = steps.map(({ name, ends }) => ({ name, ends }))
    expect(again.map(({ name, ends }) => ({ name, ends }))).toEqual(wanted)
  }, LONGEST_MS)

  afterAll(async () => {
    await apis?.stock.disconnect()
    await apis?.embedded.disconnect()
    await embedded?.close()
    if (stock) await stopStockNode(stock)
    remove()
  })

  test('end every call of one script in the same block with the same events', () => {
    expect(outcomes.embedded).toEqual(outcomes.stock)
  })

  test(
    'hold the same state at the same height, byte for byte',
    async () => {
      const [a, b] = await Promise.all([readState(apis.stock, end), readState(apis.embedded, end)])
      expect(differences(apis.stock, a, b)).toEqual([])
      console.log(`${a.size} keys are equal at block ${end} after ${outcomes.stock.length} calls`)
    },
    LONGEST_MS,
  )

  test('answer the same to the runtime API of the market', async () => {
    expect(await readMarket(apis.embedded, end)).toEqual(await readMarket(apis.stock, end))
  })
})
