import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSmsAliyun } from './sms-aliyun.ts'

type Answer = { status: number; body: unknown } | 'cut'

let server: Server
let answer: Answer
let seen: URL[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(new URL(request.url ?? '', 'http://sms'))
    if (answer === 'cut') return void request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())
beforeEach(() => {
  seen = []
})

const message = {
  kind: 'code' as const,
  mobile: '13800000002',
  code: '012345',
  minutes: 5,
  purpose: 'sign-in' as const,
  language: 'zh-CN' as const,
}
const sender = () =>
  createSmsAliyun({
    accessKeyId: 'id',
    accessKeySecret: 'secret',
    signName: 'Trove',
    template: 'SMS_1',
    mobileChangedTemplate: 'SMS_2',
    receivingAccountTemplate: 'SMS_3',
    noticeTemplate: 'SMS_4',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })

test('a message goes out with the template and the code', async () => {
  answer = { status: 200, body: { Code: 'OK', Message: 'OK', RequestId: 'r', BizId: 'b' } }
  expect(await sender().send(message)).toEqual({ state: 'sent' })
  expect(Object.fromEntries(seen[0]!.searchParams)).toMatchObject({
    PhoneNumbers: '13800000002',
    SignName: 'Trove',
    TemplateCode: 'SMS_1',
    TemplateParam: '{"code":"012345"}',
  })
})

test('word of a changed number goes out with its own template and no more than the tail of the new one', async () => {
  answer = { status: 200, body: { Code: 'OK', Message: 'OK', RequestId: 'r', BizId: 'b' } }
  const notice = { kind: 'mobile-changed', mobile: '13800000002', tail: '0003', language: 'zh-CN' } as const
  expect(await sender().send(notice)).toEqual({ state: 'sent' })
  expect(Object.fromEntries(seen[0]!.searchParams)).toMatchObject({
    PhoneNumbers: '13800000002',
    TemplateCode: 'SMS_2',
    TemplateParam: '{"tail":"0003"}',
  })
})

test('word of a changed receiving account goes out with its own template and the time alone', async () => {
  answer = { status: 200, body: { Code: 'OK', Message: 'OK', RequestId: 'r', BizId: 'b' } }
  const about = { kind: 'receiving-account-changed', time: '11-22 16:05' } as const
  expect(await sender().send({ ...about, mobile: '13800000002', language: 'zh-CN' })).toEqual({ state: 'sent' })
  expect(Object.fromEntries(seen[0]!.searchParams)).toMatchObject({
    TemplateCode: 'SMS_3',
    TemplateParam: '{"time":"11-22 16:05"}',
  })
})

test('a notice somebody chose goes out with its own template, and says no more than what it is about', async () => {
  answer = { status: 200, body: { Code: 'OK', Message: 'OK', RequestId: 'r', BizId: 'b' } }
  const chosen = { kind: 'notice', topic: 'dispute', mobile: '13800000002', language: 'zh-CN' } as const
  expect(await sender().send(chosen)).toEqual({ state: 'sent' })
  expect(Object.fromEntries(seen[0]!.searchParams)).toMatchObject({
    TemplateCode: 'SMS_4',
    TemplateParam: '{"what":"退回工时或争议有新消息"}',
  })
})

test.each<[string, Answer, string]>([
  ['a business limit', { status: 200, body: { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: 'm' } }, 'refused'],
  ['a wrong key', { status: 403, body: { Code: 'Forbidden', Message: 'm' } }, 'refused'],
  ['an outage on their side', { status: 503, body: { Code: 'ServiceUnavailable', Message: 'm' } }, 'unknown'],
  ['a cut connection', 'cut', 'unknown'],
])('%s is told apart, and nothing is sent twice', async (_, given, state) => {
  answer = given
  expect((await sender().send(message)).state).toBe(state)
  expect(seen).toHaveLength(1)
})
