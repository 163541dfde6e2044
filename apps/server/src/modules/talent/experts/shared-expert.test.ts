import { expect, it } from 'vitest'
import { createPublicExperts, createSharedExpert } from './shared-expert.ts'

const expert = { realName: '谢观澜', hourFen: 30_000n, isOpen: true, headImgUrl: '/files/public/face' }
const asked = (id: string) => new URLSearchParams({ productId: id })

it('the link of an expert says who it is and what an hour costs, with the address of that expert', async () => {
  const describePage = createSharedExpert(async (id) => (id === 'e1' ? expert : undefined))
  expect(await describePage('/manpower', 'zh-CN', asked('e1'))).toMatchObject({
    title: '谢观澜 · 300.00 元 / 小时 · 众享',
    picture: '/files/public/face',
    path: '/manpower?productId=e1',
  })
  expect((await describePage('/manpower/', 'en', asked('e1')))?.title).toBe('谢观澜 · ¥300.00 an hour · Trove')
  expect(await describePage('/manpower', 'en', asked('e2'))).toBeUndefined()
})

it('nothing is said of somebody who cannot be hired, of the list, and of other pages', async () => {
  const any = createSharedExpert(async () => expert)
  expect(await any('/manpower', 'en', new URLSearchParams())).toBeUndefined()
  expect(await any('/manpower', 'en', asked('"><script>'))).toBeUndefined()
  expect(await any('/home', 'en', asked('e1'))).toBeUndefined()
  const closed = createSharedExpert(async () => ({ ...expert, isOpen: false }))
  expect(await closed('/manpower', 'en', asked('e1'))).toBeUndefined()
})

it('experts who can be hired have pages in the map of the site', async () => {
  const pages = createPublicExperts({ count: async () => 1, ids: async () => ['e1'] })
  expect(await pages.list({ skip: 0, most: 5 })).toEqual(['/manpower?productId=e1'])
})
