// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react'
import { listWorks } from '@trove/contract/code/market'
import { getWork } from '@trove/contract/code/works'
import type { RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, describe, expect, it } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { fakeServer } from '../../fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** The addresses of the code market (b-markets 2), through the real router. */

const at = '2026-01-01T00:00:00.000Z'
const author = { id: 'a1', nickName: 'Ada', headImgUrl: null, isDemo: false }
const WORK: RouteResult<typeof getWork> = {
  ...{ id: 'w1', title: 'Ledger', intro: 'Counts.', labels: ['books'], environment: 'Node.js', language: 'Go', author },
  ...{ price: '0.00', demoUrl: '', state: 'online', nickName: 'Ada', isMine: false, isGranted: false, createTime: at },
  ...{ licences: [{ licence: 'personal', price: '0.00' }], ownLicences: [], publishTime: at, rating: null },
  ...{ countBrowses: 0, countComments: 0, countDownloads: 0, pictures: [], video: null, takedown: null },
  ...{ openPaths: [], missing: [], versions: [] },
}
const CARD = {
  ...{ id: 'w1', productName: 'Ledger', productUrl: null, blurb: 'Counts.', language: 'Go', labels: [], author },
  ...{ price: '0.00', countBrowses: 1, countComments: 0, countDownloads: 2, rating: null },
  ...{ publishTime: at, updateTime: at },
}

afterEach(forgetScreen)

const has = (text: 'codeOrders.free' | 'codeOrders.freeText' | 'codeOrders.owned') =>
  screen.queryByText(i18next.t(text)) !== null

describe.each(views)('on $device in $language', (view) => {
  const open = (path: string, isSignedIn: boolean, work = WORK) => {
    const server = fakeServer()
    server.on(getWork, work)
    server.on(listWorks, { content: [CARD], totalElements: 1 })
    return { server, drawn: renderScreen(<Pages />, view, { path, isSignedIn }) }
  }

  it.each(['codeDetails', 'shareCode'])('%s shows a visitor the work whose id it names', async (name) => {
    const { server, drawn } = open(`/codeForce/${name}/w1`, false)
    const { address } = await drawn
    await screen.findByRole('heading', { name: 'Ledger' })
    expect(new Set(server.asked(getWork).map(({ url }) => url.pathname.split('/').at(-1)))).toEqual(new Set(['w1']))
    expect(address()).toBe(`/codeForce/${name}/w1`)
  })

  it('codeForceList has the works, and publishProduct the form for one', async () => {
    await open('/codeForce/codeForceList', true).drawn
    await screen.findByRole('link', { name: 'Ledger' })
    forgetScreen()
    await open('/codeForce/publishProduct', true).drawn
    await screen.findByLabelText(new RegExp(`^${i18next.t('code.form.title')}`))
  })

  it.each(['codeForceList', 'publishProduct'])('%s asks a visitor to sign in first', async (name) => {
    const page = open(`/codeForce/${name}`, false)
    // It stands for a few seconds: whoever looks for it once the page is drawn may come too late.
    await screen.findByText(view.language === 'en' ? 'Please sign in first' : '请先登录')
    const { address } = await page.drawn
    // Where to go on to stands behind the question mark.
    await waitFor(() => expect(address()?.split('?')[0]).not.toContain(name))
  })

  it('the checkout of a free work sends on to its page, and says that it is yours only once it is', async () => {
    await open('/codeForce/checkout/w1', true).drawn
    await screen.findByText(i18next.t('codeOrders.freeText'))
    expect([has('codeOrders.free'), has('codeOrders.owned')]).toEqual([true, false])
    forgetScreen()
    await open('/codeForce/checkout/w1', true, { ...WORK, ownLicences: ['personal'] }).drawn
    await screen.findByText(i18next.t('codeOrders.owned'))
    expect([has('codeOrders.free'), has('codeOrders.freeText')]).toEqual([false, false])
  })
})
