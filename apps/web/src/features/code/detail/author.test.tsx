// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { getWork } from '@trove/contract/code/works'
import type { RouteData } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { Author } from './author.tsx'

/** The author of a work, as its page shows them. */

type Work = RouteData<typeof getWork>
const work = {
  ...{ id: 'w1', state: 'online', isMine: false, publishTime: null, createTime: '2026-11-01T00:00:00.000Z' },
  author: { id: 'a', nickName: 'Ada', headImgUrl: null, isDemo: false },
} as Work

beforeEach(() => void fakeServer())
afterEach(forgetScreen)
const show = async (change: Partial<Work>) => {
  await renderScreen(<Author work={{ ...work, ...change }} />, views[0]!, { path: '/codeForce/codeDetails/w1' })
  await screen.findByText('Ada')
  return screen.queryByRole('link', { name: i18next.t('code.detail.ask') })?.getAttribute('href')
}

it('is asked from the page of a work that is online, by others', async () => {
  expect(await show({})).toBe('/personal-center/conversations/about/code/w1')
})

it.each([
  ['one’s own', { isMine: true }],
  ['taken offline', { state: 'offline' }],
] as const)('is not asked about a work that is %s', async (_, change) => {
  expect(await show(change)).toBeUndefined()
})
