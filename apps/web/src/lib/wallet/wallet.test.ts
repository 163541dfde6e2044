// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buyer } from '../../../test/people.ts'
import { forgetSession } from '../session/session.ts'

/** The chain account a person connected, over reloads, tabs and people. */

const ADDRESS = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const account = { accountId: ADDRESS, name: '小米' }
const KEYSTORE = '{"encoded":"sealed"}'

/** The module as a page that was just loaded has it. */
async function loadPage() {
  vi.resetModules()
  const [wallet, session] = await Promise.all([import('./wallet.ts'), import('../session/session.ts')])
  session.keepToken('access')
  session.keepUser(buyer)
  const { result } = renderHook(() => wallet.useWallet())
  return { ...wallet, session, now: () => result.current }
}

afterEach(() => {
  cleanup()
  forgetSession()
  localStorage.clear()
  sessionStorage.clear()
})

describe('the connected account', () => {
  it('is none at first', async () => {
    expect((await loadPage()).now()).toBeUndefined()
  })

  it('of the extension is kept in the session’s storage alone, without a flag of import', async () => {
    const page = await loadPage()
    act(() => page.connectExtensionAccount(buyer.userId, account))
    expect(page.now()).toMatchObject({ ...account, isImported: false })
    expect(sessionStorage.getItem('accountId')).toBe(ADDRESS)
    expect(localStorage.getItem('accountId')).toBeNull()
    expect((await loadPage()).now()).toMatchObject({ ...account, isImported: false })
  })

  it('that was imported is kept in local storage with the flag true and its keystore, and nothing else', async () => {
    const page = await loadPage()
    act(() => page.connectImportedAccount(buyer.userId, account, KEYSTORE))
    expect(page.now()).toMatchObject({ ...account, isImported: true })
    expect(localStorage.getItem('accountId')).toBe(ADDRESS)
    expect(localStorage.getItem('isImport')).toBe('true')
    expect(localStorage.getItem('accountJson')).toBe(KEYSTORE)
    expect(sessionStorage.getItem('accountId')).toBeNull()
    const again = await loadPage()
    expect(again.now()).toMatchObject({ ...account, isImported: true })
    expect(again.findKeystore()).toBe(KEYSTORE)
  })

  it('is one: the next takes the place of the one before, keystore and all', async () => {
    const page = await loadPage()
    act(() => page.connectImportedAccount(buyer.userId, account, KEYSTORE))
    act(() => page.connectExtensionAccount(buyer.userId, account))
    expect(page.findKeystore()).toBeUndefined()
    expect((await loadPage()).now()).toMatchObject({ isImported: false })
  })

  it('leaves nothing behind when it is disconnected', async () => {
    const page = await loadPage()
    const before = Object.keys(localStorage)
    act(() => page.connectImportedAccount(buyer.userId, account, KEYSTORE))
    act(() => page.disconnectWallet())
    expect(page.now()).toBeUndefined()
    expect(page.findKeystore()).toBeUndefined()
    expect(Object.keys(localStorage)).toEqual(before)
    expect((await loadPage()).now()).toBeUndefined()
  })

  it('is not found by another person at the same browser, and is there again for its owner', async () => {
    const page = await loadPage()
    act(() => page.connectImportedAccount(buyer.userId, account, KEYSTORE))
    act(() => page.session.keepUser({ ...buyer, userId: 'another' }))
    expect(page.now()).toBeUndefined()
    act(() => page.session.forgetSession())
    expect(page.now()).toBeUndefined()
    act(() => {
      page.session.keepToken('access')
      page.session.keepUser(buyer)
    })
    expect(page.now()).toMatchObject(account)
  })

  it('goes in all tabs when it is disconnected in one', async () => {
    const page = await loadPage()
    act(() => page.connectImportedAccount(buyer.userId, account, KEYSTORE))
    localStorage.clear()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'accountId', newValue: null })))
    expect(page.now()).toBeUndefined()
  })

  it.each([
    ['no address', { accountId: '<script>' }],
    ['no keystore', { accountJson: '' }],
    ['details that are none', { accountDetails: '{' }],
    ['nobody’s name', { accountDetails: '{}' }],
  ])('is none when storage holds %s', async (_, change) => {
    const page = await loadPage()
    act(() => page.connectImportedAccount(buyer.userId, account, KEYSTORE))
    for (const [key, value] of Object.entries(change)) localStorage.setItem(key, value)
    expect((await loadPage()).now()).toBeUndefined()
  })

  it('lasts as long as the page where storage is forbidden', async () => {
    const page = await loadPage()
    const forbid = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    act(() => page.connectImportedAccount(buyer.userId, account, KEYSTORE))
    expect(page.now()).toMatchObject(account)
    expect(page.findKeystore()).toBe(KEYSTORE)
    forbid.mockRestore()
  })
})
