// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { giveConsent, sendAccountCode } from '@trove/contract/identity/account'
import { memberInfo } from '@trove/contract/identity/routes'
import { alipayUserInfoByPost, bindAlipay, mobileAuthorizeUrl, pcAuthorizeUrl } from '@trove/contract/wallet/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import BindAlipay from '../../../src/app/pages/bind-alipay.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { readSession } from '../../../src/lib/session/session.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** Binding Alipay, back from its authorisation page. */

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(memberInfo, { ...buyer, walletFlag: true })
  server.on(giveConsent, [])
  server.on(alipayUserInfoByPost, { id: 'pending1', avatar: null, nickname: null })
  server.on(sendAccountCode, { resendSeconds: 60 })
  server.on(bindAlipay, null)
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string

describe.each(views)('the page that binds Alipay on $device in $language', (view) => {
  const open = () =>
    renderScreen(<BindAlipay />, view, { path: '/bind/alipay?auth_code=c1&state=s1', pattern: '/bind/alipay' })
  const confirm = async () => userEvent.click(await screen.findByRole('button', { name: t('wallet.binding.confirm') }))
  const realName = () => screen.getByLabelText(new RegExp(`^${t('wallet.binding.realName')}`))

  const typeCode = async () => {
    await userEvent.click(screen.getByRole('button', { name: t('login.getCode') }))
    const field = screen.getByLabelText(t('wallet.binding.code', { mobile: readSession().user?.mobile ?? '' }))
    await userEvent.type(field, '246810')
  }

  it('wants the real name before it asks for anything, and says "not set" where there is no nickname', async () => {
    await open()
    expect(await screen.findByText(t('wallet.nicknameNotSet'))).toBeTruthy()
    await userEvent.type(realName(), '  ')
    await confirm()
    expect(await screen.findByText(t('wallet.binding.realNameEmpty'))).toBeTruthy()
    expect(server.asked(bindAlipay)).toHaveLength(0)
  })

  it('shows the picture and the nickname of the account that would be bound', async () => {
    server.on(alipayUserInfoByPost, { id: 'pending1', avatar: '/files/public/0123456789abcdef.webp', nickname: '木子' })
    await open()
    await screen.findByText('木子')
    expect(document.querySelector('img[src="/files/public/0123456789abcdef.webp"]')).not.toBeNull()
    expect(screen.queryByText(t('wallet.nicknameNotSet'))).toBeNull()
  })

  it('keeps why no code was sent below its field, and counts down what the server wants', async () => {
    server.on(sendAccountCode, () => refused('identity.sms-too-soon', { seconds: 42 }))
    await open()
    await screen.findByText(t('wallet.nicknameNotSet'))
    await userEvent.click(screen.getByRole('button', { name: t('login.getCode') }))
    await screen.findByRole('button', { name: t('login.resendIn', { seconds: 42 }) })
    const field = screen.getByLabelText(t('wallet.binding.code', { mobile: readSession().user?.mobile ?? '' }))
    const below = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(below?.textContent).toBe(wordsOfCode('identity.sms-too-soon'))
  })

  it('wants a code that was sent to one’s own phone, and says so', async () => {
    await open()
    await screen.findByText(t('wallet.nicknameNotSet'))
    await userEvent.type(realName(), '陈嘉木')
    await confirm()
    expect(await screen.findByText(t('wallet.binding.codeEmpty'))).toBeTruthy()
    expect(server.asked(bindAlipay)).toHaveLength(0)
    await typeCode()
    expect(server.asked(sendAccountCode)[0]!.body).toEqual({ purpose: 'receiving-account' })
    expect(screen.queryByText(t('wallet.binding.codeEmpty'))).toBeNull()
  })

  it('binds under the real name, says so, refreshes who is signed in and goes to the wallet', async () => {
    const { address } = await open()
    await screen.findByText(t('wallet.nicknameNotSet'))
    await userEvent.type(realName(), '陈嘉木')
    await typeCode()
    await confirm()
    await waitFor(() => expect(address()).toBe('/personal-center/my-purse'))
    expect(server.asked(bindAlipay)[0]!.body).toEqual({
      wallerId: 'pending1',
      wallerRealName: '陈嘉木',
      smsCode: '246810',
    })
    expect(toastStore.getCurrent()).toMatchObject({ kind: 'success', text: t('wallet.binding.done') })
    expect(readSession().user?.walletFlag).toBe(true)
  })

  it('goes back to the page that asked for it, and of a later binding to the wallet', async () => {
    server.on(pcAuthorizeUrl, () => new Promise<Response>(() => undefined))
    server.on(mobileAuthorizeUrl, () => new Promise<Response>(() => undefined))
    const begin = async (next: string) =>
      (await renderScreen(<BindAlipay />, view, { path: `/bind/alipay${next}`, pattern: '/bind/alipay' })).unmount()
    const bind = async () => {
      const { address, unmount } = await open()
      await screen.findByText(t('wallet.nicknameNotSet'))
      await userEvent.type(realName(), '陈嘉木')
      await typeCode()
      await confirm()
      await waitFor(() => expect(address()).not.toContain('/bind/alipay'))
      unmount()
      return address()
    }
    const form = '/codeForce/publishProduct?id=w1'
    await begin(`?next=${encodeURIComponent(form)}`)
    expect(await bind()).toBe(form)
    expect(await bind()).toBe('/personal-center/my-purse')
    // No other site is led to, and a binding that was left behind is forgotten by the next one.
    await begin(`?next=${encodeURIComponent('//elsewhere.example')}`)
    expect(await bind()).toBe('/personal-center/my-purse')
    await begin(`?next=${encodeURIComponent(form)}`)
    await begin('')
    expect(await bind()).toBe('/personal-center/my-purse')
  })

  it('says that binding failed and why, and stays', async () => {
    server.on(bindAlipay, () => refused('wallet.account-taken'))
    const { address } = await open()
    await screen.findByText(t('wallet.nicknameNotSet'))
    await userEvent.type(realName(), '陈嘉木')
    await typeCode()
    await confirm()
    expect(await screen.findByText(wordsOfCode('wallet.account-taken')!)).toBeTruthy()
    expect(toastStore.getCurrent()).toMatchObject({ kind: 'error', text: t('wallet.binding.failed') })
    expect(address()).toContain('/bind/alipay')
  })

  it('goes back to the wallet with the server’s words when the account cannot be looked up', async () => {
    server.on(alipayUserInfoByPost, () => refused('wallet.authorization-invalid'))
    const { address } = await open()
    await waitFor(() => expect(address()).toBe('/personal-center/my-purse'))
    expect(toastStore.getCurrent()?.text).toBe(wordsOfCode('wallet.authorization-invalid'))
  })
})
