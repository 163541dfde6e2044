import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@trove/contract/client'
import { listWorks } from '@trove/contract/code/market'
import { previewFile, previewWork } from '@trove/contract/code/preview'
import { clearSlot, listFeatured } from '@trove/contract/code/slots'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../apps/server/test/world/world.ts'
import { DEMO_EDITOR, DEMO_SELLERS } from './goods.ts'
import { bindAccount, type Call, signIn } from './people.ts'
import { DEMO_WORKS, featureWorks, fillWorks, takeWorksDown } from './works.ts'

type Payees = Parameters<typeof bindAccount>[3]

let world: World
beforeAll(async () => {
  world = await startWorld({})
})
afterAll(() => world?.stop())

test('the works of the demo go online by the path a person uses, marked as demo in their titles, once however often it is filled', async () => {
  const places = { site: world.url, cashier: world.simulator!.url }
  const calls = new Map<keyof typeof DEMO_SELLERS, Call>()
  const payees = JSON.parse(readFileSync(join(world.dataDir, 'simulator/people.json'), 'utf8')) as Payees
  for (const [name, person] of Object.entries(DEMO_SELLERS)) {
    const call = await signIn(places, person)
    await bindAccount(places, call, person, payees)
    calls.set(name as keyof typeof DEMO_SELLERS, call)
  }
  await fillWorks(calls)
  await fillWorks(calls)
  const call = createClient({
    baseUrl: world.url,
    product: 'trove',
    language: () => 'zh-CN',
    authorization: () => undefined,
  })
  const { content, totalElements } = await call(listWorks, { query: { sort: 'price-desc', size: 20 } })
  expect(totalElements).toBe(DEMO_WORKS.length)
  expect(content.map(({ price }) => price)).toEqual([
    '100.00',
    '99.00',
    '80.00',
    '68.00',
    '60.00',
    '10.00',
    '0.00',
    '0.00',
  ])
  for (const work of content)
    expect([work.productName.startsWith('演示·'), work.productUrl !== null]).toEqual([true, true])
  const [free] = (await call(listWorks, { query: { keyword: '字数' } })).content
  const seen = await call(previewWork, { params: { id: free!.id } })
  expect(seen.files.map(({ path, isOpen }) => [path, isOpen])).toEqual([
    ['README.md', true],
    ['count.mjs', true],
  ])
  const { lines } = await call(previewFile, { params: { id: free!.id }, query: { path: 'count.mjs' } })
  expect(lines.length).toBeGreaterThan(5)
  const editor = await signIn(places, DEMO_EDITOR)
  const row = async () => (await call(listFeatured, {})).map(({ price }) => price)
  await featureWorks(editor, calls)
  // The specification's first content (b-markets 9), in its order.
  const first = ['100.00', '10.00', '99.00', '68.00', '60.00', '80.00', '0.00', '0.00']
  expect(await row()).toEqual(first)
  await editor(clearSlot, { params: { place: 1 } })
  await featureWorks(editor, calls)
  expect((await row()).at(-1)).toBe('100.00')
  await takeWorksDown(calls)
  expect((await call(listWorks, { query: {} })).totalElements).toBe(0)
})
