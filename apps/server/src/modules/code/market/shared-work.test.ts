import { expect, it } from 'vitest'
import { createPublicWorks, createSharedWork } from './shared-work.ts'

const work = { title: 'Foghorn', blurb: '', priceFen: 2000n, cover: null, state: 'online' as 'online' | 'offline' }
const none = new URLSearchParams()

it('the link of a work says its name and price, what its author wrote, and shows its picture', async () => {
  const plain = createSharedWork(async (id) => (id === 'w1' ? work : undefined))
  expect(await plain('/codeForce/codeDetails/w1', 'zh-CN', none)).toMatchObject({ title: 'Foghorn · 20.00 元 · 众享' })
  const own = createSharedWork(async () => ({ ...work, priceFen: 0n, blurb: 'Loud', cover: 'p1' }))
  expect(await own('/codeForce/shareCode/w1', 'en', none)).toEqual({
    title: 'Foghorn · Free · Trove',
    description: 'Loud',
    picture: '/files/public/p1',
    path: '/codeForce/codeDetails/w1',
  })
})

it('nothing is said of a work that is not online, and of other pages', async () => {
  const hidden = createSharedWork(async () => ({ ...work, state: 'offline' }))
  expect(await hidden('/codeForce/codeDetails/w1', 'en', none)).toBeUndefined()
  const any = createSharedWork(async () => work)
  expect(await any('/codeForce/codeForceList', 'en', none)).toBeUndefined()
})

it('works that are online have pages in the map of the site', async () => {
  const pages = createPublicWorks({ count: async () => 1, ids: async () => ['w1'] })
  expect(await pages.list({ skip: 0, most: 5 })).toEqual(['/codeForce/codeDetails/w1'])
})
