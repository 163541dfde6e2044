import { expect, test } from 'vitest'
import { orderFaces } from './market-faces.ts'
import { markets } from './markets.ts'

test('each market has its own face: of its kind, its tab, and the goods that its orders touch', () => {
  const factsOf = ({ kind, tab, goodsKey }: { kind: string; tab: string; goodsKey: string }) => [kind, tab, goodsKey]
  expect(orderFaces.map(factsOf)).toEqual(markets.map(factsOf))
})
