// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listPurchases } from '@trove/contract/compute/orders'
import {
  bringOnline,
  deleteOffer,
  getAccess,
  listAccessReads,
  listShares,
  verifyOffer,
} from '@trove/contract/compute/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import MyCompute from '../../../src/features/compute/mine/my-compute.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import { inDays, pageOf, purchase, type Share, share } from '../../orders.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'
import { withheldFor } from '../../withheld.ts'

/** One's machines: those rented with their login, those shared with all that can be done to them. */

const PATH = '/personal-center/my-calculate'
const access = {
  username: 'root',
  password: 'pw-9',
  IPv4: '8.8.8.8',
  port: 2222,
  defaultUsername: 'root',
  defaultPassword: 'pw-9',
  serverIPv4: '8.8.8.8',
  serverPort: 2222,
  hostKey: 'SHA256:abc',
  serveEndTime: inDays(29),
}
const oneShare = (change: Partial<Share> = {}) => ({ content: [{ ...share, ...change }], totalElements: 1 })

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listPurchases, pageOf(purchase))
  server.on(listShares, oneShare())
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string

describe.each(views)('rented machines on $device in $language', (view) => {
  const open = (search = '') => renderScreen(<MyCompute />, view, { path: PATH + search, pattern: PATH })

  it('without any say so and lead to the market', async () => {
    server.on(listPurchases, pageOf())
    await open()
    await screen.findByText(t('machines.purchasesEmpty'))
    const next = screen.getByRole('link', { name: t('machines.toMarket') })
    expect(next.getAttribute('href')).toBe('/computingPowerMarket/storage-resources?tab=computing')
  })

  it('are read out as loading, and say why they could not be had', async () => {
    server.on(listPurchases, () => refused('service.unavailable'))
    await open()
    screen.getByRole('status', { name: t('common.loading') })
    const failure = within(await screen.findByRole('alert'))
    server.on(listPurchases, pageOf(purchase))
    await userEvent.click(failure.getByRole('button', { name: t('common.retry') }))
    await screen.findByText('Sam')
  })

  it.each([
    [29, 'serving', undefined],
    [3.5, 'expiresIn', { count: 3 }],
    [0.5, 'expiresSoon', undefined],
    [-0.1, 'ended', undefined],
  ] as const)('with %s days left say so', async (days, word, params) => {
    server.on(listPurchases, pageOf({ ...purchase, serveEndTime: inDays(days) }))
    await open()
    await screen.findByText(t(`machines.lease.${word}`, params))
    const check = screen.queryByRole('button', { name: t('machines.check') })
    expect(check === null).toBe(days < 0)
  })

  it.each([
    [30, 2.9, 'expiresIn', { count: 2 }, true],
    [30, 5.5, 'expiresIn', { count: 5 }, false],
    [7, 6.5, 'expiresIn', { count: 6 }, false],
    [1, 0.9, 'expiresSoon', undefined, false],
  ] as const)('of %s days with %s left warn by colour only near their end', async (days, left, word, params, warns) => {
    server.on(listPurchases, pageOf({ ...purchase, serveStartTime: inDays(left - days), serveEndTime: inDays(left) }))
    await open()
    const badge = await screen.findByText(t(`machines.lease.${word}`, params))
    expect(/amber/.test(badge.className)).toBe(warns)
  })

  it('are searched as the address says, which forgets it with what is cleared', async () => {
    server.on(listPurchases, ({ url }) =>
      ok(listPurchases, url.searchParams.get('name') === 'sam' ? pageOf(purchase) : pageOf()),
    )
    const { address } = await open('?tab=purchase&keyword=sam')
    await screen.findByText('Sam')
    await userEvent.clear(screen.getByRole('searchbox', { name: t('machines.search') }))
    await waitFor(() => expect(screen.queryByText('Sam')).toBeNull())
    expect(address()).toBe(`${PATH}?tab=purchase`)
  })

  it('are searched for nothing once another tab is opened', async () => {
    const { address } = await open('?tab=purchase&keyword=sam')
    await userEvent.click(await screen.findByRole('tab', { name: t('machines.shares') }))
    await waitFor(() => expect(address()).toBe(`${PATH}?tab=share`))
  })

  it('of some hours are in use until their last tenth', async () => {
    const hours = (count: number) => inDays(count / 24)
    server.on(
      listPurchases,
      pageOf({ ...purchase, serveHours: 2, serveStartTime: hours(-0.5), serveEndTime: hours(1.5) }),
    )
    await open()
    await screen.findByText(t('machines.lease.serving'))
    expect(screen.queryByText(t('machines.lease.expiresSoon'))).toBeNull()
  })

  it('open their cockpit from the whole card while they run, and their order when they are over', async () => {
    server.on(listPurchases, pageOf(purchase, { ...purchase, orderId: 'o2', superPointsStatus: 3 }))
    await open()
    const hrefs = (await screen.findAllByRole('link', { name: /Sam/ })).map((it) => it.getAttribute('href'))
    expect(hrefs).toEqual([`${PATH}/lease/o1`, '/personal-center/my-order/detail/o2'])
  })

  it('show address, user, hidden password and the command, and the way to the terminal', async () => {
    server.on(getAccess, access)
    await open()
    await userEvent.click(await screen.findByRole('button', { name: t('machines.check') }))
    const dialog = within(await screen.findByRole('dialog', { name: t('machines.access.title') }))
    await dialog.findByText('ssh root@8.8.8.8 -p 2222')
    dialog.getByText('SHA256:abc')
    expect(dialog.queryByText('pw-9')).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: t('common.showPassword') }))
    dialog.getByText('pw-9')
    const terminal = dialog.getByRole('link', { name: t('machines.openTerminal') })
    expect(terminal.getAttribute('href')).toBe(`${PATH}/terminal/m1`)
    expect(server.asked(getAccess)).toHaveLength(1)
  })

  it('say why a login could not be read', async () => {
    server.on(getAccess, () => refused('compute.not-provisioned'))
    await open()
    await userEvent.click(await screen.findByRole('button', { name: t('machines.check') }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(t('machines.access.failed'))
    dialog.getByText(wordsOfCode('compute.not-provisioned')!)
  })
})

