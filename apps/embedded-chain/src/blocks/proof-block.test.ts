import { ApiPromise, WsProvider } from '@polkadot/api'
import type { SubmittableExtrinsic } from '@polkadot/api/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account, hasRuntime, makeFolder, openChain } from '../../test/chain-lab.ts'
import { ask, tx } from '../../test/chain-script.ts'
import { makeLargestFile } from '../../test/proof-file.ts'
import type { Host } from '../host.ts'

const PROOFS = 32
const SAMPLES = 2
const DAY = 14_400
/** Twice the proofs: the first due epochs of the replicas lie three apart, and the window is two. */
const ORDERS = 64
/** The proof size that the weight of so many acceptances declares fits into one block. */
const ACCEPTANCES = 16
const SUFFICIENT_BLOCKS = 100

describe.skipIf(!hasRuntime)('a block with the most proofs of the longest paths', () => {
  const { folder, remove } = makeFolder()
  const file = makeLargestFile()
  let host: Host
  let api: ApiPromise

  beforeAll(async () => {
    host = await openChain(folder)
    api = await ApiPromise.create({ provider: new WsProvider(host.url), noInitWarn: true })
  })
  afterAll(async () => {
    await api?.disconnect()
    await host?.close()
    remove()
  })

  const build = async () => {
    const began = performance.now()
    await host.driver.buildBlock()
    return performance.now() - began
  }
  /** Hands a call in and builds its block: how long that took, and the names of its events. */
  const include = async (who: string, call: SubmittableExtrinsic<'promise'>) => {
    await call.signAndSend(account(who))
    const ms = await build()
    const records = (await api.query.system?.events?.()) as unknown as { event: { method: string } }[]
    return { ms, events: records.map(({ event }) => event.method) }
  }

  test('takes them all', async () => {
    // A miner takes only orders that began to look for miners after it came.
    await include('Bob', tx(api, 'market', 'register', 2 ** 50, '/ip4/127.0.0.1/tcp/4001'))
    const order = tx(api, 'market', 'createOrder', 'b'.repeat(59), '0x01', file.root, file.size, DAY, 1, 0, 10n ** 13n)
    const placed = await include('Dave', tx(api, 'utility', 'batchAll', Array(ORDERS).fill(order)))
    expect(placed.events).toContain('BatchCompleted')
    for (let id = 0; id < ORDERS; id += ACCEPTANCES) {
      const accept = (_: unknown, i: number) => tx(api, 'market', 'accept', id + i, file.prove(SAMPLES))
      const accepted = await include('Bob', tx(api, 'utility', 'batchAll', Array.from({ length: ACCEPTANCES }, accept)))
      expect(accepted.events).toContain('BatchCompleted')
    }
    const empty: number[] = []
    const dueNow = () => ask<{ items: { id: number }[] }>(api, 'due', account('Bob').address, null, 50)
    let due = await dueNow()
    while (due.items.length < PROOFS && empty.length < SUFFICIENT_BLOCKS) {
      empty.push(await build())
      due = await dueNow()
    }
    const proofs = due.items.slice(0, PROOFS).map(({ id }) => [id, file.prove(SAMPLES)])
    expect(proofs).toHaveLength(PROOFS)
    const proven = await include('Bob', tx(api, 'market', 'submitProofs', proofs))
    expect(proven.events.filter((name) => name === 'ProofAccepted')).toHaveLength(PROOFS)
    const median = empty.sort((a, b) => a - b)[Math.floor(empty.length / 2)] ?? 0
    console.log(
      `block with ${PROOFS} proofs: ${proven.ms.toFixed(0)} ms; without transactions: ${median.toFixed(0)} ms`,
    )
  })
})
