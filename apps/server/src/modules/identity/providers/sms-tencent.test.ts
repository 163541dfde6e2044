import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSmsTencent } from './sms-tencent.ts'
import { signTc3 } from './tc3-signature.ts'

/** A stand-in that checks signatures as the provider's documentation says, and then answers what the test wants. */

const KEYS: Record<string, string> = { 'test-id': 'test-key' }
type Answer = { status?: number; body: unknown } | 'cut'

let server: Server
let answer: Answer
let seen: { headers: IncomingMessage['headers']; body: Record<string, unknown> }[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    seen.push({ headers: request.headers, body: JSON.parse(text) })
    if (answer === 'cut') return void request.socket.destroy()
    const fault = findFault(request, text)
    const { status = 200, body } = fault ? { body: said({ Error: { Code: fault, Message: 'm' } }) } : answer
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())
beforeEach(() => {
  seen = []
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** The error code a wrong call gets, or undefined. */
function findFault({ headers, method, url }: IncomingMessage, body: string): string | undefined {
  const found =
    /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/(\w+)\/tc3_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!found) return 'AuthFailure.InvalidAuthorization'
  const [, id, date, service, names, signature] = found as unknown as [string, string, string, string, string, string]
  const timestamp = Number(headers['x-tc-timestamp'])
  if (Math.abs(Date.now() / 1000 - timestamp) > 300) return 'AuthFailure.SignatureExpire'
  if (new Date(timestamp * 1000).toISOString().slice(0, 10) !== date) return 'AuthFailure.SignatureFailure'
  const secret = KEYS[id]
  if (!secret) return 'AuthFailure.SecretIdNotFound'
  const list = names.split(';')
  if (!list.includes('content-type') || !list.includes('host') || service !== 'sms')
    return 'AuthFailure.SignatureFailure'
  const signed = (name: string) => {
    const value = String(headers[name])
    return (name === 'host' ? value.split(':')[0]! : value).toLowerCase()
  }
  const canonical = list.map((name) => `${name}:${signed(name)}\n`).join('')
  const request = `${method}\n${url}\n\n${canonical}\n${names}\n${sha256(body)}`
  const text = `TC3-HMAC-SHA256\n${timestamp}\n${date}/${service}/tc3_request\n${sha256(request)}`
  const key = hmac(hmac(hmac(`TC3${secret}`, date), service), 'tc3_request')
  return hmac(key, text).toString('hex') === signature ? undefined : 'AuthFailure.SignatureFailure'
}

const said = (response: object) => ({ Response: { ...response, RequestId: 'r' } })
const status = (Code: string) =>
  said({ SendStatusSet: [{ SerialNo: 's', PhoneNumber: '+86', Fee: 1, Code, Message: 'm' }] })
const message = {
  kind: 'code' as const,
  mobile: '13800000002',
  code: '012345',
  minutes: 5,
  purpose: 'sign-in' as const,
  language: 'zh-CN' as const,
}
const sender = (change: object = {}) =>
  createSmsTencent({
    secretId: 'test-id',
    secretKey: 'test-key',
    appId: '1400006666',
    signName: '众享',
    template: '1110',
    mobileChangedTemplate: '1111',
    receivingAccountTemplate: '1112',
    noticeTemplate: '1113',
    region: 'ap-guangzhou',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...change,
  })

test('a message goes out signed, with the template and the code', async () => {
  answer = { body: status('Ok') }
  expect(await sender().send(message)).toEqual({ state: 'sent' })
  expect(seen).toHaveLength(1)
  expect(seen[0]!.headers).toMatchObject({
    'x-tc-action': 'SendSms',
    'x-tc-version': '2021-01-11',
    'x-tc-region': 'ap-guangzhou',
  })
  expect(seen[0]!.body).toEqual({
    PhoneNumberSet: ['+8613800000002'],
    SmsSdkAppId: '1400006666',
    SignName: '众享',
    TemplateId: '1110',
    TemplateParamSet: ['012345'],
  })
})

test('word of a changed number goes out with its own template and no more than the tail of the new one', async () => {
  answer = { body: status('Ok') }
  const notice = { kind: 'mobile-changed', mobile: '13800000002', tail: '0003', language: 'zh-CN' } as const
  expect(await sender().send(notice)).toEqual({ state: 'sent' })
  expect(seen[0]!.body).toMatchObject({
    PhoneNumberSet: ['+8613800000002'],
    TemplateId: '1111',
    TemplateParamSet: ['0003'],
  })
})

test('word of a changed receiving account goes out with its own template and the time alone', async () => {
  answer = { body: status('Ok') }
  const about = { kind: 'receiving-account-changed', time: '11-22 16:05' } as const
  expect(await sender().send({ ...about, mobile: '13800000002', language: 'zh-CN' })).toEqual({ state: 'sent' })
  expect(seen[0]!.body).toMatchObject({ TemplateId: '1112', TemplateParamSet: ['11-22 16:05'] })
})

test('a wrong key or an unknown one is refused by the signature check', async () => {
  answer = { body: status('Ok') }
  expect(await sender({ secretKey: 'other' }).send(message)).toEqual({
    state: 'refused',
    reason: 'AuthFailure.SignatureFailure',
  })
  expect(await sender({ secretId: 'other' }).send(message)).toEqual({
    state: 'refused',
    reason: 'AuthFailure.SecretIdNotFound',
  })
})

test('the signature is the one the provider’s own client makes of the same call', () => {
  const body =
    '{"PhoneNumberSet":["+8613800000002"],"SmsSdkAppId":"1400006666","SignName":"众享","TemplateId":"1110","TemplateParamSet":["012345"]}'
  expect(
    signTc3({
      secretId: 'test-id',
      secretKey: 'test-key',
      service: 'sms',
      timestamp: 1_767_225_600,
      headers: { 'content-type': 'application/json', host: 'sms.tencentcloudapi.com' },
      body,
    }),
  ).toBe(
    'TC3-HMAC-SHA256 Credential=test-id/2026-01-01/sms/tc3_request, SignedHeaders=content-type;host, Signature=cf6a72d2ae0f2402f31e7fc03668af670cc1f259d3112c8baba9f6aea29be4b7',
  )
})

test.each<[string, Answer, string]>([
  ['a limit of the number', { body: status('LimitExceeded.PhoneNumberThirtySecondLimit') }, 'refused'],
  ['a template that was not approved', { body: status('FailedOperation.TemplateIncorrectOrUnapproved') }, 'refused'],
  ['an empty account', { body: status('FailedOperation.InsufficientBalanceInSmsPackage') }, 'refused'],
  ['a refused call', { body: said({ Error: { Code: 'UnauthorizedOperation.SmsSdkAppIdVerifyFail' } }) }, 'refused'],
  ['a fault inside theirs', { body: said({ Error: { Code: 'InternalError.SendAndRecvFail' } }) }, 'unknown'],
  ['a time-out inside theirs', { body: status('InternalError.Timeout') }, 'unknown'],
  ['an outage on their side', { status: 503, body: status('Ok') }, 'unknown'],
  ['an answer that says nothing', { body: said({ SendStatusSet: [] }) }, 'unknown'],
  ['an answer that is no JSON', { body: '<html>' }, 'unknown'],
  ['an answer that is no object', { body: 'null' }, 'unknown'],
  ['a cut connection', 'cut', 'unknown'],
])('%s is told apart, and nothing is sent twice', async (_, given, state) => {
  answer = given
  expect((await sender().send(message)).state).toBe(state)
  expect(seen).toHaveLength(1)
})