describe.each(views)('a machine that its check took off sale on $device in $language', (view) => {
  const open = () => renderScreen(<MyCompute />, view, { path: `${PATH}?tab=share`, pattern: PATH })
  const measured = { ...share.verification.measured!, bandwidth: 56.8 }
  const differs = { ...share.verification, state: 'differs', differing: ['bandwidth'], measured } as const

  it('is not called ready, and leads to the form with what was measured', async () => {
    server.on(listShares, oneShare({ verification: { ...differs, differing: ['bandwidth'] } }))
    await open()
    await screen.findByText(t('machines.share.stopped'))
    expect(screen.queryByText(t('machines.share.status0'))).toBeNull()
    const mend = screen.getByRole('link', { name: t('machines.share.useMeasured') })
    expect(mend.getAttribute('href')).toBe('/computingPowerMarket/shared-computing?edit=CP-77&measured=1')
  })

  it('that could not be reached leads to its login', async () => {
    server.on(listShares, oneShare({ verification: { ...differs, state: 'unreachable', differing: [] } }))
    await open()
    const mend = await screen.findByRole('link', { name: t('machines.share.mendLogin') })
    expect(mend.getAttribute('href')).toBe('/computingPowerMarket/shared-computing?edit=CP-77')
  })

  it('only of another system than declared stays on sale', async () => {
    server.on(listShares, oneShare({ verification: { ...differs, differing: ['operationSystem'] } }))
    await open()
    await screen.findByText(t('machines.share.status0'))
    expect(screen.queryByRole('link', { name: t('machines.share.useMeasured') })).toBeNull()
  })
})

