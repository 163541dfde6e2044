import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listCodeConsume } from './code/orders.ts'
import { listComputeConsume } from './compute/orders.ts'
import { listOffers } from './compute/routes.ts'
import { listHumanConsume } from './talent/orders.ts'

const document = readFileSync(new URL('../../../docs/wire.md', import.meta.url), 'utf8')

test('docs/wire.md says how many rows a list begins with', () => {
  const [, ofOrders, most] = /Order lists.*`size` \(default (\d+), cap (\d+)\)/.exec(document) ?? []
  const [, ofOffers] = /Compute list:.*`size` (\d+) by default/.exec(document) ?? []
  for (const { query } of [listComputeConsume, listCodeConsume, listHumanConsume]) {
    expect(String(query.parse({}).size)).toBe(ofOrders)
    expect([query.safeParse({ size: most }).success, query.safeParse({ size: `${most}0` }).success]).toEqual([
      true,
      false,
    ])
  }
  expect(String(listOffers.query.parse({}).size)).toBe(ofOffers)
})
