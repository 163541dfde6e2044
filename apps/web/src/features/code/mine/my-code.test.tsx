// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { getFigures } from '@trove/contract/code/figures'
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
})
