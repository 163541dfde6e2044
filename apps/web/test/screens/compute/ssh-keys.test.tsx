// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listPurchases } from '@trove/contract/compute/orders'
import { getOffer, listShares } from '@trove/contract/compute/routes'
import {
  addSshKey,
  getLeaseKeys,
  listSshKeys,
  putLeaseKeys,
  removeSshKey,
  SSH_KEYS_MAX,
} from '@trove/contract/compute/ssh-keys'
import type { RouteResult } from '@trove/contract/kit/route'
import { createPayment, getOrder } from '@trove/contract/order-lists/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import OrderScreen from '../../../src/app/pages/order.tsx'
import MyCompute from '../../../src/features/compute/mine/my-compute.tsx'
import CheckoutCompute from '../../../src/features/compute/offer/checkout-compute.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { detailOf, inDays, pageOf, purchase, serving as running } from '../../orders.ts'
import { offerOf } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'
import { withheldFor } from '../../withheld.ts'

/** One's SSH keys: the list, choosing among them at the settlement desk, and those of a running lease. */

const PATH = '/personal-center/my-calculate'
const keyOf = (name: string) => ({
  id: `id-${name}`,
  name,
  publicKey: `ssh-ed25519 AAAA${name}`,
  fingerprint: `SHA256:${name.padEnd(43, '0')}`,
  createdAt: inDays(-1),
})
const [laptop, desk] = [keyOf('laptop'), keyOf('desk')]
const printOf = ({ fingerprint }: { fingerprint: string }) => fingerprint
type LeaseKeys = RouteResult<typeof getLeaseKeys>
const onLease = (change: Partial<LeaseKeys> = {}): LeaseKeys => ({
  orderId: 'o1',
  state: 'settled',
  keys: [
    { fingerprint: laptop.fingerprint, name: 'laptop', isChosen: true },
    { fingerprint: desk.fingerprint, name: 'desk', isChosen: false },
    { fingerprint: keyOf('old').fingerprint, name: null, isChosen: true },
  ],
  ...change,
})

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listPurchases, pageOf(purchase))
  server.on(listShares, { content: [], totalElements: 0 })
  server.on(listSshKeys, [laptop, desk])
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const said = () => toastStore.getCurrent()?.text
const isTicked = (box: HTMLElement) => (box as HTMLInputElement).checked

