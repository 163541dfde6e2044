// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beginTotp, confirmTotp, factorState, proveFactor, removeFactor } from '@trove/contract/identity/second-factor'
import type { RouteResult } from '@trove/contract/kit/route'
import { approvePayout, listPayoutsToDecide } from '@trove/contract/wallet/payout-approvals'
import { Dialog } from '@trove/ui/dialogs/dialog'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, ok, refused } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { pressReady } from '../../../../test/press-ready.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { api } from '../../../lib/calls/api.ts'
import { wordsOfCode } from '../../../lib/session/language.ts'
import { forgetSession, keepToken, keepUser } from '../../../lib/session/session.ts'
import { FactorAsking } from '../factor-asking.tsx'
import { Factors } from './factors.tsx'

/** Second factors: asked when a call wants one, enrolled and removed on the account page. */

type State = RouteResult<typeof factorState>
const none: State = { hasTotp: false, passkeys: [], recoveryLeft: 0, isFresh: false }
const one: State = { hasTotp: true, passkeys: [], recoveryLeft: 10, isFresh: true }
const page = { content: [], totalElements: 0 }
const payout = { id: 'p1' } as RouteResult<typeof approvePayout>

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const press = async (name: string, within_: HTMLElement = document.body) =>
  userEvent.click(await within(within_).findByRole('button', { name }))

