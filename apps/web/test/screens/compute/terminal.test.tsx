// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listPurchases } from '@trove/contract/compute/orders'
import { openTerminal } from '@trove/contract/compute/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import TerminalScreen from '../../../src/features/compute/terminal/terminal.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { type FakeServer, fakeServer } from '../../fake-server.ts'
import { inDays, pageOf, purchase } from '../../orders.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** The browser terminal: which machine it is, how long it is one's own, and the keys a phone lacks. */

const pasted: string[] = []
const written: string[] = []
let screens = 0
const types: ((data: string) => void)[] = []
let type: (data: string) => void = () => undefined
vi.mock('../../../src/features/compute/terminal/terminal-screen.ts', () => ({
  openScreen: () => ({
    number: ++screens,
    terminal: {
      cols: 80,
      rows: 24,
      modes: {},
      onData: (listener: (data: string) => void) => {
        type = listener
        types.push(listener)
      },
      onResize: () => undefined,
      focus: () => undefined,
      write: (data: string | Uint8Array) => void (typeof data === 'string' && written.push(data)),
      paste: (text: string) => pasted.push(text),
    },
    fit: () => undefined,
    setLabel: () => undefined,
    dispose: () => undefined,
  }),
}))

const sent: string[] = []
const sockets: Socket[] = []
class Socket extends EventTarget {
  isClosed = false
  said: string[] = []
  static OPEN = 1
  readyState = 1
  binaryType = ''
  constructor() {
    super()
    sockets.push(this)
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: '{"type":"ready"}' })))
  }
  send(text: string) {
    const message = JSON.parse(text)
    if (message.type !== 'input') return
    sent.push(message.data)
    this.said.push(message.data)
  }
  close() {
    this.isClosed = true
  }
  hears(message: object) {
    act(() => void this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) })))
  }
}

