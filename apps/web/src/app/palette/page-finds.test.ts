import { titles } from '@trove/messages/site/shell'
import { describe, expect, it } from 'vitest'
import { routeTable } from '../routes/route-table.ts'
import { findPages } from './page-finds.ts'

const titleOf = (title: keyof typeof titles) => titles[title].zh
const find = (words: string, state: 'signed-in' | 'signed-out' = 'signed-in') =>
  findPages(routeTable, words, { state, titleOf })

describe('pages by their titles', () => {
  it('are found in both languages, whichever is read', () => {
    expect(find('钱包').map(({ path }) => path)).toContain('/personal-center/my-purse')
    expect(find('wallet').map(({ path }) => path)).toContain('/personal-center/my-purse')
  })
  it('that want a session are not offered without one', () => {
    expect(find('钱包', 'signed-out')).toEqual([])
    expect(find('人才', 'signed-out').map(({ path }) => path)).toContain('/manpower')
  })
  it('need nothing filled into their address, and are no place people are sent through', () => {
    for (const { path } of find('')) {
      expect(path).not.toContain(':')
      const route = routeTable.find((one) => one.path.replace(/\/:\w+\?$/, '') === path)
      expect([route?.redirectTo, path.startsWith('/operator/'), path === '/login']).toEqual([undefined, false, false])
    }
    expect(find('').length).toBeGreaterThan(20)
  })
})
