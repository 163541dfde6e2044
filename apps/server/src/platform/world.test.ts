import { healthz, siteInfo } from '@trove/contract/platform'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
})
afterAll(() => world?.stop())

test('a world answers its public settings', async () => {
  expect(await world.call(siteInfo, {})).toMatchObject({ product: 'trove', isEmbedded: true, hasDevClock: true })
  expect((await world.raw(healthz.path)).status).toBe(200)
  console.log(await (await world.raw('/readyz')).text())
  await world.settle()
})
