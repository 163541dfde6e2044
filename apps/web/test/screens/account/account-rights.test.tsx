// @vitest-environment jsdom

import { act, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  accountState,
  changeMobile,
  deleteAccount,
  exportAccount,
  sendAccountCode,
  sendNewMobileCode,
  withdrawConsent,
} from '@trove/contract/identity/account'
import { memberInfo } from '@trove/contract/identity/routes'
import { unbindAlipay } from '@trove/contract/wallet/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Account from '../../../src/features/identity/account/account.tsx'
import { useFactorQuestion } from '../../../src/lib/calls/factor.ts'
import { keepUser, readSession } from '../../../src/lib/session/session.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { buyer } from '../../people.ts'
import { pressReady } from '../../press-ready.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'
import { saidOnPress, withheldFor } from '../../withheld.ts'

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const button = (key: string) => screen.findByRole('button', { name: t(key) })
const day = '2026-11-01T00:00:00.000Z'
const consent = (purpose: 'sign-in' | 'real-name' | 'receiving-account', isGiven = true) => ({
  purpose,
  version: '2026-11',
  isGiven,
  at: day,
})
const free = { hindrances: [], consents: [consent('real-name')] }
/** The last of several buttons of one name: the one in the dialog. */
const inDialog = async (key: string) => (await screen.findAllByRole('button', { name: t(key) })).at(-1)!

describe.each(views)('account and privacy on $device in $language', (view) => {
  const open = async (state: object = free) => {
    server.on(accountState, state as typeof free)
    const { address } = await renderScreen(<Account />, view, { pattern: '/' })
    await screen.findByText(t('account.consents'))
    return address
  }

  it('saves a copy of one’s data as a file', async () => {
    await open()
    const saved: string[] = []
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const headers = { 'content-disposition': 'attachment; filename="trove-data-2026-11-21.json"' }
    server.on(exportAccount, () => new Response('{}', { headers }))
    await userEvent.click(await button('account.download'))
    expect(await screen.findByText(t('account.downloaded'))).toBeTruthy()
    expect(saved).toEqual(['trove-data-2026-11-21.json'])
    expect(server.asked(exportAccount)[0]!.headers.get('authorization')).toBe('Bearer access')
    click.mockRestore()
  })

  it('asks for the second factor before the copy, and takes it once it was shown', async () => {
    await open()
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
    server.on(exportAccount, () => refused('factor.needed'))
    const { result, unmount } = renderHook(useFactorQuestion)
    await userEvent.click(await button('account.download'))
    await waitFor(() => expect(result.current?.need).toBe('needed'))
    server.on(exportAccount, () => new Response('{}'))
    act(() => result.current?.answer(true))
    expect(await screen.findByText(t('account.downloaded'))).toBeTruthy()
    expect(server.asked(exportAccount)).toHaveLength(2)
    expect(saved).toHaveBeenCalledOnce()
    saved.mockRestore()
    unmount()
  })

  it('changes the number with a code from each', async () => {
    await open()
    server.on(sendAccountCode, { resendSeconds: 60 })
    server.on(sendNewMobileCode, { resendSeconds: 60 })
    server.on(changeMobile, { mobile: '139****0002' })
    server.on(memberInfo, { ...buyer, mobile: '139****0002' })
    await userEvent.click(await button('account.changePhone'))
    const own = await screen.findByLabelText(t('account.ownCode', { mobile: buyer.mobile }))
    const submit = (await button('account.confirmChange')) as HTMLButtonElement
    const [sendOwn, sendNew] = await screen.findAllByRole('button', { name: t('login.getCode') })
    await userEvent.click(sendOwn!)
    await userEvent.type(own, '111111')
    await userEvent.type(screen.getByLabelText(t('account.newPhone')), '13900000002')
    await userEvent.click(sendNew!)
    expect(withheldFor(submit)).toBe(t('reasons.newCode'))
    await userEvent.type(screen.getByLabelText(t('account.newCode')), '222222')
    await userEvent.click(submit)
    await waitFor(() => expect(readSession().user?.mobile).toBe('139****0002'))
    expect(server.asked(sendAccountCode)[0]!.body).toEqual({ purpose: 'change-mobile' })
    expect(server.asked(sendNewMobileCode)[0]!.body).toEqual({ mobile: '13900000002' })
    const form = { mobile: '13900000002', smsCode: '111111', newSmsCode: '222222' }
    expect(server.asked(changeMobile)[0]!.body).toEqual(form)
    expect(await screen.findByText(t('account.phoneChanged'))).toBeTruthy()
  })

  it('withdraws a consent only after a question, and unbinds the account it was for', async () => {
    server.on(memberInfo, { ...buyer, walletFlag: true })
    await open({ hindrances: [], consents: [consent('receiving-account'), consent('real-name', false)] })
    keepUser({ ...buyer, walletFlag: true })
    server.on(unbindAlipay, null)
    server.on(withdrawConsent, [consent('receiving-account', false)])
    expect(screen.getAllByRole('button', { name: t('account.withdraw') })).toHaveLength(1)
    await userEvent.click(await button('account.withdraw'))
    expect(await screen.findByText(t('account.withdrawTexts.receiving-account'))).toBeTruthy()
    expect(server.asked(withdrawConsent)).toHaveLength(0)
    const consents = [consent('receiving-account', false), consent('real-name', false)]
    server.on(accountState, { hindrances: [], consents } as typeof free)
    await userEvent.click(await inDialog('account.withdraw'))
    await waitFor(() => expect(server.asked(withdrawConsent)[0]?.body).toEqual({ purpose: 'receiving-account' }))
    expect(server.asked(unbindAlipay)).toHaveLength(1)
    expect(await screen.findByText(t('account.withdrew'))).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe(t('account.consents')))
  })

  it('says what keeps the account from being deleted, and where that is dealt with', async () => {
    await open({ hindrances: ['leases', 'income'], consents: [] })
    const leave = (await button('account.leave')) as HTMLButtonElement
    expect(leave.disabled).toBe(true)
    expect(screen.getByText(t('account.hindrances.income')).getAttribute('href')).toBe('/personal-center/my-purse')
    expect(screen.getByText(t('account.hindrances.leases'))).toBeTruthy()
    expect(screen.getByText(t('account.noConsents'))).toBeTruthy()
  })

  it('deletes the account after a code and a tick, and the session is over', async () => {
    const address = await open()
    server.on(sendAccountCode, { resendSeconds: 60 })
    server.on(deleteAccount, () => refused('identity.code-wrong'))
    await userEvent.click(await button('account.leave'))
    const code = await screen.findByLabelText(t('account.confirmCode', { mobile: buyer.mobile }))
    await userEvent.click(await button('login.getCode'))
    await waitFor(() => expect(server.asked(sendAccountCode)[0]?.body).toEqual({ purpose: 'delete-account' }))
    await userEvent.type(code, '123456')
    const submit = (await inDialog('account.leave')) as HTMLButtonElement
    expect(await saidOnPress(submit)).toBe(t('reasons.understood'))
    expect(server.asked(deleteAccount)).toHaveLength(0)
    await userEvent.click(screen.getByLabelText(t('account.understood')))
    await userEvent.click(submit)
    await waitFor(() => expect(server.asked(deleteAccount)).toHaveLength(1))
    expect(readSession().state).toBe('signed-in')
    server.on(deleteAccount, null)
    await pressReady(submit)
    await waitFor(() => expect(readSession().state).toBe('signed-out'))
    expect(address()).toBe('/home')
    expect(await screen.findByText(t('account.left'))).toBeTruthy()
  })
})
