// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listFaults } from '@trove/contract/compute/faults'
import { quoteRenewal } from '@trove/contract/compute/leases'
import { listPurchases } from '@trove/contract/compute/orders'
import { getAccess, openCockpit } from '@trove/contract/compute/routes'
import { getOrder } from '@trove/contract/order-lists/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Cockpit from '../../../src/features/compute/cockpit/cockpit.tsx'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { detailOf, inDays, pageOf, purchase, serving } from '../../orders.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** The cockpit of a running lease: live figures, ways in, time and money. */

const sockets: Socket[] = []
class Socket extends EventTarget {
  static OPEN = 1
  readyState = 1
  sent: unknown[] = []
  isClosed = false
  constructor() {
    super()
    sockets.push(this)
    setTimeout(() => this.dispatchEvent(new Event('open')))
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.isClosed = true
  }
  hears(message: object) {
    act(() => void this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) })))
  }
}

const sample = {
  cpuPercent: 37.5,
  memory: { used: 2 * 1024 ** 3, total: 8 * 1024 ** 3 },
  disk: { used: 1024 ** 3, total: 100 * 1024 ** 3 },
  network: { received: 2048, sent: 512 },
  load: 0.8,
  uptimeSeconds: 3600,
}
const login = {
  username: 'root',
  password: 'secret-word',
  IPv4: '203.0.113.9',
  port: 2222,
  defaultUsername: 'root',
  defaultPassword: 'secret-word',
  serverIPv4: '203.0.113.9',
  serverPort: 2222,
  hostKey: null,
  serveEndTime: inDays(2),
}
const running = detailOf({ ...serving, serveStartTime: inDays(-2), serveEndTime: inDays(2) })

