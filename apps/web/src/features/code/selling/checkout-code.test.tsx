// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getWork } from '@trove/contract/code/works'
import type { RouteResult } from '@trove/contract/kit/route'
import { createPayment } from '@trove/contract/order-lists/routes'
import i18next from 'i18next'
import { afterEach, expect, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, type View } from '../../../../test/render.tsx'
import CheckoutCode from './checkout-code.tsx'

/** The settlement desk of a work. */

const WORK: RouteResult<typeof getWork> = {
  ...{ id: 'w1', title: 'Ledger', intro: 'Words', labels: ['books'], environment: 'Node.js', language: 'Go' },
  ...{ price: '9.90', demoUrl: '', state: 'online', nickName: 'Sue', isMine: false, isGranted: false },
  author: { id: 'sue', nickName: 'Sue', headImgUrl: null, isDemo: false },
  licences: [
    { licence: 'personal', price: '9.90' },
    { licence: 'commercial', price: '99.00' },
  ],
  ...{ ownLicences: [], createTime: '2026-11-20T08:00:00.000Z', publishTime: null, countBrowses: 0 },
  ...{ countComments: 0, countDownloads: 0, rating: null, pictures: [], video: null, takedown: null },
  ...{ openPaths: [], missing: [], versions: [] },
}
const view: View = { device: 'pc', language: 'en' }
const licence = (name: 'personal' | 'commercial') =>
  screen.findByRole<HTMLInputElement>('radio', { name: i18next.t(`codeOrders.licence.${name}`) })

afterEach(forgetScreen)

it('keeps the licence that is being paid for until it is known what became of it', async () => {
  const server = fakeServer()
  server.on(getWork, WORK)
  let fail: (error: Error) => void = () => undefined
  server.on(createPayment, () => new Promise<Response>((_, reject) => (fail = reject)))
  const path = '/codeForce/checkout/w1'
  const { address } = await renderScreen(<CheckoutCode />, view, { path, pattern: '/codeForce/checkout/:id' })
  await userEvent.click(await screen.findByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: i18next.t('market.checkout.pay') }))
  await waitFor(() => expect(server.asked(createPayment)).toHaveLength(1))
  await userEvent.click(await licence('commercial'))
  expect([(await licence('personal')).checked, address()]).toEqual([true, path])
  fail(new TypeError('Failed to fetch'))
  await waitFor(async () => expect((await licence('commercial')).matches(':disabled')).toBe(false))
  await userEvent.click(await licence('commercial'))
  await waitFor(() => expect(address()).toBe(`${path}?licence=commercial`))
})
