import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { currentCertification } from '@trove/contract/certification/routes'
import { listInterestTags } from '@trove/contract/dictionary/routes'
import { memberInfo, sendSmsByPost, token } from '@trove/contract/identity/routes'
import { getPurse, payOut } from '@trove/contract/wallet/routes'
import { expect, vi } from 'vitest'
import { refused } from '../../fake-server.ts'
import { buyer } from '../../people.ts'
import { pressInDialog, type Scene, type Stage, t } from './stage.ts'
import type { TextName } from './texts.ts'

/** Signing in and out, interests, and what a refused call says. */

const signIn: Scene = {
  name: 'the sign-in page wants a phone number, a right one, and a code, and says what became of each',
  path: '/login?next=%2FpersonalCenter',
  isSignedIn: false,
  shows: ['phone-required', 'phone-invalid', 'code-failed', 'code-sent', 'code-required', 'login-success'],
  prepare(server) {
    server.on(sendSmsByPost, () => refused('identity.sms-failed'))
    server.on(token, { access_token: 'a', token_type: 'bearer', expires_in: 900, user_id: 'buyer' })
    server.on(memberInfo, buyer)
  },
  async play({ sees, press, fill, server, address }) {
    await press('login.getCode')
    await sees('phone-required')
    await fill('login.phone', '12800000002')
    await press('login.getCode')
    await sees('phone-invalid')
    await fill('login.phone', '13800000002')
    await press('login.getCode')
    await sees('code-failed')
    server.on(sendSmsByPost, { resendSeconds: 60 })
    await press('login.getCode')
    await sees('code-sent')
    await press('login.submit')
    await sees('code-required')
    await fill('login.code', '123456')
    await userEvent.click(screen.getByRole('checkbox'))
    await press('login.submit')
    await waitFor(() => expect(address()).toBe('/personalCenter'))
    await sees('login-success')
  },
}

const interests: Scene = {
  name: 'the interest tags want at least one',
  path: '/interest/tag/center',
  shows: ['tags-empty'],
  prepare(server) {
    server.on(listInterestTags, [{ id: 'ai', market: 'talent', dictValue: 'ai', labelZh: '人工智能', labelEn: 'AI' }])
  },
  async play({ sees, press }) {
    const chip = await screen.findByRole<HTMLInputElement>('checkbox')
    await waitFor(() => expect(chip.checked).toBe(true))
    await userEvent.click(chip)
    await press('common.ok')
    await sees('tags-empty')
  },
}

const leaving: Scene = {
  name: 'the personal center asks before it signs out',
  path: '/personalCenter',
  shows: ['logout-title', 'logout-confirm'],
  prepare(server) {
    const none = { identity: null, realName: null, realHeadImgUrl: null, reason: null }
    server.on(currentCertification, { ...none, status: 0 })
  },
  async play({ sees, view, address }) {
    if (view.device === 'pc') {
      await userEvent.click(screen.getByRole('button', { name: new RegExp(t('shell.account')) }))
      await userEvent.click(await screen.findByRole('menuitem', { name: t('shell.logOut') }))
    } else await userEvent.click(await screen.findByRole('button', { name: t('shell.logOut') }))
    await sees('logout-title')
    await sees('logout-confirm')
    await pressInDialog('common.cancel', 'alertdialog')
    expect(address()).toBe('/personalCenter')
  },
}

const json = (status: number, body: object) => () => Response.json(body, { status })
const lost = () => {
  throw new TypeError('Failed to fetch')
}
/** What the server answers, and the text that is seen then. */
const REFUSALS: [TextName, () => Response][] = [
  ['too-frequent', json(200, { code: '000' })],
  ['forbidden', json(403, {})],
  ['not-found', json(404, {})],
  ['not-bound', json(417, {})],
  ['demo-423', json(423, {})],
  ['name-or-password', json(426, {})],
  ['wrong-code', json(428, {})],
  ['too-many', json(429, {})],
  ['demo-479', json(479, {})],
  ['unknown', json(500, { code: 500, message: '', error: 'service.unknown', data: null })],
  ['description', json(400, { error: 'invalid_grant', error_description: '授权无效' })],
  ['error-500', json(500, { code: 500, message: '系统内部错误' })],
  ['error-409', json(409, { code: 409, message: '已经处理过' })],
  ['body-1', json(200, { code: 1, message: '库存不足' })],
  ['status', json(502, {})],
  ['connection', lost],
]

async function payOutAnd({ server, press, sees }: Stage, name: TextName, answer: () => Response): Promise<void> {
  server.on(payOut, answer)
  await press('wallet.payOut')
  await sees(name)
}

const refusals: Scene = {
  name: 'the wallet says why a call was refused, whoever made the answer',
  path: '/personal-center/my-purse',
  shows: [...REFUSALS.map(([name]) => name), 'timeout', 'expired'],
  prepare(server) {
    const bound = {
      id: 'a',
      avatar: null,
      nickname: 'Jia',
      realNameMasked: '陈*木',
      boundAt: '2026-11-01T00:00:00.000Z',
    }
    server.on(getPurse, {
      ...{ awaitingApprovalAmount: '0.00', inFlightAmount: '0.00', paidOutAmount: '0.00', unclearedAmount: '0.00' },
      ...{ payableAmount: '12.34', haltedBy: null, boundAccount: { ...bound, heldUntil: null } },
    })
    server.on(token, () => refused('identity.refresh-invalid'))
  },
  async play(stage) {
    for (const [name, answer] of REFUSALS) await payOutAnd(stage, name, answer)
    const late = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    await payOutAnd(stage, 'timeout', lost)
    late.mockRestore()
    await payOutAnd(stage, 'expired', json(401, {}))
    await waitFor(() => expect(within(document.body).queryByText('¥12.34')).toBeNull())
  },
}

export const accountScenes = [signIn, interests, leaving, refusals]
