// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
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
let type: (data: string) => void = () => undefined
vi.mock('../../../src/features/compute/terminal/terminal-screen.ts', () => ({
  openScreen: () => ({
    terminal: {
      cols: 80,
      rows: 24,
      modes: {},
      onData: (listener: (data: string) => void) => {
        type = listener
      },
      onResize: () => undefined,
      focus: () => undefined,
      write: () => undefined,
      paste: (text: string) => pasted.push(text),
    },
    fit: () => undefined,
    dispose: () => undefined,
  }),
}))

const sent: string[] = []
class Socket extends EventTarget {
  static OPEN = 1
  readyState = 1
  binaryType = ''
  constructor() {
    super()
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: '{"type":"ready"}' })))
  }
  send(text: string) {
    const message = JSON.parse(text)
    if (message.type === 'input') sent.push(message.data)
  }
  close() {}
}

let server: FakeServer
beforeEach(() => {
  pasted.length = 0
  sent.length = 0
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
})