describe.each(views)('shared machines on $device in $language', (view) => {
  const open = () => renderScreen(<MyCompute />, view, { path: `${PATH}?tab=share`, pattern: PATH })
  const menu = async (entry: string) => {
    await userEvent.click(await screen.findByRole('button', { name: t('machines.share.more') }))
    const found = await screen.findAllByText(t(`machines.share.${entry}`))
    await userEvent.click(found.at(-1)!)
  }

  it('without any say so and lead to publishing', async () => {
    server.on(listShares, { content: [], totalElements: 0 })
    await open()
    await screen.findByText(t('machines.sharesEmpty'))
    for (const link of screen.getAllByRole('link', { name: t('machines.publish') }))
      expect(link.getAttribute('href')).toBe('/computingPowerMarket/shared-computing')
  })

  it.each([
    ['status0', {}, 'offline', undefined],
    ['status1', { status: 1, serveEndTime: inDays(3) }, 'offline', 'rented'],
    ['status2', { status: 2, listing: 'offline' }, 'serveAgain', undefined],
    ['offlineState', { listing: 'offline' }, 'bringOnline', undefined],
    ['reserved', { isReserved: true }, 'offline', 'reserved'],
    ['cleaningRunning', { cleaning: 'running' }, 'offline', 'cleaning'],
    ['cleaningFailed', { cleaning: 'failed', status: 2 }, 'serveAgain', 'cleaningFailed'],
  ] as [string, Partial<Share>, string, string | undefined][])(
    'that are %s say so, offer what is possible, and why not what is not',
    async (state, change, word, why) => {
      server.on(listShares, oneShare(change))
      await open()
      await screen.findByText(t(`machines.share.${state}`))
      const button = screen.getByRole('button', { name: t(`machines.share.${word}`) })
      expect(withheldFor(button)).toBe(why && t(`reasons.machine.${why}`))
    },
  )

  it('that are let lead to the running order', async () => {
    server.on(listShares, oneShare({ status: 1, orderId: 'o7', serveEndTime: inDays(3) }))
    await open()
    const link = await screen.findByRole('link', { name: t('machines.share.openOrder') })
    expect(link.getAttribute('href')).toBe('/personal-center/my-order/detail/o7')
  })

  it('are told apart by their id, above an address that many can share', async () => {
    await open()
    const id = await screen.findByText('CP-77')
    expect(id.compareDocumentPosition(screen.getByText('8.8.8.8:22')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it.each([
    ['seller', 'faults.yourTurn', 'faults.goTo'],
    ['buyer', 'orders.standing.fault', 'faults.see'],
  ] as const)('with an open fault that waits for the %s say so and lead to it', async (faultAwaits, state, way) => {
    server.on(listShares, oneShare({ status: 1, orderId: 'o1', faultAwaits }))
    await open()
    await screen.findByText(t(state))
    const link = screen.getByRole('link', { name: t(way) })
    expect(link.getAttribute('href')).toBe('/personal-center/my-order/detail/o1?kind=superPoints#faults')
  })

  it('that nobody rents lead to no order', async () => {
    await open()
    await screen.findByText(t('machines.share.status0'))
    expect(screen.queryByRole('link', { name: t('machines.share.openOrder') })).toBeNull()
  })

  it('serve again, and go back to what they were when that is refused', async () => {
    server.on(listShares, oneShare({ status: 2, listing: 'offline' }))
    server.on(bringOnline, () => refused('compute.not-sellable'))
    await open()
    await userEvent.click(await screen.findByRole('button', { name: t('machines.share.serveAgain') }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(wordsOfCode('compute.not-sellable')))
    await screen.findByRole('button', { name: t('machines.share.serveAgain') })
  })

  it('that measured less than declared say what, and are checked again', async () => {
    server.on(
      listShares,
      oneShare({ verification: { ...share.verification, state: 'differs', differing: ['ramSize'] } }),
    )
    server.on(verifyOffer, {
      id: 'c1',
      state: 'queued',
      trigger: 'on-demand',
      result: share.verification,
      startedAt: inDays(0),
    })
    await open()
    await screen.findByText(t('machines.share.differs', { facts: t('compute.facts.ram') }))
    await menu('checkAgain')
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(t('machines.share.checkStarted')))
  })

  it('are deleted only after a question', async () => {
    server.on(deleteOffer, null)
    await open()
    await menu('remove')
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText(t('machines.share.removeText'))
    expect(server.asked(deleteOffer)).toHaveLength(0)
    server.on(listShares, { content: [], totalElements: 0 })
    await userEvent.click(question.getByRole('button', { name: t('machines.share.remove') }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(t('machines.share.removed')))
    await waitFor(() => expect(document.activeElement?.textContent).toBe(t('machines.sharesEmpty')))
  })

  it('that are rented out say in their menu why they are neither changed nor deleted', async () => {
    server.on(listShares, oneShare({ status: 1, serveEndTime: inDays(3) }))
    await open()
    await userEvent.click(await screen.findByRole('button', { name: t('machines.share.more') }))
    for (const word of ['edit', 'checkAgain', 'remove'] as const) {
      const entry = (await screen.findByText(t(`machines.share.${word}`))).closest('button')!
      expect([entry.disabled, entry.querySelector('small')?.textContent]).toEqual([true, t('reasons.machine.rented')])
    }
  })

  it('show when their login was read', async () => {
    server.on(listAccessReads, () => ok(listAccessReads, [{ at: inDays(-1), reader: 'Bea', via: 'terminal' }]))
    await open()
    await menu('accessLog')
    const dialog = within(await screen.findByRole('dialog', { name: t('machines.log.title') }))
    expect((await dialog.findByRole('listitem')).textContent).toContain(t('machines.log.terminal'))
  })
})