describe.each(views)('one’s SSH keys on $device in $language', (view) => {
  async function open() {
    await renderScreen(<MyCompute />, view, { path: `${PATH}?key=1`, pattern: PATH })
    return within(await screen.findByRole('dialog', { name: t('sshKeys.title') }))
  }
  async function write(dialog: ReturnType<typeof within>, name: string, publicKey: string) {
    await userEvent.type(await dialog.findByLabelText(t('sshKeys.name')), name)
    await userEvent.click(dialog.getByLabelText(new RegExp(`^${t('sshKeys.field')}`)))
    await userEvent.paste(publicKey)
    await userEvent.click(dialog.getByRole('button', { name: t('sshKeys.add') }))
  }

  it('are listed with name and fingerprint', async () => {
    const dialog = await open()
    const rows = within(await dialog.findByRole('list', { name: t('sshKeys.list') })).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      `laptop${laptop.fingerprint}`,
      `desk${desk.fingerprint}`,
    ])
  })

  it('are read out as loading, and say why they could not be had', async () => {
    server.on(listSshKeys, () => refused('service.unavailable'))
    const dialog = await open()
    await dialog.findByText(t('sshKeys.failed'))
    server.on(listSshKeys, [])
    await userEvent.click(dialog.getByRole('button', { name: t('common.retry') }))
    await dialog.findByText(t('sshKeys.none'))
  })

  it('take a key with its name, and never a private one', async () => {
    server.on(addSshKey, keyOf('phone'))
    const dialog = await open()
    await write(dialog, 'phone', '-----BEGIN OPENSSH PRIVATE KEY-----')
    await dialog.findByText(wordsOfCode('compute.ssh-key-private')!)
    expect(server.asked(addSshKey)).toHaveLength(0)
    await userEvent.clear(dialog.getByLabelText(t('sshKeys.name')))
    await write(dialog, '  ', `ssh-ed25519 ${'A'.repeat(68)} me@home`)
    await dialog.findByText(t('sshKeys.nameMissing'))
    expect(server.asked(addSshKey)).toHaveLength(0)
    await userEvent.type(dialog.getByLabelText(t('sshKeys.name')), 'phone')
    server.on(listSshKeys, [laptop, desk, keyOf('phone')])
    await userEvent.click(dialog.getByRole('button', { name: t('sshKeys.add') }))
    await waitFor(() => expect(said()).toBe(t('sshKeys.added')))
    expect(server.asked(addSshKey)).toMatchObject([
      { body: { name: 'phone', publicKey: `ssh-ed25519 ${'A'.repeat(68)} me@home` } },
    ])
    await dialog.findByText('phone')
  })

  it('say that a key is there already, and that there is room for no more', async () => {
    server.on(addSshKey, () => refused('compute.ssh-key-twice'))
    const dialog = await open()
    await write(dialog, 'again', `ssh-ed25519 ${'A'.repeat(68)}`)
    await dialog.findByText(wordsOfCode('compute.ssh-key-twice')!)
    server.on(
      listSshKeys,
      Array.from({ length: SSH_KEYS_MAX }, (_, i) => keyOf(`key${i}`)),
    )
    server.on(removeSshKey, () => refused('compute.ssh-key-unknown'))
    await userEvent.click(dialog.getByRole('button', { name: t('sshKeys.removeNamed', { name: 'desk' }) }))
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: t('sshKeys.remove') }))
    await dialog.findByText(t('sshKeys.full'))
    expect(dialog.queryByLabelText(t('sshKeys.name'))).toBeNull()
  })

  it('are removed only after a question', async () => {
    server.on(removeSshKey, null)
    const dialog = await open()
    await userEvent.click(await dialog.findByRole('button', { name: t('sshKeys.removeNamed', { name: 'laptop' }) }))
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText(t('sshKeys.removeText'))
    expect(server.asked(removeSshKey)).toHaveLength(0)
    server.on(listSshKeys, [desk])
    await userEvent.click(question.getByRole('button', { name: t('sshKeys.remove') }))
    await waitFor(() => expect(said()).toBe(t('sshKeys.removed')))
    expect(server.asked(removeSshKey)[0]!.url.pathname).toBe('/api/computing/ssh-keys/id-laptop')
    await waitFor(() => expect(dialog.queryByText('laptop')).toBeNull())
    const next = dialog.getByRole('button', { name: t('sshKeys.removeNamed', { name: 'desk' }) })
    await waitFor(() => expect(document.activeElement === next).toBe(true))
  })
})

describe.each(views)('keys at the settlement desk on $device in $language', (view) => {
  const detail = {
    ...offerOf('m1'),
    uploader: { id: 's', nickName: 'Seller m1', headImgUrl: null, isDemo: false },
    ...{ isMine: false, isAvailable: true, unavailableReason: null, feeAmount: '0.00', pastOrders: 0 },
  }
  async function pay(): Promise<unknown> {
    await userEvent.click(screen.getByRole('checkbox', { name: t('market.checkout.confirm') }))
    await userEvent.click(screen.getByRole('button', { name: t('market.checkout.pay') }))
    await waitFor(() => expect(server.asked(createPayment)).toHaveLength(1))
    return server.asked(createPayment)[0]!.body
  }
  beforeEach(() => {
    server.on(getOffer, detail)
    server.on(createPayment, () => new Promise<Response>(() => undefined))
  })
  const open = () =>
    renderScreen(<CheckoutCompute />, view, {
      path: '/computingPowerMarket/computing-check/m1',
      pattern: '/computingPowerMarket/computing-check/:id',
    })

  it('are all ticked, and all go into the order', async () => {
    await open()
    expect(isTicked(await screen.findByRole('checkbox', { name: 'laptop' }))).toBe(true)
    expect(await pay()).toMatchObject({ sshKeys: [laptop, desk].map(printOf) })
  })

  it('are those left ticked', async () => {
    await open()
    await userEvent.click(await screen.findByRole('checkbox', { name: 'laptop' }))
    expect(await pay()).toMatchObject({ sshKeys: [desk.fingerprint] })
  })

  it('may be none, which says that there will be a password', async () => {
    await open()
    for (const name of ['laptop', 'desk']) await userEvent.click(await screen.findByRole('checkbox', { name }))
    screen.getByText(t('compute.checkout.sshKeyNone'))
    expect(await pay()).toMatchObject({ sshKeys: [] })
  })

  it('have their place before they are there, and say why they could not be had', async () => {
    let fail: () => void = () => undefined
    server.on(listSshKeys, () => new Promise((done) => (fail = () => done(refused('service.unavailable')))))
    await open()
    const panel = within(await screen.findByRole('region', { name: t('compute.checkout.sshKey') }))
    panel.getByRole('status', { name: t('common.loading') })
    fail()
    await panel.findByText(wordsOfCode('service.unavailable')!)
    server.on(listSshKeys, [laptop])
    await userEvent.click(panel.getByRole('button', { name: t('common.retry') }))
    await panel.findByRole('checkbox', { name: 'laptop' })
  })

  it('lead to where one is added, where there is none, and are no choice then', async () => {
    server.on(listSshKeys, [])
    await open()
    const link = await screen.findByRole('link', { name: t('compute.checkout.sshKeySetUp') })
    expect(link.getAttribute('href')).toContain('key=1')
    expect(await pay()).not.toHaveProperty('sshKeys')
  })
})