let server: FakeServer
beforeEach(() => {
  sockets.length = 0
  vi.stubGlobal('WebSocket', Socket)
  server = fakeServer()
  server.on(openCockpit, { ticket: 'one-use', path: '/api/computing/cockpit' })
  server.on(getOrder, running)
  server.on(listPurchases, pageOf())
  server.on(quoteRenewal, () => refused('orders.not-renewable'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  forgetScreen()
})

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string

describe.each(views)('the cockpit on $device in $language', (view) => {
  const open = () =>
    renderScreen(<Cockpit />, view, {
      path: `/personal-center/my-calculate/lease/${running.id}`,
      pattern: '/personal-center/my-calculate/lease/:orderId',
    })

  it('shows live figures as they come, and sends the ticket first and nowhere else', async () => {
    await open()
    await waitFor(() => expect(sockets[0]?.sent).toEqual([{ type: 'open', ticket: 'one-use' }]))
    sockets[0]!.hears({ type: 'ready' })
    await screen.findByText(t('cockpit.live'))
    sockets[0]!.hears({ type: 'sample', sample })
    expect(await screen.findByText('37.5 %')).toBeTruthy()
    expect(screen.getByText('25 %')).toBeTruthy()
    expect(screen.getByText('2 GB / 8 GB')).toBeTruthy()
    expect(screen.getByText('↓ 2 KB/s')).toBeTruthy()
    expect(screen.getByText(t('cockpit.load', { load: '0.8' }))).toBeTruthy()
    sockets[0]!.hears({ type: 'sample', sample: { ...sample, cpuPercent: null, disk: null } })
    await waitFor(() => expect(screen.queryByText('37.5 %', { selector: 'strong' })).toBeNull())
  })

  it('has its lines as a table for who cannot see them, with units', async () => {
    await open()
    await waitFor(() => expect(sockets[0]?.sent).toHaveLength(1))
    sockets[0]!.hears({ type: 'ready' })
    for (const cpuPercent of [12, 37.5]) sockets[0]!.hears({ type: 'sample', sample: { ...sample, cpuPercent } })
    const table = within(await screen.findByRole('table', { name: t('cockpit.table') }))
    const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual([
      t('cockpit.time'),
      ...['cpu', 'memory', 'disk', 'network'].map((id) => t(`cockpit.gauge.${id}`)),
    ])
    const cells = table.getAllByRole('row').at(-1)!.textContent
    expect(cells).toBe(`${t('cockpit.now')}37.5 %25 %1 %2.5 KB/s`)
  })

  it('says what its lines wait for, and its table begins where they do', async () => {
    vi.setSystemTime(new Date('2026-11-29T12:00:05Z'))
    await open()
    await waitFor(() => expect(sockets[0]?.sent).toHaveLength(1))
    sockets[0]!.hears({ type: 'ready' })
    expect(screen.getAllByText(t('cockpit.firstFigures'))).toHaveLength(4)
    for (const at of ['05', '15', '35']) {
      vi.setSystemTime(new Date(`2026-11-29T12:00:${at}Z`))
      sockets[0]!.hears({ type: 'sample', sample })
    }
    const table = within(await screen.findByRole('table', { name: t('cockpit.table') }))
    const ages = table.getAllByRole('row').map((row) => row.firstElementChild!.textContent)
    const ago = (seconds: number) => t('cockpit.ago', { seconds })
    expect(ages).toEqual([t('cockpit.time'), ago(30), ago(20), t('cockpit.now')])
    expect(screen.queryByText(t('cockpit.firstFigures'))).toBeNull()
  })

  it('has each sample of its table once, though two of them are said to be of the same moment', async () => {
    vi.setSystemTime(new Date('2026-11-29T12:00:29.900Z'))
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await open()
    await waitFor(() => expect(sockets[0]?.sent).toHaveLength(1))
    sockets[0]!.hears({ type: 'ready' })
    for (const at of ['29.900', '30.100']) {
      vi.setSystemTime(new Date(`2026-11-29T12:00:${at}Z`))
      sockets[0]!.hears({ type: 'sample', sample })
    }
    const table = within(await screen.findByRole('table', { name: t('cockpit.table') }))
    expect(table.getAllByRole('row')).toHaveLength(3)
    expect(errors.mock.calls.filter(([words]) => String(words).includes('same key'))).toEqual([])
  })

  it('has one main action, the terminal, and says first how long the lease lasts', async () => {
    await open()
    await screen.findByText(new RegExp(t('machines.terminal.timeLeft', { time: '\\d.*' })))
    const isMain = (it: HTMLElement) => it.closest('[data-variant]')?.getAttribute('data-variant') === 'filled'
    const mains = [...screen.getAllByRole('button'), ...screen.getAllByRole('link')].filter(isMain)
    expect(mains.map(({ textContent }) => textContent)).toEqual([t('machines.openTerminal')])
    // It stands before the figures, which fill a phone's screen.
    const figures = screen.getByRole('heading', { name: t('cockpit.vitals') })
    expect(mains[0]!.compareDocumentPosition(figures) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('takes a report of a fault', async () => {
    server.on(listFaults, { faults: [], mayReport: true })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: t('faults.acts.report') }))
    await screen.findByRole('dialog')
  })

  it('says why it ended, and begins anew when asked', async () => {
    await open()
    await waitFor(() => expect(sockets).toHaveLength(1))
    sockets[0]!.hears({ type: 'closed', reason: 'unreachable' })
    await screen.findByText(t('cockpit.reason.unreachable'))
    await userEvent.click(screen.getByRole('button', { name: t('machines.terminal.reconnect') }))
    await waitFor(() => expect(sockets).toHaveLength(2))
  })

  it('goes on by itself for who comes back to a page that was out of sight', async () => {
    await open()
    await waitFor(() => expect(sockets).toHaveLength(1))
    sockets[0]!.hears({ type: 'closed', reason: 'idle' })
    await screen.findByText(t('cockpit.reason.idle'))
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(sockets).toHaveLength(2))
  })

  it('does not offer to begin anew where a system tells nothing', async () => {
    await open()
    await waitFor(() => expect(sockets).toHaveLength(1))
    sockets[0]!.hears({ type: 'closed', reason: 'unsupported' })
    await screen.findByText(t('cockpit.reason.unsupported'))
    expect(screen.queryByRole('button', { name: t('machines.terminal.reconnect') })).toBeNull()
  })

  it('reads the login only when asked, and then gives lines for one’s own programs without the password', async () => {
    server.on(getAccess, login)
    await open()
    const show = await screen.findByRole('button', { name: t('cockpit.showLines') })
    expect(server.asked(getAccess)).toHaveLength(0)
    await userEvent.click(show)
    await screen.findByText('ssh root@203.0.113.9 -p 2222')
    const alias = `trove-${running.authId.toLowerCase()}`
    expect(screen.getByText(new RegExp(`Host ${alias}\\s+HostName 203.0.113.9\\s+Port 2222\\s+User root`))).toBeTruthy()
    expect(screen.getByText(`code --remote ssh-remote+${alias}`)).toBeTruthy()
    expect(screen.getByText('scp -P 2222 ./file root@203.0.113.9:~/')).toBeTruthy()
    expect(screen.getByRole('link', { name: t('cockpit.openSsh') }).getAttribute('href')).toBe(
      'ssh://root@203.0.113.9:2222',
    )
    expect(document.body.textContent).not.toContain('secret-word')
    expect(server.asked(getAccess)).toHaveLength(1)
  })

  it('says what was used and what is left of the lease', async () => {
    // Of one moment, however long the page takes to come.
    vi.setSystemTime(new Date())
    server.on(getOrder, detailOf({ ...serving, serveStartTime: inDays(-2), serveEndTime: inDays(2) }))
    await open()
    await screen.findByText(t('cockpit.used'))
    // Half of the lease is over.
    const half = Number(running.totalAmount) / 2
    const used = screen.getByText(t('cockpit.used')).parentElement!.textContent!
    expect(Math.abs(Number(used.replace(/[^\d.]/g, '')) - half)).toBeLessThan(0.02)
  })

  it('has nothing to show of a lease that does not run, nor of another’s machine', async () => {
    for (const changes of [{ superPointsStatus: 3 as const }, { role: 'seller' as const }]) {
      server.on(getOrder, detailOf({ ...serving, ...changes }, changes))
      const { unmount } = await open()
      await screen.findByText(t('cockpit.notRunning'))
      expect(screen.queryByRole('link', { name: t('cockpit.goOn') })).toBeNull()
      expect(sockets).toHaveLength(0)
      unmount()
    }
  })

  it.each([
    ['provisioning', { superPointsStatus: 0 }],
    ['to-be-paid', { orderState: 'ToBePaid', superPointsStatus: null }],
    ['waiting', { superPointsStatus: 0, renewsOrderId: 'o0' }],
  ] as const)('says what happens and what comes next of an order that is %s', async (standing, changes) => {
    const early = { ...serving, serveStartTime: null, serveEndTime: null, ...changes }
    server.on(getOrder, detailOf(early))
    await open()
    await screen.findByText(t(`cockpit.before.${standing}`))
    screen.getByText(t(`orders.next.buyer.${standing}`))
    screen.getByRole('list', { name: t('orders.progress') })
    expect(screen.queryByText(t('cockpit.notRunning'))).toBeNull()
  })

  it('says of an unpaid renewal that it renews, as the machine is prepared already', async () => {
    const unpaid = { orderState: 'ToBePaid', superPointsStatus: null, renewsOrderId: 'o0' } as const
    server.on(getOrder, detailOf({ ...serving, serveStartTime: null, serveEndTime: null, ...unpaid }))
    await open()
    await screen.findByText(t('cockpit.before.renewal'))
    expect(screen.queryByText(t('cockpit.before.to-be-paid'))).toBeNull()
  })

  it('leads from an order that is over to the one that renewed it', async () => {
    server.on(getOrder, detailOf({ ...serving, superPointsStatus: 3 }))
    server.on(listPurchases, pageOf({ ...purchase, fkProductId: serving.fkProductId, orderId: 'o-next' }))
    await open()
    const link = await screen.findByRole('link', { name: t('cockpit.goOn') })
    expect(link.getAttribute('href')).toBe('/personal-center/my-calculate/lease/o-next')
  })
})
