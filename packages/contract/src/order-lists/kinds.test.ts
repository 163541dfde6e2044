import { expect, test } from 'vitest'
import { codeKind } from '../code/kind.ts'
import { computeKind } from '../compute/kind.ts'
import { talentKind } from '../talent/kind.ts'
import { orderChoices, PRODUCT_TYPES } from './kinds.ts'

test('each kind of order is there by its name on the wire, in the order of the document', () => {
  expect(PRODUCT_TYPES).toEqual(['superPoints', 'code', 'manpower'])
})

test('no choice of a kind takes the place of another kind’s', () => {
  const own = [computeKind, codeKind, talentKind].flatMap(({ choices }) => Object.keys(choices))
  expect(Object.keys(orderChoices)).toEqual(own)
})
