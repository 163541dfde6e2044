import { expect, test } from 'vitest'
import { PARKED_REASONS, parkedKindOf } from '../model/reasons.ts'

test.each([
  [`${PARKED_REASONS.amount} 0.01 yuan`, 'amount'],
  [PARKED_REASONS.trade, 'trade'],
  [PARKED_REASONS.refunded, 'refunded'],
  [PARKED_REASONS.denied, 'denied'],
  [`${PARKED_REASONS.unclear}: unknown trade_status`, 'unclear'],
  ['words of an older version', 'unclear'],
])('the reason "%s" is of the kind %s', (reason, kind) => {
  expect(parkedKindOf(reason)).toBe(kind)
})
