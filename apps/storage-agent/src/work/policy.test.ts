import type { StorageOrder } from '@trove/chain-client/reading/views'
import { expect, test } from 'vitest'
import { type Facts, judgeOrder, type Policy, payOfMibDay } from './policy.ts'

const DAY = 14_400
const MIB = 2n ** 20n
const TTC = 10n ** 12n
const order = {
  cid: 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  sizeBytes: 700n * MIB,
  durationBlocks: 30 * DAY,
  wanted: 3,
  poolPlanck: 567_000_000_000n,
  startedBlock: undefined,
  deadlineBlock: 1000 + 30 * DAY,
} as StorageOrder
const facts: Facts = {
  block: 1000,
  openedBlock: 990,
  sinceBlock: 5,
  epochBlocks: 600,
  dayBlocks: DAY,
  transferablePlanck: 10n * TTC,
  collateralFloorPlanck: TTC / 20n,
  hasRoom: true,
}
const policy: Policy = { leastMibDayPlanck: 9_000_000n, mostBytes: 2 ** 30, leastFloatPlanck: 5n * TTC }

test('what a MiB and day of a replica earns is its share of the pool', () => {
  expect(payOfMibDay(order, DAY)).toBe(9_000_000n)
  // A begun MiB counts whole.
  expect(payOfMibDay({ ...order, sizeBytes: 1n, poolPlanck: 90n, wanted: 1, durationBlocks: DAY }, DAY)).toBe(90n)
})

test('an order that pays the floor, fits and can be confirmed in time is taken', () => {
  expect(judgeOrder(order, facts, policy)).toEqual({ verdict: 'take' })
})

test.each([
  ['pays-too-little', { poolPlanck: 566_999_999_999n }, {}, {}],
  ['too-large', { sizeBytes: 2n ** 30n + 1n, poolPlanck: TTC * 10n }, {}, {}],
  ['too-young', {}, { sinceBlock: 990 }, {}],
  ['too-late', { startedBlock: 10, deadlineBlock: 2199 }, {}, {}],
  ['wrong-cid', { cid: '../../../etc/passwd' }, {}, {}],
  ['no-room', {}, { hasRoom: false }, {}],
  ['float-too-low', {}, { transferablePlanck: 5n * TTC }, {}],
] as const)('one that is %s is left', (reason, changedOrder, changedFacts, changedPolicy) => {
  const judged = judgeOrder(
    { ...order, ...changedOrder },
    { ...facts, ...changedFacts },
    { ...policy, ...changedPolicy },
  )
  const isForNow = reason === 'no-room' || reason === 'float-too-low'
  expect(judged).toEqual({ verdict: isForNow ? 'later' : 'never', reason })
})