let server: FakeServer
beforeEach(() => {
  pasted.length = 0
  sent.length = 0
  written.length = 0
  sockets.length = 0
  screens = 0
  types.length = 0
  vi.stubGlobal('WebSocket', Socket)
  server = fakeServer()
  server.on(openTerminal, { ticket: 't', path: '/terminal', idleSeconds: 900 })
  server.on(listPurchases, pageOf(purchase))
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const path = '/personal-center/my-calculate/terminal/m1'

describe.each(views)('the terminal on $device in $language', (view) => {
  const open = async () => {
    const shown = await renderScreen(<TerminalScreen />, view, {
      path,
      pattern: '/personal-center/my-calculate/terminal/:productId',
    })
    await screen.findByText(t('machines.terminal.connected'))
    return shown
  }
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

  it('names the machine and says how long the lease still lasts, in amber near its end', async () => {
    await open()
    await screen.findByText('CP-77')
    const days = t('units.left.day', { count: 28 })
    const left = screen.getByText(new RegExp(days))
    expect(left.dataset.ending).toBeUndefined()
    expect(document.body.textContent).not.toContain('m1')
  })

  it('turns amber in the last three days of a month', async () => {
    server.on(listPurchases, pageOf({ ...purchase, serveStartTime: inDays(-28), serveEndTime: inDays(2) }))
    await open()
    expect((await screen.findByText(new RegExp(t('units.left.day', { count: 1 })))).dataset.ending).toBe('true')
  })

  it('has the signs a phone hides, and Ctrl and Alt that hold for one character', async () => {
    await open()
    for (const sign of ['|', '/', '~']) await press(sign)
    await press('Alt')
    expect(screen.getByRole('button', { name: 'Alt' }).getAttribute('aria-pressed')).toBe('true')
    type('b')
    type('b')
    await press('Ctrl')
    type('c')
    expect(sent).toEqual(['|', '/', '~', '\u001bb', 'b', '\u0003'])
  })

  it('pastes what was copied, and says so where the browser does not let it', async () => {
    await open()
    const user = userEvent.setup()
    const readText = vi.spyOn(navigator.clipboard, 'readText').mockResolvedValueOnce('ls -l\n')
    await user.click(screen.getByRole('button', { name: t('machines.terminal.paste') }))
    await waitFor(() => expect(pasted).toEqual(['ls -l\n']))
    readText.mockRejectedValueOnce(new DOMException('denied'))
    await user.click(screen.getByRole('button', { name: t('machines.terminal.paste') }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(t('machines.terminal.pasteDenied')))
  })

  const tab = (number: number) => screen.getByRole('tab', { name: t('terminals.name', { number }) })
  const shown = () => screen.getAllByRole('tabpanel').filter((panel) => panel.dataset.away === undefined)
  const more = () => press(t('terminals.add'))

  it('has several, each a session and a screen of its own that stays while another is shown', async () => {
    await open()
    await more()
    await waitFor(() => expect(sockets).toHaveLength(2))
    expect(tab(2).getAttribute('aria-selected')).toBe('true')
    expect(shown()[0]!.getAttribute('aria-labelledby')).toBe(tab(2).id)
    await userEvent.click(within(shown()[0]!).getByRole('button', { name: '|', hidden: true }))
    expect(sockets.map(({ said }) => said)).toEqual([[], ['|']])
    await userEvent.click(tab(1))
    expect(shown()[0]!.getAttribute('aria-labelledby')).toBe(tab(1).id)
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([false, false])
    expect([sockets.length, screens]).toEqual([2, 2])
  })

  it('has four at most, and says so', async () => {
    await open()
    for (let each = 0; each < 4; each++) await more()
    expect(screen.getAllByRole('tab')).toHaveLength(4)
    expect(toastStore.getCurrent()?.text).toBe(t('terminals.most', { most: 4 }))
  })

  it('closes an untouched one at once, and asks before one that was used', async () => {
    await open()
    await more()
    await waitFor(() => expect(sockets).toHaveLength(2))
    await press(t('terminals.close', { name: t('terminals.name', { number: 2 }) }))
    await waitFor(() => expect(screen.getAllByRole('tab')).toHaveLength(1))
    expect(sockets[1]!.isClosed).toBe(true)
    act(() => types[0]!('x'))
    await press(t('terminals.close', { name: t('terminals.name', { number: 1 }) }))
    const question = await screen.findByRole('alertdialog')
    expect(sockets[0]!.isClosed).toBe(false)
    await userEvent.click(within(question).getByRole('button', { name: t('common.cancel') }))
    expect(sockets[0]!.isClosed).toBe(false)
    await press(t('terminals.close', { name: t('terminals.name', { number: 1 }) }))
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: t('terminals.closeNow') }),
    )
    // The last makes way for a new one.
    await waitFor(() => expect(sockets).toHaveLength(3))
    expect(sockets[0]!.isClosed).toBe(true)
    expect(screen.getAllByRole('tab')).toHaveLength(1)
  })

  it('is used with keys alone: from tab to tab, another name, away, and out of the shell', async () => {
    await open()
    await more()
    tab(2).focus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(tab(1))
    await userEvent.keyboard('{F2}')
    const field = screen.getByRole('textbox', { name: t('terminals.newName') })
    await userEvent.clear(field)
    await userEvent.type(field, 'build{Enter}')
    const named = screen.getByRole('tab', { name: 'build' })
    expect(document.activeElement).toBe(named)
    await userEvent.keyboard('{Delete}')
    await waitFor(() => expect(screen.queryByRole('tab', { name: 'build' })).toBeNull())
    await more()
    shown()[0]!.querySelector('button')?.focus()
    await userEvent.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}')
    expect(document.activeElement?.getAttribute('role')).toBe('tab')
    await userEvent.keyboard('{Alt>}{Shift>}{ArrowLeft}{/Shift}{/Alt}')
    expect(tab(2).getAttribute('aria-selected')).toBe('true')
  })

  it('opens a new session by itself after a cut, on the same screen, and marks where it begins', async () => {
    await open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    sockets[0]!.hears({ type: 'closed', reason: 'stopping' })
    expect(document.body.textContent).toContain(t('terminals.retrying'))
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await act(() => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    await waitFor(() => expect(sockets).toHaveLength(2))
    await screen.findByText(t('machines.terminal.connected'))
    expect(written.join('')).toContain(t('terminals.newShell'))
    expect(screens).toBe(1)
  })

  it('leaves what ended by itself to its person', async () => {
    await open()
    sockets[0]!.hears({ type: 'closed', reason: 'exit' })
    await screen.findByText(t('machines.terminal.reason.exit'))
    expect(document.body.textContent).not.toContain(t('terminals.retrying'))
    await press(t('machines.terminal.reconnect'))
    await waitFor(() => expect(sockets).toHaveLength(2))
  })
})
