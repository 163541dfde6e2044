import { allErrors } from '@trove/contract/errors/all'
import { ContractError, type ErrorCode, type Refusal } from '@trove/contract/errors/codes'
import type { ErrorSpec } from '@trove/contract/errors/define'
import { expect, test } from 'vitest'
import { refusal } from './answer.ts'

const answerOf = (error: ContractError, language: 'zh-CN' | 'en' = 'zh-CN') => {
  const { text, ...rest } = refusal(error, language, 'business', 'id')
  return { ...rest, ...JSON.parse(text) }
}

test('a wait that is told in seconds or minutes is told to machines too', () => {
  expect(answerOf(new ContractError('identity.sms-too-soon', { seconds: 42 }))).toMatchObject({
    status: 429,
    retryAfterSeconds: 42,
    message: '验证码刚刚发过，请查看短信；没收到可稍后重发',
  })
  expect(answerOf(new ContractError('identity.code-attempts', { minutes: 60 }), 'en')).toMatchObject({
    retryAfterSeconds: 3600,
    message: 'Too many wrong codes. Try again in 60 minutes',
  })
  expect(answerOf(new ContractError('compute.check-limit', { minutes: 5 })).retryAfterSeconds).toBe(300)
  expect(answerOf(new ContractError('service.unavailable')).retryAfterSeconds).toBe(5)
  expect(answerOf(new ContractError('faucet.limit', { count: 3 })).retryAfterSeconds).toBeUndefined()
})

test('no refusal is worded with anything left to fill in', () => {
  for (const [code, spec] of Object.entries(allErrors) as [ErrorCode, ErrorSpec][]) {
    const params = Object.fromEntries((spec.params ?? []).map((name) => [name, 7]))
    const error = new ContractError(...([code, params] as unknown as Refusal))
    for (const language of ['zh-CN', 'en'] as const) expect(answerOf(error, language).message).not.toMatch(/[{}]| {2}/)
  }
})

test('a refused field is worded by its code where that has words, and keeps what the schema said otherwise', () => {
  const fields = [
    { path: 'minAmount', error: 'amount', message: 'amount' },
    { path: 'role', error: 'unknown', message: 'unknown field' },
    { path: 'mobile', error: 'identity.phone-invalid', message: 'phone' },
    { path: 'name', error: 'too_small', message: '至少 2 个字符' },
  ]
  const messages = (language: 'zh-CN' | 'en') =>
    answerOf(new ContractError('request.invalid', {}, fields), language).fields.map(
      ({ message }: { message: string }) => message,
    )
  expect(messages('zh-CN')).toEqual([
    '请输入金额，最多两位小数',
    '不支持的字段',
    '请输入正确的手机号码',
    '至少 2 个字符',
  ])
  expect(messages('en')).toEqual([
    'Enter an amount with at most two decimal places',
    'This field is not known',
    'Enter a valid phone number',
    '至少 2 个字符',
  ])
})
