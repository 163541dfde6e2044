// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getSlider, getSliderQuestion, memberInfo, sendSmsByPost, token } from '@trove/contract/identity/routes'
import i18next from 'i18next'
import { Link } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SignInDialog } from '../../../src/app/shell/sign-in-dialog.tsx'
import Login from '../../../src/features/identity/login/login.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { readSession } from '../../../src/lib/session/session.ts'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(sendSmsByPost, { resendSeconds: 60 })
  server.on(token, { access_token: 'a', token_type: 'bearer', expires_in: 900, user_id: 'buyer' })
  server.on(memberInfo, buyer)
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const field = (key: string) => screen.getByLabelText(t(key)) as HTMLInputElement
/** What a field is described by: its error. */
const below = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('')
/** What an answer sets going has gone through every promise behind it. */
const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)))
const press = (key: string) => userEvent.click(screen.getByRole('button', { name: t(key) }))

describe.each(views)('signing in on $device in $language', (view) => {
  const open = (path = '/login') => renderScreen(<Login />, view, { path, pattern: '/login', isSignedIn: false })

  it('takes digits only, and asks for no code while the number is not one of the mainland', async () => {
    await open()
    await press('login.getCode')
    expect(await screen.findByText(t('login.phoneRequired'))).toBeTruthy()
    await userEvent.type(field('login.phone'), '12x800000002999')
    expect(field('login.phone').value).toBe('12800000002')
    await press('login.getCode')
    expect(await screen.findByText(t('login.phoneInvalid'))).toBeTruthy()
    expect(server.asked(sendSmsByPost)).toHaveLength(0)
  })

  it('sends a code, says so, moves to the code, and counts down before another one', async () => {
    await open()
    await userEvent.type(field('login.phone'), '13800000002')
    await press('login.getCode')
    await waitFor(() => expect(server.asked(sendSmsByPost)).toHaveLength(1))
    expect(server.asked(sendSmsByPost)[0]!.body).toMatchObject({ mobile: '13800000002' })
    expect(await screen.findByText(t('login.codeSent'))).toBeTruthy()
    const again = await screen.findByRole('button', { name: t('login.resendIn', { seconds: 60 }) })
    expect(again.getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(field('login.code'))
  })

  it('says once why no code was sent, and lets the person ask again at once, from the button that has the focus', async () => {
    server.on(sendSmsByPost, () => refused('identity.sms-failed'))
    await open()
    await userEvent.type(field('login.phone'), '13800000002')
    await press('login.getCode')
    expect((await screen.findByRole('alert')).textContent).toBe(wordsOfCode('identity.sms-failed'))
    expect(toastStore.getCurrent()).toBeNull()
    const again = await screen.findByRole('button', { name: t('login.getCode') })
    expect(again.getAttribute('aria-disabled')).toBe('false')
    expect(document.activeElement).toBe(again)
  })

  it('keeps why no code was sent below the field until the next press, and counts down what the server wants', async () => {
    server.on(sendSmsByPost, () => refused('identity.sms-too-soon', { seconds: 42 }))
    await open()
    await userEvent.type(field('login.phone'), '13800000002')
    await press('login.getCode')
    const again = await screen.findByRole('button', { name: t('login.resendIn', { seconds: 42 }) })
    expect(again.getAttribute('aria-disabled')).toBe('true')
    expect(below(field('login.code'))).toBe(wordsOfCode('identity.sms-too-soon'))
    // Only the button counts: a number beside it would stand still.
    expect(below(field('login.code'))).not.toMatch(/\d/)
    await userEvent.type(field('login.code'), '12')
    await userEvent.tab()
    expect(below(field('login.code'))).toBe(wordsOfCode('identity.sms-too-soon'))
  })

  it('says what is wrong with the code that was typed in place of why no other one was sent', async () => {
    server.on(sendSmsByPost, () => refused('identity.sms-limit'))
    server.on(token, () => refused('identity.code-wrong'))
    await open()
    await userEvent.type(field('login.phone'), '13800000002')
    await userEvent.type(field('login.code'), '123456')
    await userEvent.click(screen.getByRole('checkbox'))
    await press('login.getCode')
    await waitFor(() => expect(below(field('login.code'))).toBe(wordsOfCode('identity.sms-limit')))
    await press('login.submit')
    await waitFor(() => expect(below(field('login.code'))).toBe(wordsOfCode('identity.code-wrong')))
    expect(document.activeElement).toBe(field('login.code'))
  })

  it('forgets it with the next press', async () => {
    server.on(sendSmsByPost, () => refused('identity.sms-limit'))
    await open()
    await userEvent.type(field('login.phone'), '13800000002')
    await press('login.getCode')
    await waitFor(() => expect(below(field('login.code'))).toBe(wordsOfCode('identity.sms-limit')))
    server.on(sendSmsByPost, { resendSeconds: 60 })
    await press('login.getCode')
    await screen.findByRole('button', { name: t('login.resendIn', { seconds: 60 }) })
    expect(below(field('login.code'))).toBe('')
  })

  it('lets a person who cannot see the slider answer a question instead', async () => {
    const question = view.language === 'en' ? 'How many are left?' : '还剩几台？'
    server.on(getSlider, { id: 's1', backgroundSvg: '<svg/>', pieceSvg: '<svg/>', y: 9 })
    server.on(getSliderQuestion, { id: 'q1', question })
    server.on(sendSmsByPost, ({ body }) =>
      (body as { slider?: string }).slider === 'q1:42'
        ? ok(sendSmsByPost, { resendSeconds: 60 })
        : refused('identity.slider-required'),
    )
    await open()
    await userEvent.type(field('login.phone'), '13800000002')
    await press('login.getCode')
    await userEvent.click(await screen.findByRole('button', { name: t('login.slider.toQuestion') }))
    await userEvent.type(await screen.findByLabelText(question), '42')
    await press('login.slider.done')
    expect(await screen.findByText(t('login.codeSent'))).toBeTruthy()
  })

  it('wants the agreement before it signs in', async () => {
    await open()
    await userEvent.type(field('login.phone'), '13800000002')
    await userEvent.type(field('login.code'), '123456')
    await press('login.submit')
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(t('login.agreeFirst')))
    expect(document.activeElement).toBe(screen.getByRole('checkbox'))
    expect(server.asked(token)).toHaveLength(0)
  })

  it('signs in once everything is there, keeps the token, and goes where the person wanted to', async () => {
    const { address } = await open('/login?next=%2FpersonalCenter')
    await userEvent.type(field('login.phone'), '13800000002')
    await userEvent.type(field('login.code'), '123456')
    await userEvent.click(screen.getByRole('checkbox'))
    await press('login.submit')
    await waitFor(() => expect(address()).toBe('/personalCenter'))
    expect(server.asked(token)[0]!.body).toMatchObject({
      mobile: '13800000002',
      smsCode: '123456',
      device: view.device,
    })
    expect(toastStore.getCurrent()).toMatchObject({ kind: 'success', text: t('login.success') })
    expect(readSession()).toMatchObject({ state: 'signed-in', accessToken: 'a', user: { username: 'Ada' } })
  })

  it('goes to the first field that is wrong', async () => {
    await open()
    await userEvent.type(field('login.phone'), '13800000002')
    await press('login.submit')
    await waitFor(() => expect(document.activeElement).toBe(field('login.code')))
    expect(screen.getByText(t('login.codeRequired'))).toBeTruthy()
  })

  it('takes a new person to the interests first, then to where the person wanted to go', async () => {
    server.on(memberInfo, { ...buyer, sysDictVOList: [] })
    const { address } = await open('/login?next=%2FpersonalCenter')
    await userEvent.type(field('login.phone'), '13800000002')
    await userEvent.type(field('login.code'), '123456')
    await userEvent.click(screen.getByRole('checkbox'))
    await press('login.submit')
    await waitFor(() => expect(address()).toBe('/interest/tag/login?next=%2FpersonalCenter'))
  })

  it('says what was wrong with a code and stays', async () => {
    server.on(token, () => refused('identity.code-wrong'))
    const { address } = await open()
    await userEvent.type(field('login.phone'), '13800000002')
    await userEvent.type(field('login.code'), '000000')
    await userEvent.click(screen.getByRole('checkbox'))
    await press('login.submit')
    const text = wordsOfCode('identity.code-wrong')
    await waitFor(() => expect(toastStore.getCurrent()).toMatchObject({ kind: 'warning', text }))
    await waitFor(() => expect(document.activeElement).toBe(field('login.code')))
    expect(field('login.code').getAttribute('aria-invalid')).toBe('true')
    await userEvent.type(field('login.code'), '{Backspace}')
    expect(field('login.code').getAttribute('aria-invalid')).not.toBe('true')
    expect(address()).toBe('/login')
    expect(readSession().state).toBe('signed-out')
  })
})