describe.each(views)('the keys of a running lease on $device in $language', (view) => {
  async function open() {
    await renderScreen(<MyCompute />, view, { path: PATH, pattern: PATH })
    await userEvent.click(await screen.findByRole('button', { name: t('machines.share.more') }))
    await userEvent.click(await screen.findByText(t('sshKeys.lease.open')))
    return within(await screen.findByRole('dialog', { name: t('sshKeys.lease.title') }))
  }

  it('are shown as the machine has them, also one that is saved no more', async () => {
    server.on(getLeaseKeys, onLease())
    const dialog = await open()
    await dialog.findByText(t('sshKeys.lease.states.settled'))
    const ticks = ['laptop', 'desk', t('sshKeys.lease.gone')].map((name) => dialog.getByRole('checkbox', { name }))
    expect(ticks.map(isTicked)).toEqual([true, false, true])
    expect(withheldFor(dialog.getByRole('button', { name: t('sshKeys.lease.save') }))).toBe(t('reasons.unchanged'))
  })

  it('are chosen anew, and followed until the machine has confirmed them', async () => {
    server.on(getLeaseKeys, onLease())
    const chosen = onLease({ state: 'changing' }).keys.map((key) => ({ ...key, isChosen: key.name !== null }))
    server.on(putLeaseKeys, onLease({ state: 'changing', keys: chosen }))
    const dialog = await open()
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'desk' }))
    await userEvent.click(dialog.getByRole('checkbox', { name: t('sshKeys.lease.gone') }))
    server.on(getLeaseKeys, onLease({ state: 'retrying', keys: chosen }))
    await userEvent.click(dialog.getByRole('button', { name: t('sshKeys.lease.save') }))
    await waitFor(() => expect(said()).toBe(t('sshKeys.lease.saved')))
    expect(server.asked(putLeaseKeys)).toMatchObject([{ body: { sshKeys: [laptop, desk].map(printOf) } }])
    await dialog.findByText(t('sshKeys.lease.states.retrying'), {}, { timeout: 5000 })
    server.on(getLeaseKeys, onLease({ keys: chosen.slice(0, 2) }))
    await dialog.findByText(t('sshKeys.lease.states.settled'), {}, { timeout: 5000 })
    expect(dialog.queryByRole('checkbox', { name: t('sshKeys.lease.gone') })).toBeNull()
  })

  it('say why they cannot be managed', async () => {
    server.on(getLeaseKeys, () => refused('compute.lease-over'))
    const dialog = await open()
    await dialog.findByText(t('sshKeys.lease.failed'))
    dialog.getByText(wordsOfCode('compute.lease-over')!)
  })

  it('are managed from the page of the order, too', async () => {
    server.on(getOrder, detailOf(running))
    server.on(getLeaseKeys, onLease({ state: 'changing' }))
    await renderScreen(<OrderScreen />, view, {
      path: '/personal-center/my-order/detail/o1',
      pattern: '/personal-center/my-order/detail/:id',
    })
    await userEvent.click(await screen.findByRole('button', { name: t('sshKeys.lease.open') }))
    const dialog = within(await screen.findByRole('dialog', { name: t('sshKeys.lease.title') }))
    await dialog.findByText(t('sshKeys.lease.states.changing'))
  })
})
