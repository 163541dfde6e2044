import { createClient } from '@trove/contract/client'
import { getHomepage, listExperts } from '@trove/contract/talent/experts'
import { expect, test } from 'vitest'
import { startWorld } from '../../apps/server/test/world.ts'
import { fillExpert } from './expert.ts'

test('the certified demo expert can be found by Chinese words and hired, with cases, once however often it is filled', async () => {
  const world = await startWorld({ env: { DEMO: '1' } })
  try {
    const places = { site: world.url, cashier: world.simulator!.url }
    await fillExpert(places)
    await fillExpert(places)
    const call = createClient({
      ...{ baseUrl: world.url, product: 'trove' },
      language: () => 'zh-CN' as const,
      authorization: () => undefined,
    })
    const { content } = await call(listExperts, { query: { name: '结算' } })
    expect(content).toMatchObject([{ realName: '林一舟', hourSalary: '180.00' }])
    const homepage = await call(getHomepage, { query: { productId: content[0]!.productId } })
    expect(homepage).toMatchObject({ isOpen: true, isOwn: false })
    expect(homepage.productCases).toHaveLength(3)
  } finally {
    await world.stop()
  }
})
