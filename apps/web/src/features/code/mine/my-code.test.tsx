// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getFigures } from '@trove/contract/code/figures'
import { listOwnedWorks } from '@trove/contract/code/vault'
import { listMyWorks } from '@trove/contract/code/works'
import type { RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeServer, refused } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { paths } from '../../../lib/addresses/paths.ts'
import MyCode from './my-code.tsx'

/** What one publishes, each work on a card. */

const ledger: RouteResult<typeof listMyWorks>[number] = {
  ...{ id: 'w1', title: 'Ledger', labels: [], environment: '', language: '', price: '9.90', demoUrl: '' },
  ...{ state: 'online', nickName: 'Ada', isMine: true, isGranted: true, createTime: '2026-11-01T00:00:00.000Z' },
  ...{ licences: [], publishTime: '2026-11-01T00:00:00.000Z', countBrowses: 0, countComments: 0, countDownloads: 0 },
  ...{ author: { id: 'a', nickName: 'Ada', headImgUrl: null, isDemo: false }, rating: null, missing: [] },
  productUrl: null,
}

const harbour: RouteResult<typeof listOwnedWorks>['content'][number] = {
  ...{ id: 'w3', productName: 'Harbour', productUrl: null, blurb: '', language: 'Go', labels: [], price: '0.00' },
  ...{ author: ledger.author, countBrowses: 0, countComments: 0, countDownloads: 1, rating: null },
  ...{ publishTime: '2026-11-01T00:00:00.000Z', updateTime: '2026-11-01T00:00:00.000Z', state: 'online' },
  ...{ isFrozen: false, licences: ['personal'], obtainTime: '2026-11-02T00:00:00.000Z' },
}

afterEach(forgetScreen)

describe.each(views)('my code on $device in $language', (view) => {
  it('reads out of which work a card leads to, after the words that stand on it', async () => {
    const server = fakeServer()
    server.on(listMyWorks, [ledger, { ...ledger, id: 'w2', title: 'Harbour' }])
    server.on(getFigures, () => refused('service.unavailable'))
    await renderScreen(<MyCode />, view)
    await screen.findByText('Harbour')
    for (const [id, title] of [
      ['w1', 'Ledger'],
      ['w2', 'Harbour'],
    ] as const)
      for (const [label, href] of [
        [i18next.t('code.mine.edit'), paths.publishCode({ id })],
        [i18next.t('works.open'), paths.codeDetail({ id })],
      ] as const) {
        const link = screen.getByRole('link', { name: `${label} · ${title}` })
        expect([link.getAttribute('href'), link.textContent]).toEqual([href, label])
      }
  })

  it('keeps what one got of others in a tab of its own, with the way to its copy', async () => {
    const server = fakeServer()
    server.on(listMyWorks, [])
    server.on(listOwnedWorks, {
      content: [
        harbour,
        { ...harbour, id: 'w4', productName: 'Quay', state: 'offline' },
        { ...harbour, id: 'w5', productName: 'Mole', state: 'removed', isFrozen: true },
      ],
      totalElements: 3,
    })
    const { address } = await renderScreen(<MyCode />, view, { path: paths.myCode() })
    await userEvent.click(await screen.findByRole('tab', { name: i18next.t('code.mine.tabs.owned') }))
    await screen.findByText('Harbour')
    expect(address()).toBe(`${paths.myCode()}?tab=owned`)
    const use = i18next.t('code.detail.use')
    expect(screen.getByRole('link', { name: `${use} · Harbour` }).getAttribute('href')).toBe(
      `${paths.codeDetail({ id: 'w3' })}#use`,
    )
    const cardOf = (title: string) => within(screen.getByText(title).closest('article')!)
    expect(cardOf('Harbour').queryByText(i18next.t('code.mine.ownedStates.gone'))).toBeNull()
    cardOf('Quay').getByText(i18next.t('code.mine.ownedStates.gone'))
    cardOf('Quay').getByRole('link', { name: `${use} · Quay` })
    // Nothing can be downloaded of what the staff stopped.
    cardOf('Mole').getByText(i18next.t('code.mine.ownedStates.frozen'))
    expect(cardOf('Mole').queryByRole('link', { name: `${use} · Mole` })).toBeNull()
  })

  it('leads to the market where one has nothing yet', async () => {
    const server = fakeServer()
    server.on(listOwnedWorks, { content: [], totalElements: 0 })
    await renderScreen(<MyCode />, view, { path: `${paths.myCode()}?tab=owned` })
    await screen.findByText(i18next.t('code.mine.ownedEmpty'))
    const way = screen.getByRole('link', { name: i18next.t('codeOrders.toMarket') })
    expect(way.getAttribute('href')).toBe(paths.codeList())
  })
})