describe.each(views)('a second factor on $device in $language', (view) => {
  it('is asked for when a call wants one, and the call goes on once it was shown', async () => {
    let isShown = false
    server.on(factorState, { ...one, isFresh: false })
    server.on(approvePayout, () => (isShown ? ok(listPayoutsToDecide, page) : refused('factor.needed')))
    server.on(proveFactor, (asked) => {
      isShown = (asked.body as { code: string }).code === '123456'
      return isShown ? ok(proveFactor, one) : refused('factor.code-wrong')
    })
    await renderScreen(<FactorAsking />, view)
    keepUser({ ...buyer, role: 'operator' })
    const outcomes: unknown[] = []
    const call = () =>
      api({ ...approvePayout, ok: listPayoutsToDecide.ok } as never, { params: { id: payout.id } } as never).then(
        () => outcomes.push('done'),
        (error) => outcomes.push(error.code),
      )
    const first = call()
    const dialog = await screen.findByRole('dialog', { name: t('factors.promptTitle') })
    await userEvent.type(within(dialog).getByLabelText(t('factors.codeLabel')), '000000')
    await press(t('factors.prove'), dialog)
    await screen.findByText(t('factors.promptText'))
    expect(outcomes).toEqual([])
    await userEvent.clear(within(dialog).getByLabelText(t('factors.codeLabel')))
    await userEvent.type(within(dialog).getByLabelText(t('factors.codeLabel')), '123456')
    await pressReady(within(dialog).getByRole('button', { name: t('factors.prove') }))
    await first
    expect(outcomes).toEqual(['done'])
    expect(server.asked(approvePayout)).toHaveLength(2)
    isShown = false
    const second = call()
    await press(t('common.cancel'), await screen.findByRole('dialog', { name: t('factors.promptTitle') }))
    await second
    expect(outcomes).toEqual(['done', 'factor.needed'])
  })

  it('is asked for in the place of the dialog that called, which comes back with what was typed', async () => {
    server.on(factorState, { ...one, isFresh: false })
    server.on(approvePayout, () => refused('factor.needed'))
    const decide = () => void api(approvePayout, { params: { id: payout.id } }).catch(() => undefined)
    await renderScreen(
      <>
        <Dialog isOpen onClose={() => undefined} title="Case" closeLabel="Close">
          <input aria-label="Reason" defaultValue="A third" />
          <button type="button" onClick={decide}>
            Decide
          </button>
        </Dialog>
        <FactorAsking />
      </>,
      view,
    )
    keepUser({ ...buyer, role: 'operator' })
    await press('Decide')
    const asking = await screen.findByRole('dialog', { name: t('factors.promptTitle') })
    await waitFor(() => expect(screen.getAllByRole('dialog')).toEqual([asking]))
    await press(t('common.cancel'), asking)
    await screen.findByRole('dialog', { name: 'Case' })
    expect((screen.getByRole('textbox', { name: 'Reason' }) as HTMLInputElement).value).toBe('A third')
  })

  it('asked of one person is not shown by another who signs in at the same page', async () => {
    server.on(factorState, { ...one, isFresh: false })
    server.on(approvePayout, () => refused('factor.needed'))
    await renderScreen(<FactorAsking />, view)
    keepUser({ ...buyer, role: 'operator' })
    const call = api(approvePayout, { params: { id: 'p1' } }).catch((error) => error.code)
    await screen.findByRole('dialog', { name: t('factors.promptTitle') })
    act(() => {
      forgetSession({ isExpired: true })
      keepToken('another')
      keepUser({ ...buyer, userId: 'another', role: 'operator' })
    })
    expect(await call).toBe('factor.needed')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.asked(approvePayout)).toHaveLength(1)
  })

  it('that is not there sends to the account page', async () => {
    server.on(approvePayout, () => refused('factor.missing'))
    await renderScreen(<FactorAsking />, view)
    keepUser({ ...buyer, role: 'operator' })
    const call = api(approvePayout, { params: { id: 'p1' } }).catch((error) => error.code)
    const dialog = await screen.findByRole('dialog', { name: t('factors.title') })
    within(dialog).getByText(t('factors.missingText'))
    await press(t('factors.toAccount'), dialog)
    expect(await call).toBe('factor.missing')
  })

  it('is turned on with a code to the phone and one of the app, and shows recovery codes once', async () => {
    server.on(factorState, none)
    server.on(beginTotp, { secret: 'SECRET', uri: 'otpauth://totp/Trove:Ada?secret=SECRET&issuer=Trove' })
    server.on(confirmTotp, { state: one, recoveryCodes: ['ABCD-EFGH-JKMN', 'PQRS-TUVW-XYZ2'] })
    await renderScreen(<Factors />, view)
    keepUser(buyer)
    await press(t('factors.addApp'))
    const dialog = await screen.findByRole('dialog', { name: t('factors.app') })
    await userEvent.type(within(dialog).getByLabelText(t('factors.smsLabel', { mobile: buyer.mobile })), '654321')
    await press(t('factors.begin'), dialog)
    await within(dialog).findByRole('img', { name: t('factors.qrLabel') })
    within(dialog).getByText('SECRET')
    await userEvent.type(within(dialog).getByLabelText(t('factors.codeLabel')), '123456')
    await press(t('factors.confirm'), dialog)
    const codes = await screen.findByRole('dialog', { name: t('factors.codesTitle') })
    within(codes).getByText(/ABCD-EFGH-JKMN/)
    expect(server.asked(beginTotp)[0]!.body).toMatchObject({ smsCode: '654321' })
    await press(t('factors.codesSaved'), codes)
    await screen.findByText(t('factors.appOn'))
    await screen.findByText(t('factors.recoveryLeft', { amount: 10 }))
  })

  it('has its place before it is known, and says why it could not be had', async () => {
    let fail: () => void = () => undefined
    server.on(factorState, () => new Promise((done) => (fail = () => done(refused('service.unavailable')))))
    await renderScreen(<Factors />, view)
    screen.getByRole('heading', { name: t('factors.title') })
    await waitFor(() => expect(server.asked(factorState)).toHaveLength(1))
    screen.getByRole('status', { name: t('common.loading') })
    fail()
    await screen.findByText(wordsOfCode('service.unavailable')!)
    server.on(factorState, one)
    await press(t('common.retry'))
    await screen.findByText(t('factors.appOn'))
  })

  it('is removed after a question', async () => {
    server.on(factorState, one)
    server.on(removeFactor, none)
    await renderScreen(<Factors />, view)
    keepUser(buyer)
    await press(t('factors.remove'))
    expect(server.asked(removeFactor)).toEqual([])
    await press(t('factors.remove'), await screen.findByRole('alertdialog'))
    await screen.findByText(t('factors.appOff'))
    await waitFor(() => expect(document.activeElement?.textContent).toBe(t('factors.addApp')))
  })
})
