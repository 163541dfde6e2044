import { expect, test } from 'vitest'
import { inOrder } from './chain-head.ts'

const initialized = { event: 'initialized', finalizedBlockHashes: ['b1'] }
const block = (n: number) => [
  { event: 'newBlock', blockHash: `b${n}`, parentBlockHash: `b${n - 1}` },
  { event: 'bestBlockChanged', bestBlockHash: `b${n}` },
  { event: 'finalized', finalizedBlockHashes: [`b${n}`], prunedBlockHashes: [] },
]

function told(events: object[]): object[] {
  const sent: object[] = []
  const hear = inOrder((event) => sent.push(event))
  for (const event of events) hear(event as { event: string })
  return sent
}

test('what comes in order is passed on as it is', () => {
  const events = [initialized, ...block(2), { event: 'operationCallDone', operationId: '1' }, ...block(3)]
  expect(told(events)).toEqual(events)
})

test('a block that overtakes the beginning is told after it', () => {
  expect(told([...block(2), initialized])).toEqual([initialized, ...block(2)])
})

test('a best block that is told before the block waits for it', () => {
  const [born, best, final] = block(2)
  expect(told([initialized, best!, born!, best!, final!])).toEqual([initialized, born, best, best, final])
})

test('a block that overtakes its parent waits for it, and the parent is final with it', () => {
  const [born, best, final] = block(3)
  expect(told([initialized, ...block(3), ...block(2), ...block(4)])).toEqual([
    ...[initialized, block(2)[0], born, best],
    { ...final, finalizedBlockHashes: ['b2', 'b3'] },
    ...block(4),
  ])
})

test('a block the client began with is not told again', () => {
  expect(told([initialized, ...block(1), ...block(2)])).toEqual([initialized, block(1)[1], ...block(2)])
})

test('a long follow keeps passing blocks on', () => {
  const events = [initialized, ...Array.from({ length: 500 }, (_, i) => block(i + 2)).flat()]
  expect(told(events)).toEqual(events)
})
