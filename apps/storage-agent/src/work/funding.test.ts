import type { CallTrace, Fate, Outcome } from '@trove/chain-client/reading/outcome'
import { serverAccount } from '@trove/chain-client/server-keys'
import { expect, test } from 'vitest'
import { createFunding, NotFunded } from './funding.ts'

/** Transfers that end otherwise than in a block: the node has its funds in the end, and once. */

const funder = serverAccount('//Alice')
const nodes = ['5One', '5Two'].map((address) => ({ address, totalBytes: 2 ** 30, leastFloatPlanck: 0n }))
const trace = { hash: '0x01', address: funder.address, nonce: 7, firstBlock: 1, lastBlock: 64 } as CallTrace
const taken = { kind: 'in-block', blockHash: '0x02', blockNumber: 2, index: 0 } as const
const lost = { kind: 'lost', signed: { ...trace, bytes: '0x' } } as const

/** A chain on which transfers end as told, one after the other, and then are taken. */
function lab(outcomes: Outcome[], fates: Fate[] = []) {
  const balances = new Map([[funder.address as string, 10n ** 15n]])
  const sent: string[] = []
  const params = {
    ...{ timing: { epoch_blocks: 10, window_epochs: 4 }, bond: { base: 1n, per_gib: 1n }, collateral: { floor: 1n } },
  }
  const pay = (address: string, planck: bigint) => balances.set(address, (balances.get(address) ?? 0n) + planck)
  const chain = {
    getParams: async () => params,
    findMiner: async () => undefined,
    getBalance: async (address: string) => ({ transferablePlanck: balances.get(address) ?? 0n }),
    calls: { transfer: (address: string, planck: bigint) => ({ address, planck }) },
    async submitAndWatch({ address, planck }: { address: string; planck: bigint }) {
      sent.push(address)
      const outcome = outcomes.shift() ?? taken
      if (outcome.kind === 'in-block') pay(address, planck)
      return outcome
    },
    askFate: async () => {
      const fate = fates.shift()!
      if (fate.kind === 'done') pay(sent.at(-1)!, 10n ** 12n)
      return fate
    },
  }
  return { fundNodes: createFunding(chain as never, funder, () => {}), sent, balances }
}

test.each<[string, Fate, string[]]>([
  ['was taken', { ...taken, kind: 'done' }, ['5One', '5Two']],
  ['can be taken no more', { kind: 'impossible' }, ['5One', '5One', '5Two']],
])('a transfer that was lost and %s is not signed anew before that is known', async (_, end, wanted) => {
  const { fundNodes, sent } = lab([lost], [{ kind: 'open' }, end])
  await expect(fundNodes(nodes)).rejects.toThrow(NotFunded)
  await expect(fundNodes(nodes)).rejects.toThrow(NotFunded)
  expect(sent).toEqual(['5One'])
  await fundNodes(nodes)
  expect(sent).toEqual(wanted)
})

test.each(['unreachable', 'busy', 'abandoned'] as const)(
  'a node whose transfer ended as %s is tried again, and the others have theirs',
  async (kind) => {
    const { fundNodes, sent } = lab([{ kind, detail: '' }])
    await expect(fundNodes(nodes)).rejects.toThrow(NotFunded)
    await fundNodes(nodes)
    expect(sent).toEqual(['5One', '5Two', '5One'])
  },
)

test('nothing is sent out of an account that has too little, which would pay a fee at each try', async () => {
  const { fundNodes, sent, balances } = lab([])
  balances.set(funder.address, 3n)
  await expect(fundNodes(nodes)).rejects.toThrow(NotFunded)
  expect(sent).toEqual([])
  balances.set(funder.address, 10n ** 15n)
  await fundNodes(nodes)
  expect(sent).toEqual(['5One', '5Two'])
})

test('a node that was provided for is not provided for again, whatever became of it', async () => {
  const { fundNodes, sent, balances } = lab([taken, { kind: 'unreachable' }])
  await expect(fundNodes(nodes)).rejects.toThrow(NotFunded)
  balances.set('5One', 0n)
  await fundNodes(nodes)
  expect(sent).toEqual(['5One', '5Two', '5Two'])
})
