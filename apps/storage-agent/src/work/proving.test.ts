import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { DueProof } from '@trove/chain-client/miner/challenges'
import { serverAccount } from '@trove/chain-client/server-keys'
import { expect, test } from 'vitest'
import { makeFolder } from '../../test/lab.ts'
import { createVolumes } from '../disk/volumes.ts'
import { openJournal } from '../journal/journal.ts'
import type { NodeNeeds } from './needs.ts'
import { giveProofs } from './proving.ts'

const account = serverAccount('//Charlie')
const pace = { epochBlocks: 20, windowBlocks: 80, bondBasePlanck: 1n, bondGibPlanck: 1n, collateralFloorPlanck: 1n }
const dueOf = (id: number): DueProof => ({ id, epoch: 9, lastBlock: 90, leafIndexes: [0] })

/** A node that keeps orders 5 and 6, proven up to block 10; the chain asks for what a test says. */
function lab() {
  const { folder, remove } = makeFolder()
  const journal = openJournal(folder)
  for (const id of [5, 6]) {
    const facts = { cid: 'bafy', rootHex: `0x${'00'.repeat(32)}`, sizeBytes: 10, seenBlock: 1, deadlineBlock: 900 }
    journal.orders.begin({ id, ...facts }, 'serving')
    journal.orders.note(id, { volume: folder, isConfirmed: true, provenBlock: 10 })
  }
  const world = { due: [5, 6].map(dueOf), proven: new Map<number, number>(), broken: 0, sent: [] as number[][] }
  const lines: string[] = []
  const chain = {
    listDue: async () => ({ items: world.due, next: undefined }),
    minerCalls: { submitProofs: (proofs: { id: number }[]) => proofs.map(({ id }) => id) },
    async findOrder(id: number) {
      const provenBlock = world.proven.get(id)
      return { replicas: provenBlock === undefined ? [] : [{ miner: account.address, provenBlock }] }
    },
  }
  const needs = {
    ...{ account, journal, chain },
    log: (_: string, event: string) => lines.push(event),
    volumes: createVolumes([{ folder, capacityBytes: 2 ** 30 }], journal.orders, 0),
    prover: {
      async prove() {
        if (world.broken-- > 0) throw new Error('the disk is gone')
        return []
      },
    },
    sender: { send: async (_: string, ids: number[]) => world.sent.push(ids) },
  } as unknown as NodeNeeds
  const close = () => {
    journal.close()
    remove()
  }
  return { world, lines, journal, close, prove: (block: number) => giveProofs(needs, { block, pace }) }
}

test('an order whose proof breaks in an unforeseen way is told of, and the proofs of others are given', async () => {
  const { world, lines, prove, close } = lab()
  world.broken = 1
  await prove(60)
  expect(world.sent).toEqual([[6]])
  expect(lines).toContain('order.fault')
  close()
})

test('a proof that the chain took counts as taken, and one whose window passed without it as late', async () => {
  const { world, journal, prove, close } = lab()
  await prove(60)
  const figures = () => (['taken', 'late', 'sending'] as const).map((state) => journal.proofs.count(state))
  expect(figures()).toEqual([0, 0, 2])
  world.due = []
  world.proven = new Map([
    [5, 70],
    [6, 10],
  ])
  await prove(100)
  expect(figures()).toEqual([1, 1, 0])
  close()
})

test('the last proof of a node that leaves is taken; that of a replica it lost is late', async () => {
  const { world, journal, prove, close } = lab()
  journal.orders.move(5, ['serving'], 'leaving')
  await prove(60)
  world.due = []
  await prove(100)
  expect((['taken', 'late'] as const).map((state) => journal.proofs.count(state))).toEqual([1, 1])
  close()
})

test('proofs are counted by day, the last of which ends now', () => {
  const { folder, remove } = makeFolder()
  const journal = openJournal(folder)
  for (const [epoch, block, state] of [
    [1, 69, 'taken'],
    [2, 80, 'late'],
    [3, 81, 'taken'],
    [4, 100, 'taken'],
    [5, 101, 'taken'],
  ] as const) {
    journal.proofs.sending({ orderId: 5, epoch, block: 1, provenBlock: 0 })
    journal.proofs.ended(5, epoch, state, block)
  }
  journal.proofs.sending({ orderId: 5, epoch: 6, block: 100, provenBlock: 0 })
  // Days of ten blocks: 71 to 80, 81 to 90, 91 to 100.
  expect(journal.proofs.listDays(100, 10, 3)).toEqual([
    { taken: 0, late: 1 },
    { taken: 1, late: 0 },
    { taken: 1, late: 0 },
  ])
  journal.close()
  remove()
})

test('old proofs and calls go from the journal, and their figures stay', () => {
  const { folder, remove } = makeFolder()
  const journal = openJournal(folder)
  for (const epoch of [1, 2, 3]) {
    journal.proofs.sending({ orderId: 5, epoch, block: epoch, provenBlock: 0 })
    if (epoch < 3) journal.proofs.ended(5, epoch, epoch === 1 ? 'taken' : 'late', epoch)
    const trace = {
      hash: `0x0${epoch}` as const,
      address: account.address,
      nonce: epoch,
      firstBlock: 1,
      lastBlock: epoch,
    }
    journal.calls.sent(epoch === 2 ? 'accept' : 'prove', epoch === 2 ? 5 : -1, trace)
    journal.calls.ended(trace.hash, 'done')
  }
  journal.proofs.prune(100)
  journal.proofs.prune(100)
  journal.calls.prune(3)
  const figures = (['taken', 'late', 'sending'] as const).map((state) => journal.proofs.count(state))
  expect(figures).toEqual([1, 1, 1])
  expect([journal.calls.count('prove', 'done'), journal.calls.count('accept', 'done')]).toEqual([1, 1])
  journal.close()
  const db = new DatabaseSync(join(folder, 'journal.sqlite'))
  expect(db.prepare('select epoch from proofs').all()).toEqual([{ epoch: 3 }])
  db.close()
  remove()
})

test('a journal of the first layout is read on', () => {
  const { folder, remove } = makeFolder()
  openJournal(folder).close()
  const db = new DatabaseSync(join(folder, 'journal.sqlite'))
  db.exec(`alter table proofs drop column proven_block; pragma user_version = 1;
    insert into proofs values (5, 1, 'sending', 3)`)
  db.close()
  const journal = openJournal(folder)
  expect(journal.proofs.listSending()).toEqual([{ orderId: 5, epoch: 1, state: 'sending', block: 3, provenBlock: -1 }])
  journal.close()
  remove()
})
