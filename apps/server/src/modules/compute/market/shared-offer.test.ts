import { expect, it } from 'vitest'
import { createSharedOffer } from './shared-offer.ts'

const offer = {
  cpu_cores: 4,
  ram_gb: 8n,
  disk_gb: 100n,
  price_fen: 12_800n,
  period_days: 30,
  description: null,
  listing: 'online' as 'online' | 'offline',
}
const none = new URLSearchParams()
const page = '/computingPowerMarket/offer/o1'

it('the link of an offer says what is rented and for how much, in the reader’s language', async () => {
  const describePage = createSharedOffer(async (id) => (id === 'o1' ? offer : undefined))
  expect(await describePage(page, 'zh-CN', none)).toMatchObject({
    title: '4 核 · 内存 8 GB · 硬盘 100 GB · 128.00 元 / 30 天 · 众享',
  })
  expect((await describePage(page, 'en', none))?.title).toBe(
    '4 cores · 8 GB RAM · 100 GB disk · ¥128.00 for 30 days · Trove',
  )
})

it('and what its seller wrote; nothing is said of one that is not listed, and of other pages', async () => {
  const own = createSharedOffer(async () => ({ ...offer, description: 'Quiet' }))
  expect((await own(page, 'en', none))?.description).toBe('Quiet')
  expect(await own('/home', 'en', none)).toBeUndefined()
  const hidden = createSharedOffer(async () => ({ ...offer, listing: 'offline' }))
  expect(await hidden(page, 'en', none)).toBeUndefined()
})
