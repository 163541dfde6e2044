// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { memberInfo } from '@trove/contract/identity/routes'
import { chainWallet } from '@trove/messages/money/chain-wallet'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import ConnectDialog from '../../../src/features/wallet/chain/connect-dialog.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { disconnectWallet } from '../../../src/lib/wallet/wallet.ts'
import { fakeServer } from '../../fake-server.ts'
import keystore from '../../keystore.json' with { type: 'json' }
import { fakeKeystoreWorker } from '../../keystore-worker.ts'
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** Connecting a wallet: by the extension, or with the keystore of an account as polkadot{.js} writes it. */

const PASSWORD = 'correct horse battery staple'
const { keystore: words, choose, noExtension } = chainWallet

let worker: ReturnType<typeof fakeKeystoreWorker>
beforeEach(() => {
  fakeServer().on(memberInfo, buyer)
  worker = fakeKeystoreWorker()
})
afterEach(() => {
  disconnectWallet()
  forgetScreen()
})

describe.each(views)('connecting a wallet on $device in $language', (view) => {
  const say = (text: { zh: string; en: string }, params: Record<string, string | number> = {}) =>
    (view.language === 'en' ? text.en : text.zh).replace(/\{\{(\w+)\}\}/g, (_, name) => String(params[name]))
  const press = (text: { zh: string; en: string }) =>
    screen.findByRole('button', { name: new RegExp(say(text)) }).then((button) => userEvent.click(button))

  async function open() {
    const onClose = vi.fn()
    await renderScreen(<ConnectDialog onClose={onClose} />, view)
    return onClose
  }
  const inject = (accounts: unknown) => {
    const enable = async () => ({ accounts: { get: async () => accounts }, signer: {} })
    vi.stubGlobal('injectedWeb3', { 'polkadot-js': { enable } })
  }

  it('says to a person without a wallet what one is for, which there are, and where to get one', async () => {
    await open()
    screen.getByText(say(choose.what))
    screen.getByText(new RegExp(say(choose.noneText).replace(/[{}.]/g, '.')))
    const link = await screen.findByRole('link', { name: say(noExtension.download) })
    expect(link.getAttribute('href')).toBe('https://wallet.example/get')
    expect(link.getAttribute('rel')).toContain('noopener')
  })

  it('says that there is no extension, and where it can be downloaded', async () => {
    const onClose = await open()
    await press(choose.extension)
    await screen.findByText(say(noExtension.text))
    const link = await screen.findByRole('link', { name: say(noExtension.download) })
    expect(link.getAttribute('href')).toBe('https://wallet.example/get')
    expect(link.getAttribute('rel')).toContain('noopener')
    await userEvent.click(screen.getByRole('button', { name: view.language === 'en' ? 'Cancel' : '取消' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('says that the extension has no accounts, and looks again', async () => {
    inject([])
    await open()
    await press(choose.extension)
    await screen.findByText(say(choose.noAccounts))
    inject([{ address: keystore.address, name: 'Mi' }])
    await userEvent.click(screen.getByRole('button', { name: view.language === 'en' ? 'Try again' : '重试' }))
    await screen.findByText('Mi')
  })

  it('says that the extension refused', async () => {
    vi.stubGlobal('injectedWeb3', { 'polkadot-js': { enable: () => Promise.reject(new Error('Rejected')) } })
    await open()
    await press(choose.extension)
    await screen.findByText(say(choose.refused))
  })

  it('lets one of the extension’s accounts be chosen, and keeps it for this tab', async () => {
    inject([
      { address: 'nonsense', name: 'Broken' },
      { address: keystore.address, name: 'Mi' },
    ])
    const onClose = await open()
    await press(choose.extension)
    const list = within(await screen.findByRole('list', { name: say(choose.accounts) }))
    expect(list.getAllByRole('button')).toHaveLength(1)
    await userEvent.click(list.getByRole('button', { name: /Mi/ }))
    expect(sessionStorage.getItem('accountId')).toBe(keystore.address)
    expect(toastStore.getCurrent()?.text).toBe(say(chainWallet.connected))
    expect(onClose).toHaveBeenCalledOnce()
  })

  async function openImport() {
    const onClose = await open()
    await press(choose.keystore)
    await screen.findByText(say(words.lead))
    const field = document.querySelector<HTMLInputElement>('input[type=file]')!
    const give = (content: string, name = 'account.json') =>
      userEvent.upload(field, new File([content], name, { type: 'application/json' }))
    const confirm = () => userEvent.click(screen.getByRole('button', { name: say(words.confirm) }))
    const type = async (password: string) => {
      const input = screen.getByLabelText(new RegExp(say(words.password)), { selector: 'input[type=password]' })
      await userEvent.clear(input)
      if (password) await userEvent.type(input, password)
    }
    return { onClose, give, confirm, type }
  }

  it('wants a file before anything else', async () => {
    const { confirm } = await openImport()
    await confirm()
    await screen.findByText(say(words.fileFirst))
  })

  it.each([
    ['no JSON', 'hello', words.wrongFormat],
    ['no keystore', '{"address":"5"}', words.wrongContent],
    ['a keystore without meta', JSON.stringify({ ...keystore, meta: undefined }), words.wrongContent],
    ['more than a keystore ever is', ' '.repeat(70_000), words.wrongContent],
    [
      'a key that is not encrypted',
      JSON.stringify({ ...keystore, encoding: { ...keystore.encoding, type: ['none'] } }),
      words.notEncrypted,
    ],
    [
      'another kind of key',
      JSON.stringify({ ...keystore, encoding: { ...keystore.encoding, content: ['pkcs8', 'ecdsa'] } }),
      words.unsupportedKey,
    ],
    [
      'a key encrypted without scrypt',
      JSON.stringify({ ...keystore, encoding: { ...keystore.encoding, type: ['xsalsa20-poly1305'] } }),
      words.unsafeEncryption,
    ],
  ])('refuses a file with %s', async (_, content, text) => {
    const { give, confirm } = await openImport()
    await give(content)
    await screen.findByText(say(text))
    await confirm()
    screen.getByText(say(text))
    expect(worker.alive()).toBe(0)
  })

  it('names a password that is blank, too long or wrong, stays open, and takes the right one', async () => {
    const { onClose, give, confirm, type } = await openImport()
    await give(JSON.stringify(keystore), 'mi.json')
    await screen.findByText('小米 Mi')
    await confirm()
    await screen.findByText(say(words.passwordEmpty))
    await type('12')
    await confirm()
    await screen.findByText(say(words.passwordWrongShort, { least: 6 }))
    await type('not this one')
    await confirm()
    await screen.findByText(say(words.passwordWrong))
    expect(localStorage.getItem('accountId')).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
    await type(PASSWORD)
    const release = worker.hold()
    await confirm()
    await screen.findByText(say(words.unlocking))
    release()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(localStorage.getItem('accountId')).toBe(keystore.address)
    expect(localStorage.getItem('isImport')).toBe('true')
    expect(JSON.parse(localStorage.getItem('accountJson')!)).toEqual(keystore)
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(PASSWORD)
    expect(worker.alive()).toBe(0)
  })

  it('tries no password that is longer than any', async () => {
    const { give, confirm } = await openImport()
    await give(JSON.stringify(keystore))
    await screen.findByText('小米 Mi')
    await userEvent.click(document.querySelector('input[type=password]')!)
    await userEvent.paste('x'.repeat(257))
    await confirm()
    await screen.findByText(say(words.passwordTooLong, { most: 256 }))
    expect(worker.alive()).toBe(0)
  })
})
