// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { rankCommented, rankMvp, rankPopular } from '@trove/contract/code/market'
import { listFeatured } from '@trove/contract/code/slots'
import { memberInfo, token } from '@trove/contract/identity/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../render.tsx'

/** The landing of the code market (b-markets 2), through the real router on both devices and in both languages. */

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(() => {
  forgetScreen()
  vi.restoreAllMocks()
})

const t = (key: string) => i18next.t(key as 'common.ok')
const open = (path: string, view: View, isSignedIn = true) => renderScreen(<Pages />, view, { path, isSignedIn })
const hrefOf = (name: string) =>
  screen.getAllByRole('link', { name: new RegExp(name) }).map((it) => it.getAttribute('href'))
async function signInHere() {
  server.on(token, { access_token: 'a', token_type: 'bearer', expires_in: 900, user_id: 'buyer' })
  server.on(memberInfo, buyer)
  await userEvent.type(await screen.findByLabelText(t('login.phone')), '13800000002')
  await userEvent.type(screen.getByLabelText(t('login.code')), '123456')
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: t('login.submit') }))
}
const WORK = {
  ...{ id: 'w2', productName: 'Tree walker', productUrl: null, blurb: 'Walks trees.', language: 'Go', labels: [] },
  ...{ price: '0.00', countBrowses: 1, countComments: 0, countDownloads: 2, rating: null },
  author: { id: 'a1', nickName: 'Ada', headImgUrl: null, isDemo: false },
  publishTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-01T00:00:00.000Z',
}

