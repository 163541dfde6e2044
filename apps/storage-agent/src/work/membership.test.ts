import { serverAccount } from '@trove/chain-client/server-keys'
import { expect, test } from 'vitest'
import { makeFolder } from '../../test/lab.ts'
import { createVolumes } from '../disk/volumes.ts'
import { openJournal } from '../journal/journal.ts'
import { beMember } from './membership.ts'
import type { NodeNeeds } from './needs.ts'

/** Volumes that are others at the next start: what the node declares on chain, and where it finds room. */

const GIB = 2 ** 30
const account = serverAccount('//Charlie')
const pace = { epochBlocks: 10, windowBlocks: 40, bondBasePlanck: 1n, bondGibPlanck: 1n, collateralFloorPlanck: 1n }

type Gib = readonly number[]
/** A node with volumes of so many GiB, of which the first holds an order of one GiB. */
async function restart(gib: Gib, miner: { totalBytes: number; usedBytes: number }) {
  const { folder, remove } = makeFolder()
  const journal = openJournal(folder)
  const volumes = createVolumes(
    gib.map((size, i) => ({ folder: `${folder}/${i}`, capacityBytes: size * GIB })),
    journal.orders,
    0,
  )
  journal.orders.begin(
    { id: 1, cid: 'bafy', rootHex: '0x00', sizeBytes: GIB, seenBlock: 1, deadlineBlock: 9 },
    'serving',
  )
  journal.orders.note(1, { volume: `${folder}/0` })
  const declared: bigint[] = []
  const needs = {
    ...{ account, volumes, peer: '', log: () => {} },
    chain: { calls: { updateMiner: (total: bigint) => total } },
    sender: { send: async (_: string, total: bigint) => declared.push(total) },
  } as unknown as NodeNeeds
  const known = {
    ...{ totalBytes: BigInt(miner.totalBytes * GIB), usedBytes: BigInt(miner.usedBytes * GIB), peer: '' },
    bondPlanck: 100n,
  }
  await beMember(needs, { block: 1, pace }, known as never)
  const room = async (bytes: number) => (await volumes.findRoom(bytes))?.replace(`${folder}/`, '')
  const rooms = [await room(1024), await room(GIB)]
  journal.close()
  remove()
  return { declared: declared.map((total) => Number(total) / GIB), rooms }
}

test.each<[string, Gib, number, number, number[]]>([
  ['as before says nothing', [2], 2, 1, []],
  ['a larger volume declares more', [3], 2, 1, [3]],
  ['one more volume declares more', [2, 5], 2, 1, [7]],
  ['a smaller one declares less', [2], 5, 1, [2]],
  ['one smaller than its orders declares what they take, and no less', [1], 5, 3, [3]],
  ['once it declares that, it says nothing until orders end', [1], 3, 3, []],
  ['when they have ended it declares the rest of the way down', [1], 3, 1, [1]],
])('%s', async (_, gib, total, used, wanted) => {
  expect((await restart(gib, { totalBytes: total, usedBytes: used })).declared).toEqual(wanted)
})

test('a volume that shrank to what it holds has no room, and a new one beside it has', async () => {
  const miner = { totalBytes: 2, usedBytes: 1 }
  expect((await restart([1], miner)).rooms).toEqual([undefined, undefined])
  expect((await restart([1, 1], miner)).rooms[0]).toBe('1')
})

/** What a node of so many GiB declares, in GiB, and what it says, whose account has so much beside its float and fees. */
async function declare(gib: number, sparePlanck: bigint, known: { gib: number; peer: string; bondPlanck: bigint }) {
  const [float, fees] = [5n, 10n ** 11n]
  const sent: bigint[] = []
  const events: string[] = []
  const needs = {
    ...{ account, volumes: { totalBytes: gib * GIB }, peer: '', log: (_: string, event: string) => events.push(event) },
    policy: { leastFloatPlanck: float },
    chain: {
      calls: { updateMiner: (total: bigint) => total },
      getBalance: async () => ({ transferablePlanck: float + fees + sparePlanck }),
    },
    sender: { send: async (_: string, total: bigint) => sent.push(total) },
  } as unknown as NodeNeeds
  const { peer, bondPlanck } = known
  const miner = { totalBytes: BigInt(known.gib * GIB), usedBytes: 0n, peer, bondPlanck }
  await beMember(needs, { block: 10, pace }, miner as never)
  return { declared: sent.map((total) => Number(total) / GIB), said: events }
}

test.each([
  ['whole', 3n, 0n, [], []],
  ['short, and the account has what it lacks and its float', 1n, 2n, [2], []],
  ['short, and the account has a little less', 1n, 1n, [], ['node.bond-low']],
])('a bond that is %s', async (_, bondPlanck, sparePlanck, declared, said) => {
  // A base of 1 and 1 for each of two GiB.
  expect(await declare(2, sparePlanck, { gib: 2, peer: '', bondPlanck })).toEqual({ declared, said })
})

test.each([
  ['covers what the larger space binds', 2n, '', 3n, [4], []],
  ['is short of that', 2n, '', 2n, [], ['node.cannot-grow']],
  ['is short of that, and there is another name to tell', 2n, 'old', 2n, [1], ['node.cannot-grow']],
  ['is short of that, and makes a lower bond whole', 1n, '', 1n, [1], ['node.cannot-grow']],
])(
  'larger volumes are declared only where the balance %s: what is refused costs its fee at every block',
  async (_, bondPlanck, peer, sparePlanck, declared, said) => {
    // One GiB binds 2, four bind 5.
    expect(await declare(4, sparePlanck, { gib: 1, peer, bondPlanck })).toEqual({ declared, said })
  },
)
