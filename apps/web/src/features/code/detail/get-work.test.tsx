// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createArchiveTicket, grantWork, listCodeTokens } from '@trove/contract/code/vault'
import i18next from 'i18next'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeServer, ok } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { paths } from '../../../lib/addresses/paths.ts'
import type { WorkDetail } from '../queries.ts'
import { GetWork } from './get-work.tsx'

/** What a work costs, and what whoever has it does with it. */

const MOMENT = '2026-11-01T00:00:00.000Z'
const work: WorkDetail = {
  ...{ id: 'w1', title: 'Ledger', intro: '', labels: [], environment: '', language: 'Go', price: '0.00', demoUrl: '' },
  ...{ state: 'online', nickName: 'Ada', isMine: false, isGranted: false, createTime: MOMENT, publishTime: MOMENT },
  ...{ author: { id: 'a', nickName: 'Ada', headImgUrl: null, isDemo: false }, rating: null, missing: [] },
  ...{ licences: [{ licence: 'personal', price: '0.00' }], ownLicences: [], pictures: [], video: null, openPaths: [] },
  ...{ countBrowses: 0, countComments: 0, countDownloads: 0, takedown: null },
  versions: [
    { number: 1, notes: '', madeBy: 'archive', branch: 'main', treeDigest: '', packSha256: '', createTime: MOMENT },
  ],
}
const had: WorkDetail = { ...work, isGranted: true, ownLicences: ['personal'] }
const path = paths.codeDetail({ id: 'w1' })
const words = (key: string) => i18next.t(`code.detail.${key}` as 'code.detail.use')

afterEach(forgetScreen)

describe.each(views)('a free work on $device in $language', (view) => {
  it('is got by its main action, which nothing stands beside', async () => {
    const server = fakeServer()
    server.on(grantWork, null)
    await renderScreen(<GetWork work={work} />, view, { path })
    expect(screen.queryByText(words('use'))).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: words('get') }))
    expect(server.asked(grantWork)).toHaveLength(1)
  })

  it('leads whoever has it to its copy, which stands before the licences', async () => {
    const server = fakeServer()
    server.on(listCodeTokens, [])
    server.on(createArchiveTicket, () =>
      ok(createArchiveTicket, { url: '#archive', fileName: 'a.tar.gz', version: 1, bytes: 3, sha256: 'a'.repeat(64) }),
    )
    await renderScreen(<GetWork work={had} />, view, { path })
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(headings).toEqual([words('use'), words('licences')])
    // At a desk it is in sight; on a phone the bar leads to it.
    const way = screen.queryByRole('button', { name: words('use') })
    expect(way === null).toBe(view.device === 'pc')
    if (way) {
      await userEvent.click(way)
      expect(document.activeElement?.textContent).toBe(words('use'))
    }
    await userEvent.click(screen.getByRole('button', { name: i18next.t('codeOrders.goods.download') }))
    await screen.findByText('a'.repeat(64))
    expect(server.asked(createArchiveTicket)[0]!.url.pathname).toContain('/w1')
    screen.getByRole('button', { name: words('makeToken') })
  })
})