describe.each(views.filter(({ device }) => device === 'pc'))('the dialog for signing in in $language', (view) => {
  it('leaves whoever went elsewhere meanwhile where they are', async () => {
    let answer = () => {}
    const known = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.on(memberInfo, async () => {
      await known
      return ok(memberInfo, buyer)
    })
    const page = (
      <>
        <SignInDialog />
        <Link to="/manpower">experts</Link>
      </>
    )
    const { address } = await renderScreen(page, view, { path: '/home?signIn', isSignedIn: false })
    await screen.findByRole('dialog', { name: t('login.title') })
    await userEvent.type(field('login.phone'), '13800000002')
    await userEvent.type(field('login.code'), '123456')
    await userEvent.click(screen.getByRole('checkbox'))
    await press('login.submit')
    await waitFor(() => expect(server.asked(memberInfo)).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('link', { name: 'experts' }))
    answer()
    await waitFor(() => expect(readSession().user?.userId).toBe(buyer.userId))
    await settled()
    expect(address()).toBe('/manpower')
  })

  it('loses nothing when Escape closes the agreement read over it, and closes with the next Escape', async () => {
    await renderScreen(<SignInDialog />, view, { path: '/?signIn', pattern: '/', isSignedIn: false })
    await screen.findByRole('dialog', { name: t('login.title') })
    await userEvent.type(field('login.phone'), '13800000002')
    await press('login.agreement')
    const agreement = await screen.findByRole('dialog', { name: t('agreement.title') })
    await waitFor(() => expect(agreement.contains(document.activeElement)).toBe(true))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: t('agreement.title') })).toBeNull())
    const dialog = within(screen.getByRole('dialog', { name: t('login.title') }))
    expect((dialog.getByLabelText(t('login.phone')) as HTMLInputElement).value).toBe('13800000002')
    await waitFor(() => expect(document.activeElement?.textContent).toBe(t('login.agreement')))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
