// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { giveConsent } from '@trove/contract/account'
import { memberInfo } from '@trove/contract/identity'
import { alipayUserInfo, bindAlipay } from '@trove/contract/wallet'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import BindAlipay from '../../src/features/wallet/bind-alipay.tsx'
import { wordsOfCode } from '../../src/lib/language.ts'
import { toastStore } from '../../src/lib/notify.ts'
import { readSession } from '../../src/lib/session.ts'
import { type FakeServer, fakeServer, refused } from '../fake-server.ts'
import { buyer } from '../people.ts'
import { forgetScreen, renderScreen, views } from '../render.tsx'

/** Binding Alipay, back from its authorisation page. */

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(memberInfo, { ...buyer, walletFlag: true })
  server.on(giveConsent, [])
  server.on(alipayUserInfo, { id: 'pending1', avatar: null, nickname: null })
  server.on(bindAlipay, null)
})
afterEach(forgetScreen)

const t = (key: string) => i18next.t(key as never) as unknown as string

describe.each(views)('the page that binds Alipay on $device in $language', (view) => {
  const open = () =>
    renderScreen(<BindAlipay />, view, { path: '/bind/alipay?auth_code=c1&state=s1', pattern: '/bind/alipay' })
  const confirm = async () => userEvent.click(await screen.findByRole('button', { name: t('wallet.binding.confirm') }))
  const realName = () => screen.getByLabelText(new RegExp(`^${t('wallet.binding.realName')}`))

  it('wants the real name before it asks for anything, and says "not set" where there is no nickname', async () => {
    await open()
    expect(await screen.findByText(t('wallet.nicknameNotSet'))).toBeTruthy()
    await userEvent.type(realName(), '  ')
    await confirm()
    expect(await screen.findByText(t('wallet.binding.realNameEmpty'))).toBeTruthy()
    expect(server.asked(bindAlipay)).toHaveLength(0)
  })

  it('binds under the real name, says so, refreshes who is signed in and goes to the wallet', async () => {
    const { address } = await open()
    await screen.findByText(t('wallet.nicknameNotSet'))
    await userEvent.type(realName(), '陈嘉木')
    await confirm()
    await waitFor(() => expect(address()).toBe('/personal-center/my-purse'))
    expect(server.asked(bindAlipay)[0]!.body).toEqual({ wallerId: 'pending1', wallerRealName: '陈嘉木' })
    expect(toastStore.getCurrent()).toMatchObject({ kind: 'success', text: t('wallet.binding.done') })
    expect(readSession().user?.walletFlag).toBe(true)
  })

  it('says that binding failed and why, and stays', async () => {
    server.on(bindAlipay, () => refused('wallet.account-taken'))
    const { address } = await open()
    await screen.findByText(t('wallet.nicknameNotSet'))
    await userEvent.type(realName(), '陈嘉木')
    await confirm()
    expect(await screen.findByText(wordsOfCode('wallet.account-taken')!)).toBeTruthy()
    expect(toastStore.getCurrent()).toMatchObject({ kind: 'error', text: t('wallet.binding.failed') })
    expect(address()).toContain('/bind/alipay')
  })

  it('goes back to the wallet with the server’s words when the account cannot be looked up', async () => {
    server.on(alipayUserInfo, () => refused('wallet.authorization-invalid'))
    const { address } = await open()
    await waitFor(() => expect(address()).toBe('/personal-center/my-purse'))
    expect(toastStore.getCurrent()?.text).toBe(wordsOfCode('wallet.authorization-invalid'))
  })
})
