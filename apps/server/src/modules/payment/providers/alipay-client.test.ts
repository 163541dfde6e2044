import { createSign, generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { AlipaySdk } from 'alipay-sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Simulator, startSimulator } from '../../../../test/labs/money-lab.ts'
import { settingsOf } from '../../../../test/labs/payment-lab.ts'
import { createPoster, openAnswer } from './alipay-client.ts'
import { openAlipayGateway } from './alipay-gateway.ts'
import { createCircuit } from './circuit.ts'

/** Our own calls beside the official SDK's, which is the oracle. */

let simulator: Simulator
let gateway: Server
let gatewayUrl: string
let sent: { method: string | undefined; path: string; address: object; form: object; type: string | undefined }[] = []
/** Answers of the next calls; none breaks the connection. */
let answers: string[] = []

beforeAll(async () => {
  simulator = await startSimulator()
  gateway = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://gateway')
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const { method, headers } = request
    const type = headers['content-type']?.split(';')[0]
    sent.push({ method, path: url.pathname, address: Object.fromEntries(url.searchParams), form, type })
    const answer = answers.shift()
    if (answer === undefined) request.socket.destroy()
    else response.end(answer)
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/gateway.do`
})
afterAll(async () => {
  gateway.closeAllConnections()
  gateway.close()
  await simulator.stop()
})
beforeEach(() => {
  sent = []
  answers = ['{}', '{}']
})

describe.each(['key', 'certificate'])('in %s mode', (mode) => {
  function both() {
    const { appCertPath, alipayPublicCertPath, alipayRootCertPath } = simulator.merchant
    const settings = settingsOf(simulator, {
      gatewayUrl,
      ...(mode === 'certificate' && {
        publicKey: undefined,
        appCert: appCertPath,
        publicCert: alipayPublicCertPath,
        rootCert: alipayRootCertPath,
      }),
    })
    const { appId, privateKey, keyType, publicKey } = settings
    const sdk = new AlipaySdk({
      ...{ appId, privateKey, keyType, gateway: gatewayUrl, camelcase: false, signType: 'RSA2' },
      ...(mode === 'key'
        ? { alipayPublicKey: publicKey! }
        : {
            appCertPath: appCertPath!,
            alipayPublicCertPath: alipayPublicCertPath!,
            alipayRootCertPath: alipayRootCertPath!,
          }),
    })
    return { sdk, ours: openAlipayGateway(settings, createCircuit()) }
  }

  test.each([
    ['alipay.trade.query', { bizContent: { out_trade_no: '2026 中文 & = + "\\' } }],
    [
      'alipay.fund.trans.uni.transfer',
      { bizContent: { trans_amount: '1.00', payee_info: { identity: '2088', name: '周' } } },
    ],
    ['alipay.system.oauth.token', { grant_type: 'authorization_code', code: 'a b+c' }],
    ['alipay.user.info.share', { auth_token: 'secret' }],
  ])('a call of %s is sent and signed exactly as by the official SDK', async (method, params) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T16:30:05Z') })
    const { sdk, ours } = both()
    await ours.call(method, params)
    await sdk.exec(method, { ...params, timestamp: '2026-11-23 00:30:05' }).catch(() => undefined)
    vi.useRealTimers()
    expect(sent).toHaveLength(2)
    expect(sent[0]).toEqual(sent[1])
  })

  test('the cashier address is the one of the official SDK', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T16:30:05Z') })
    const { sdk, ours } = both()
    const params = {
      notifyUrl: 'http://a.test/n?x=1',
      returnUrl: 'http://a.test/回',
      bizContent: { subject: '订单 & 1' },
    }
    const mine = new URL(ours.pageUrl('alipay.trade.page.pay', params))
    const theirs = new URL(
      sdk.pageExecute('alipay.trade.page.pay', 'GET', { ...params, timestamp: '2026-11-23 00:30:05' }) as string,
    )
    vi.useRealTimers()
    // The SDK adds its own name, and signs it with the rest.
    const { alipay_sdk: name, sign: _, ...rest } = Object.fromEntries(theirs.searchParams)
    expect(name).toContain('nodejs')
    const { sign, ...own } = Object.fromEntries(mine.searchParams)
    expect(own).toEqual(rest)
    expect(sign).toMatch(/^[\w+/]{342}==$/)
    expect(mine.pathname).toBe(theirs.pathname)
  })
})

describe('a connection that stays open', () => {
  const parameters = { method: 'alipay.trade.query', biz_content: '{}' }

  test('is used again, and a call it broke under is sent once more; on a new one it is not', async () => {
    const post = createPoster(gatewayUrl, 2000)
    answers = ['one']
    expect(await post(parameters)).toEqual({ kind: 'text', text: 'one' })
    // The first of these finds the open connection and loses it; the second has its own.
    expect(await post(parameters)).toEqual({ kind: 'no-answer' })
    expect(sent).toHaveLength(3)
  })

  test('ends a call that takes too long', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const post = createPoster(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/`, 50)
    expect(await post(parameters)).toEqual({ kind: 'no-answer' })
    silent.closeAllConnections()
    silent.close()
  })

  test('takes no answer of more than a mebibyte', async () => {
    answers = ['x'.repeat((1 << 20) + 1)]
    expect(await createPoster(gatewayUrl, 5000)(parameters)).toEqual({ kind: 'no-answer' })
  })
})

test('only the signed characters of the right object are an answer', () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const sign = (object: string) => createSign('RSA-SHA256').update(object).sign(pair.privateKey, 'base64')
  const open = (answer: string) => openAnswer(answer, 'alipay.trade.query', pair.publicKey)
  const object = '{"code":"10000","out_trade_no":"1"}'
  const answer = (name: string, shown = object, signed = object) => `{"${name}":${shown},"sign":"${sign(signed)}"}`
  const fields = JSON.parse(object)
  expect(open(answer('alipay_trade_query_response'))).toEqual({ fields })
  expect(open(answer('error_response'))).toEqual({ fields })
  expect(open(`{"error_response":${object},"alipay_cert_sn":"ab","sign":"${sign(object)}"}`)).toEqual({ fields })

  const unbelieved = { reason: 'answer not verified' }
  expect(open(answer('alipay_trade_close_response'))).toEqual(unbelieved)
  expect(open(answer('alipay_trade_query_response', object.replace('"1"', '"2"')))).toEqual(unbelieved)
  // An object in front of the signed one must not be taken for it.
  const two = `{"alipay_trade_query_response":{"code":"10000"},"x":${object},"sign":"${sign(object)}"}`
  expect(open(two)).toEqual(unbelieved)
  expect(open(answer('alipay_trade_query_response', '{x}', '{x}'))).toEqual(unbelieved)
  expect(open(`{"alipay_trade_query_response":${object}}`)).toEqual({ reason: 'unsigned answer' })
  expect(open('')).toEqual({ reason: 'unsigned answer' })
})
