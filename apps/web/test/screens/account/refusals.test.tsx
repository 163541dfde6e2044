// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { token } from '@trove/contract/identity/routes'
import { getPurse, payOut } from '@trove/contract/wallet/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import PurseScreen from '../../../src/features/wallet/purse.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { keepToken, readSession } from '../../../src/lib/session/session.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { chineseDesk, forgetScreen, renderScreen } from '../../render.tsx'

/** What a person reads when a server refuses (error catalogues of both parts), whoever made the answer. */

const bound = { id: 'a', avatar: null, nickname: 'Jia', realNameMasked: '陈*木', boundAt: '2026-11-01T00:00:00.000Z' }
const amounts = {
  awaitingApprovalAmount: '0.00',
  inFlightAmount: '0.00',
  paidOutAmount: '0.00',
  unclearedAmount: '0.00',
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(getPurse, {
    ...amounts,
    payableAmount: '12.34',
    haltedBy: null,
    boundAccount: { ...bound, heldUntil: null },
  })
})
afterEach(() => {
  forgetScreen()
  vi.restoreAllMocks()
})

const view = chineseDesk
const t = (key: string) => i18next.t(key as never) as unknown as string

/** Presses a button whose call is answered so; what is said then. */
async function toastOf(status: number, body: object): Promise<{ kind: string; text: string }> {
  return toastAfter(() => Response.json(body, { status }))
}

async function toastAfter(answer: () => Response): Promise<{ kind: string; text: string }> {
  server.on(payOut, answer)
  await renderScreen(<PurseScreen />, view, { pattern: '/' })
  await userEvent.click(await screen.findByRole('button', { name: t('wallet.payOut') }))
  await waitFor(() => expect(toastStore.getCurrent()).not.toBeNull())
  return toastStore.getCurrent()!
}

describe('a refused call says on the screen', () => {
  it.each([
    [200, { code: '000' }, '操作太频繁，请稍后再试'],
    [200, { code: '000', message: '请一分钟后再试' }, '请一分钟后再试'],
    [200, { code: 1, message: '库存不足' }, '库存不足'],
    [200, { code: 500, message: '业务异常' }, '业务异常'],
    [400, { error: 'invalid_grant', error_description: '授权无效' }, '授权无效'],
    [403, {}, '没有权限'],
    [404, {}, '没有找到要访问的内容'],
    [409, { code: 409, message: '已经处理过' }, '已经处理过'],
    [417, {}, '未绑定登录账号，请先用手机号登录'],
    [423, {}, '演示环境，没有权限操作'],
    [426, {}, '用户名或密码错误'],
    [428, {}, '验证码错误'],
    [429, {}, '操作太频繁，请稍后再试'],
    [479, {}, '演示环境，没有权限操作'],
    [500, { code: 500, message: '系统内部错误' }, '系统内部错误'],
    [500, { code: 500, message: '', error: 'service.unknown', data: null }, '系统未知错误，请反馈给管理员'],
    [502, {}, '服务器出错（502），请稍后重试'],
  ])('status %d with %j: %s', async (status, body, text) => {
    expect((await toastOf(status, body)).text).toBe(text)
  })

  it.each([
    [500, 'service.unknown', 'error'],
    [503, 'service.unavailable', 'error'],
    [409, 'request.in-progress', 'warning'],
    [403, 'session.forbidden', 'warning'],
  ])('status %d as what it is (A:111, ADR 1): %s is %s', async (status, error, kind) => {
    expect((await toastOf(status, { code: status, message: '', error, data: null })).kind).toBe(kind)
  })

  it.each([
    ['connection', '连不上服务器，请检查网络', new AbortController().signal],
    ['answer in time', '服务器没有及时回应，请稍后重试', AbortSignal.abort()],
  ])('as trouble of the network, which stays for five seconds, that there is no %s: %s', async (_, text, signal) => {
    const answer = () => {
      throw new TypeError('Failed to fetch')
    }
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(signal)
    expect(await toastAfter(answer)).toMatchObject({ kind: 'network', text })
  })

  it.each([
    [401, {}],
    [200, { code: 401, message: 'token expired' }],
  ])('that the session has expired, and clears the token, for status %d with %j', async (status, body) => {
    keepToken('stale')
    server.on(token, () => refused('identity.refresh-invalid'))
    expect((await toastOf(status, body)).text).toBe('登录已过期，请重新登录')
    await waitFor(() => expect(readSession()).toMatchObject({ state: 'signed-out', accessToken: undefined }))
  })
})
