// @vitest-environment jsdom
import { AnswerError, CallError } from '@trove/contract/client'
import { ContractError } from '@trove/contract/errors/codes'
import i18next from 'i18next'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { safePath } from '../addresses/safe-path.ts'
import { errorText, notify, notifyError, toastStore } from '../calls/notify.ts'
import { deviceOf, keepDevice, readDevice, rootFontPx } from '../session/device.ts'
import { currentLanguage, loadCodeWords, readLanguage, startLanguage, switchLanguage } from '../session/language.ts'
import { formatAgo, formatMoment, formatPeriod, formatSpan } from './format.ts'

/** What every page stands on: layout, language, durations in words, messages, the way back after signing in. */

beforeAll(() => Promise.all([startLanguage(), loadCodeWords()]))
beforeEach(async () => {
  await switchLanguage('zh-CN')
  localStorage.clear()
})

describe('a span of time', () => {
  const from = '2026-11-29T07:33:00.000Z'

  it.each(['zh-CN', 'en'] as const)('is written with the dates that stand beside it, in %s', async (language) => {
    await switchLanguage(language)
    const to = '2026-12-06T07:33:00.000Z'
    expect(formatSpan(from, to)).toBe(`${formatMoment(from)} – ${formatMoment(to)}`)
  })

  it('says the day once where it is the same', () => {
    const day = formatMoment(from).split(' ')[0]!
    expect(formatSpan(from, '2026-11-29T07:48:00.000Z').split(day)).toHaveLength(2)
  })
})

describe('the layout', () => {
  const agents = {
    phone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
    android: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36',
    desk: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36',
  }
  it('is first chosen by the user agent', () => {
    expect([agents.phone, agents.android, agents.desk].map(deviceOf)).toEqual(['mobile', 'mobile', 'pc'])
  })
  it('is kept in local storage as mobile or pc once it is switched', () => {
    expect(readDevice()).toBe('pc')
    keepDevice('mobile')
    expect([readDevice(), document.documentElement.dataset.device]).toEqual(['mobile', 'mobile'])
    expect(Object.values({ ...localStorage })).toContain('mobile')
    keepDevice('pc')
    expect(readDevice()).toBe('pc')
  })
  it.each([
    [375, 16],
    [750, 32],
    [1500, 64],
    [3000, 64],
  ])('of a phone %d px wide has a root font of %d px: width / 750 of 32 px, at most twice', (width, px) => {
    expect(rootFontPx('mobile', width)).toBe(px)
    expect(rootFontPx('pc', width)).toBe(16)
  })
})

describe('the language', () => {
  it('is Chinese until it is switched, which is kept', async () => {
    expect([readLanguage(), currentLanguage()]).toEqual(['zh-CN', 'zh-CN'])
    await switchLanguage('en')
    expect([readLanguage(), currentLanguage(), document.documentElement.lang]).toEqual(['en', 'en', 'en'])
    expect(i18next.t('common.signInFirst')).toBe('Please sign in first')
  })
})

describe('a duration in words', () => {
  it.each([
    [3, '3 天', '3 days'],
    [7, '1 周', '1 week'],
    [14, '2 周', '2 weeks'],
    [30, '1 个月', '1 month'],
    [90, '3 个月', '3 months'],
    [360, '1 年', '1 year'],
    [720, '2 年', '2 years'],
    [undefined, '无', 'None'],
  ])('of %s days is %s, in English %s', async (days, zh, en) => {
    expect(formatPeriod(days)).toBe(zh)
    await switchLanguage('en')
    expect(formatPeriod(days)).toBe(en)
  })
})

describe('how long ago something was', () => {
  it('is never in the future, though the clock of the browser may be behind the server’s', () => {
    const now = new Date('2026-11-26T10:00:00.000Z')
    expect(formatAgo('2026-11-26T09:57:00.000Z', now)).toBe('3分钟前')
    for (const moment of ['2026-11-26T10:00:00.000Z', '2026-11-26T10:00:04.000Z'])
      expect(formatAgo(moment, now)).toBe('现在')
  })
})

describe('messages', () => {
  it('show one at a time: a new one takes the place of the old', () => {
    notify('success', 'a')
    notify('warning', 'b')
    expect(toastStore.getCurrent()).toMatchObject({ kind: 'warning', text: 'b' })
    toastStore.dismiss(toastStore.getCurrent()!.id)
    expect(toastStore.getCurrent()).toBeNull()
  })
  it.each([
    [new CallError('network'), '连不上服务器，请检查网络', 'network'],
    [new CallError('timeout'), '服务器没有及时回应，请稍后重试', 'network'],
    [new CallError('status', 502), '服务器出错（502），请稍后重试', 'network'],
    [new ContractError('session.expired'), '登录已过期，请重新登录', 'warning'],
    [
      new ContractError('identity.sms-too-soon', { seconds: 9 }),
      '验证码刚刚发过，请查看短信；没收到可稍后重发',
      'warning',
    ],
    [new AnswerError('库存不足', 200), '库存不足', 'error'],
    [new Error('a bug'), '系统未知错误，请反馈给管理员', 'error'],
  ])('of %o say %s as %s', (error, text, kind) => {
    expect(errorText(error)).toBe(text)
    notifyError(error)
    expect(toastStore.getCurrent()).toMatchObject({ kind, text })
  })
})

describe('the way back after signing in', () => {
  it.each([
    ['/personal-center/my-purse?x=1', true],
    ['//evil.example', false],
    ['https://evil.example', false],
    ['/\\evil.example', false],
    ['javascript:alert(1)', false],
    [null, false],
  ])('%s leads somewhere on this site: %s', (path, isSafe) => {
    expect(safePath(path)).toBe(isSafe ? path : undefined)
  })
})