describe.each(views)('on $device in $language', (view) => {
  it('shelves of works that do not come say so, and are asked for again', async () => {
    for (const route of [rankPopular, rankCommented, rankMvp, listFeatured])
      server.on(route, () => refused('service.unknown'))
    await open('/workCodeForce', view, false)
    await waitFor(() => expect(screen.getAllByRole('button', { name: t('common.retry') })).toHaveLength(4))
    expect(screen.queryByText(t('landing.code.featuredEmpty'))).toBeNull()
    expect(screen.queryByText(t('landing.code.rankingEmpty'))).toBeNull()
    server.on(listFeatured, [WORK])
    await userEvent.click(screen.getAllByRole('button', { name: t('common.retry') })[0]!)
    await screen.findByRole('heading', { name: 'Tree walker' })
  })

  it('the code landing has its two ways, three rankings and four steps', async () => {
    const ranked = {
      productId: 'w1',
      productCountDownloads: 31,
      productCountComments: 74,
      productPrice: '9.90',
      score: 86,
    }
    server.on(rankPopular, [{ ...ranked, productName: 'Often got' }])
    server.on(rankCommented, [{ ...ranked, productName: 'Often spoken of' }])
    server.on(rankMvp, [{ ...ranked, productName: 'Best' }])
    server.on(listFeatured, [WORK])
    await open('/workCodeForce', view, false)
    await screen.findByText(t('landing.code.stepsTitle'))
    for (const step of ['development', 'upload', 'rights', 'trading']) screen.getByText(t(`landing.code.steps.${step}`))
    for (const name of ['popular', 'comments', 'mvp'])
      screen.getByRole('tab', { name: t(`landing.code.ranking.${name}`) })
    expect(hrefOf(t('landing.code.experienceText'))).toEqual(['/codeForce/codeForceList'])
    expect(hrefOf(t('landing.code.shareText'))).toEqual(['/codeForce/publishProduct'])
    await screen.findByRole('heading', { name: 'Tree walker' })
    // The rankings are asked for as the page opens, before anybody touches their tabs.
    for (const route of [rankPopular, rankCommented, rankMvp]) expect(server.asked(route)).toHaveLength(1)
    const ranking = (name: string) => screen.getByRole('region', { name: t(`landing.code.ranking.${name}`) })
    const rowOf = async (name: string, work: string) =>
      (await within(ranking(name)).findByText(work)).closest('li')?.textContent
    expect(await rowOf('popular', 'Often got')).toMatch(/31.*9\.90/)
    expect(await rowOf('comments', 'Often spoken of')).toMatch(/74.*9\.90/)
    expect(await rowOf('mvp', 'Best')).toMatch(/31.*9\.90/)
    await userEvent.click(screen.getByRole('tab', { name: t('landing.code.ranking.mvp') }))
    const shown = ['popular', 'comments', 'mvp'].filter((name) => !ranking(name).hasAttribute('inert'))
    expect(shown).toEqual(['mvp'])
    expect(hrefOf(t('landing.code.uploadWork'))).toEqual(['/codeForce/publishProduct'])
  })

  it('the code landing has featured works with language, blurb and a price to press, and all works behind a button', async () => {
    for (const ranking of [rankPopular, rankCommented, rankMvp]) server.on(ranking, [])
    server.on(listFeatured, [{ ...WORK, price: '100.00' }])
    const { address } = await open('/workCodeForce', view)
    const card = (await screen.findByRole('heading', { name: 'Tree walker' })).closest('article')!
    within(card).getByText('Go')
    within(card).getByText('Walks trees.')
    expect(hrefOf(t('landing.code.viewMore'))).toEqual(['/codeForce/codeForceList'])
    await userEvent.click(within(card).getByRole('link', { name: /100\.00/ }))
    await waitFor(() => expect(address()).toBe('/codeForce/codeDetails/w2'))
  })

  it('the code landing has its banner at once, and a mask over each featured picture until it is there', async () => {
    for (const ranking of [rankPopular, rankCommented, rankMvp]) server.on(ranking, [])
    server.on(listFeatured, [
      { ...WORK, productUrl: '/files/w2.webp' },
      { ...WORK, id: 'w3', productName: 'Bare' },
    ])
    await open('/workCodeForce', view, false)
    const carousel = within(await screen.findByRole('region', { name: t('landing.code.carousel') }))
    carousel.getByText(t('landing.code.banner'))
    const link = await carousel.findByRole('link', { name: 'Tree walker' })
    expect(carousel.getAllByRole('button').map((dot) => dot.getAttribute('aria-label'))).toEqual([
      t('landing.code.banner'),
      'Tree walker',
    ])
    carousel.getByRole('status', { name: t('common.loading') })
    fireEvent.load(link.closest('div')!.querySelector('img')!)
    expect(carousel.queryByRole('status')).toBeNull()
  })

  it('the banners of the code landing move on by themselves, but not under the pointer', async () => {
    for (const ranking of [rankPopular, rankCommented, rankMvp]) server.on(ranking, [])
    server.on(listFeatured, [{ ...WORK, productUrl: '/files/w2.webp' }])
    await open('/workCodeForce', view, false)
    const region = await screen.findByRole('region', { name: t('landing.code.carousel') })
    const carousel = within(region)
    const dot = await carousel.findByRole('button', { name: 'Tree walker' })
    vi.useFakeTimers()
    try {
      fireEvent.pointerEnter(region)
      act(() => void vi.advanceTimersByTime(60_000))
      expect(dot.getAttribute('aria-current')).toBeNull()
      fireEvent.pointerLeave(region)
      act(() => void vi.advanceTimersByTime(6000))
      expect(dot.getAttribute('aria-current')).toBe('true')
    } finally {
      vi.useRealTimers()
    }
  })

  it('a visitor who opens a work of the code landing is asked to sign in, and arrives there', async () => {
    for (const ranking of [rankPopular, rankCommented, rankMvp]) server.on(ranking, [])
    server.on(listFeatured, [WORK])
    const { address } = await open('/workCodeForce', view, false)
    await userEvent.click(await screen.findByRole('link', { name: 'Tree walker' }))
    await screen.findByText(view.language === 'en' ? 'Please sign in first' : '请先登录')
    await signInHere()
    await waitFor(() => expect(address()).toBe('/codeForce/codeDetails/w2'))
  })

  it('a visitor who opens a work of a ranking is asked to sign in, and arrives there', async () => {
    for (const ranking of [rankCommented, rankMvp, listFeatured]) server.on(ranking, [])
    const counted = { productCountDownloads: 3, productCountComments: 7, productPrice: '9.90', score: 3 }
    server.on(rankPopular, [{ productId: 'w1', productName: 'Ledger', ...counted }])
    const { address } = await open('/workCodeForce', view, false)
    await userEvent.click(await screen.findByRole('link', { name: 'Ledger' }))
    await screen.findByText(t('common.signInFirst'))
    await signInHere()
    await waitFor(() => expect(address()).toBe('/codeForce/codeDetails/w1'))
  })

  it('the code landing shows eight featured works, with its carousel, tiles, rankings and explainer around them', async () => {
    for (const ranking of [rankPopular, rankCommented, rankMvp]) server.on(ranking, [])
    server.on(
      listFeatured,
      Array.from({ length: 8 }, (_, i) => ({ ...WORK, id: `f${i}`, productName: `Featured ${i}` })),
    )
    await open('/workCodeForce', view, false)
    const row = await screen.findByRole('region', { name: t('landing.code.carousel') })
    const works = await screen.findAllByRole('heading', { name: /^Featured \d$/ })
    const parts = [
      ...[row, screen.getByRole('link', { name: new RegExp(t('landing.code.experienceText')) }), ...works],
      ...[screen.getByRole('tablist', { name: t('landing.code.rankings') })],
      ...[
        screen.getByText(t('landing.code.stepsTitle')),
        screen.getByRole('link', { name: t('landing.code.uploadWork') }),
      ],
    ]
    expect(works).toHaveLength(8)
    // Two rows of four at a desk: dense grids have four columns from 1200 px.
    expect(works[0]!.closest('ul')?.dataset.dense).toBe('true')
    const inOrder = parts.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    const isPhone = view.device === 'mobile'
    expect(inOrder.slice(2)).toEqual(parts.slice(2))
    expect(new Set(inOrder.slice(0, 2))).toEqual(new Set(parts.slice(0, 2)))
    expect(inOrder[0] === row).toBe(isPhone)
  })
})
