import { isGatewayOutage } from '@trove/contract/storage/audits'
import { describe, expect, test } from 'vitest'
import { faultsOf, type Judged, type Standing, scoreOf, standingAfter } from './rules.ts'

const times = (count: number, outcome: Judged): Judged[] => Array.from({ length: count }, () => outcome)
const samples = (part: Partial<Record<Judged, number>>) => {
  const { given = 0, absent = 0, silent = 0, wrong = 0 } = part
  return { asked: given + absent + silent + wrong, given, absent, silent, wrong }
}
const NO_PROOFS = { given: 0, missed: 0 }

describe('how a node stands', () => {
  test.each<[string, Standing, Judged[], Standing]>([
    [
      'a good node stays so with five failures of twelve',
      'good',
      [...times(5, 'absent'), ...times(7, 'given')],
      'good',
    ],
    ['the sixth pauses it', 'good', [...times(3, 'absent'), ...times(6, 'given'), ...times(3, 'silent')], 'paused'],
    ['failures of long ago do not', 'good', [...times(12, 'given'), ...times(9, 'absent')], 'good'],
    ['other bytes once do not', 'good', [...times(11, 'given'), 'wrong'], 'good'],
    ['other bytes twice do', 'good', ['wrong', ...times(9, 'given'), 'wrong'], 'paused'],
    ['six samples are enough where all failed', 'good', times(6, 'silent'), 'paused'],
    ['five are not', 'good', times(5, 'silent'), 'good'],
    ['a paused one stays so with five good samples', 'paused', times(5, 'given'), 'paused'],
    ['six in a row end the pause', 'paused', [...times(6, 'given'), ...times(6, 'wrong')], 'good'],
    ['one failure among them does not', 'paused', [...times(3, 'given'), 'absent', ...times(5, 'given')], 'paused'],
  ])('%s', (_, now, newest, next) => expect(standingAfter(now, newest)).toBe(next))
})

describe('a score', () => {
  test.each([
    ['is none with fewer than twelve samples', samples({ given: 11 }), NO_PROOFS, null],
    ['is full without a fault', samples({ given: 12 }), NO_PROOFS, 100],
    ['is none of a node that never was there', samples({ absent: 20 }), NO_PROOFS, 0],
    ['is below 100 for one fault of a thousand', samples({ given: 999, silent: 1 }), NO_PROOFS, 99],
    ['multiplies its parts', samples({ given: 90, absent: 10 }), { given: 8, missed: 2 }, 72],
    ['counts a missed proof also where every frame was given', samples({ given: 50 }), { given: 99, missed: 1 }, 99],
  ])('%s', (_, of, proofs, score) => expect(scoreOf({ samples: of, proofs })).toBe(score))

  test('names each fault with its figures, the largest part first', () => {
    const faults = faultsOf({
      samples: samples({ given: 80, absent: 10, silent: 9, wrong: 1 }),
      proofs: { given: 1, missed: 1 },
    })
    expect(faults).toEqual([
      { fault: 'missed', count: 1, of: 2 },
      { fault: 'silent', count: 9, of: 90 },
      { fault: 'absent', count: 10, of: 100 },
      { fault: 'wrong', count: 1, of: 90 },
    ])
    expect(faultsOf({ samples: samples({ given: 5 }), proofs: NO_PROOFS })).toEqual([])
  })
})

test.each([
  [1, 1, true],
  [3, 1, false],
  [3, 2, true],
  [20, 4, false],
  [20, 5, true],
  [20, 0, false],
])('of %d nodes %d silent ones are our own outage: %s', (nodes, silent, isOurs) =>
  expect(isGatewayOutage({ nodes, silent })).toBe(isOurs),
)
