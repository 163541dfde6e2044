import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstToDescribe, pagesInTurn } from './public-pages.ts'

test('pages of several kinds are one list: every range of it is cut from all of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(5), { maxLength: 4 }),
      fc.nat(12),
      fc.integer({ min: 1, max: 6 }),
      async (sizes, skip, most) => {
        const kinds = sizes.map((size, kind) => Array.from({ length: size }, (_, no) => `/${kind}/${no}`))
        const pages = pagesInTurn(
          kinds.map((paths) => ({
            count: async () => paths.length,
            list: async (range) => paths.slice(range.skip, range.skip + range.most),
          })),
        )
        expect(await pages.count()).toBe(kinds.flat().length)
        expect(await pages.list({ skip, most })).toEqual(kinds.flat().slice(skip, skip + most))
      },
    ),
  )
})

test('the first who knows an address describes it', async () => {
  const subject = { title: 'B', description: '' }
  const describePage = firstToDescribe([
    async () => undefined,
    async (path) => (path === '/b' ? subject : undefined),
    async () => ({ title: 'C', description: '' }),
  ])
  expect((await describePage('/b', 'en', new URLSearchParams()))?.title).toBe('B')
  expect((await describePage('/c', 'en', new URLSearchParams()))?.title).toBe('C')
})
