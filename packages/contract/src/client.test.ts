import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient, routePath } from './client.ts'
import { uploadArchive } from './code/works.ts'
import { listOffers } from './compute/routes.ts'
import { ContractError } from './errors/codes.ts'
import { memberInfo, token } from './identity/routes.ts'
import { cancelOrder } from './order-lists/routes.ts'

afterEach(() => vi.restoreAllMocks())

type Sent = { url: string; init: RequestInit & { headers: Record<string, string> } }

/** A client whose server always answers the same; what was sent is kept. */
function clientOf(answer: () => Response | Promise<Response>, authorization?: string) {
  const sent: Sent[] = []
  const call = createClient({
    baseUrl: 'http://site',
    product: 'trove',
    language: () => 'en',
    authorization: () => authorization,
    fetch: async (url, init) => {
      sent.push({ url: String(url), init: init as Sent['init'] })
      return answer()
    },
  })
  return { call, sent }
}

const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status })
const done = json({ code: 200, message: '', data: null })
const cancel = { params: { id: 'o1' } }

describe('a call', () => {
  it('says no-cache, the language, and who calls only when somebody is signed in', async () => {
    const someone = clientOf(done, 'Bearer t')
    await someone.call(cancelOrder, cancel)
    const { url, init } = someone.sent[0]!
    expect([init.method, url]).toEqual(['POST', 'http://site/api/order/order/cancel/o1'])
    expect(init.headers).toMatchObject({
      'cache-control': 'no-cache',
      'accept-language': 'en',
      authorization: 'Bearer t',
    })
    const nobody = clientOf(done)
    await nobody.call(cancelOrder, cancel)
    expect(nobody.sent[0]!.init.headers).not.toHaveProperty('authorization')
  })

  it('is given up after 60 seconds, which is told from a lost connection', async () => {
    const over = AbortSignal.abort(new DOMException('', 'TimeoutError'))
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over)
    const fails = () => Promise.reject(new TypeError('failed'))
    await expect(clientOf(fails).call(cancelOrder, cancel)).rejects.toMatchObject({ kind: 'timeout' })
    expect(timeout).toHaveBeenCalledWith(60_000)
    timeout.mockRestore()
    await expect(clientOf(fails).call(cancelOrder, cancel)).rejects.toMatchObject({ kind: 'network' })
  })

  it('is waited for far longer where a large file is sent', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const fails = () => Promise.reject(new TypeError('failed'))
    const upload = { params: { id: 'w1' }, body: new FormData() } as never
    await expect(clientOf(fails).call(uploadArchive, upload)).rejects.toMatchObject({ kind: 'network' })
    expect(timeout.mock.calls).toEqual([[6 * 3_600_000]])
    timeout.mockRestore()
  })

  it('fills the product and parameters of a path and leaves out empty query fields', () => {
    expect(routePath(memberInfo, 'trove')).toBe('/api/new_gateway/trove-member/sso/member/info')
    expect(routePath(cancelOrder, 'trove', { params: { id: 'a/b' } })).toBe('/api/order/order/cancel/a%2Fb')
    const query = { cpuAndRAM: '4-8', diskSize: '', bandwidth: undefined, page: 0 }
    expect(routePath(listOffers, 'trove', { query })).toBe('/api/computing/product/all?cpuAndRAM=4-8&page=0')
  })
})

describe('an answer', () => {
  it.each([0, 200])('with code %d is a success', async (code) => {
    await expect(clientOf(json({ code, message: '', data: null })).call(cancelOrder, cancel)).resolves.toBeNull()
  })

  it.each([
    [1, 200],
    [500, 500],
    ['000', 429],
  ])('with body code %s is a failure in its own words, whatever its status says', async (code, status) => {
    const { call } = clientOf(json({ code, message: '库存不足', data: null }))
    const failure = { name: 'AnswerError', message: '库存不足', status }
    await expect(call(cancelOrder, cancel)).rejects.toMatchObject(failure)
  })

  it('says its error_description before its message', async () => {
    const { call } = clientOf(json({ error: 'invalid_grant', error_description: '验证码错误', message: 'no' }, 400))
    await expect(call(cancelOrder, cancel)).rejects.toMatchObject({ message: '验证码错误', status: 400 })
  })

  it.each([
    [{ code: 401, message: 'x' }, 200, 'session.expired'],
    [{}, 401, 'session.expired'],
    [{}, 403, 'session.forbidden'],
    [{}, 404, 'resource.not-found'],
    [{}, 417, 'account.not-bound'],
    [{}, 423, 'demo.not-allowed'],
    [{}, 426, 'session.credentials-wrong'],
    [{}, 428, 'identity.code-wrong'],
    [{}, 429, 'request.too-frequent'],
    [{ code: '000' }, 200, 'request.too-frequent'],
    [{}, 479, 'demo.not-permitted'],
  ])('%j with status %d and no code of the contract is %s', async (body, status, code) => {
    await expect(clientOf(json(body, status)).call(cancelOrder, cancel)).rejects.toMatchObject({ code })
  })

  it('of tokens stands alone, without an envelope', async () => {
    const pair = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 1800, user_id: 'u1' }
    const { call, sent } = clientOf(json(pair), 'Basic x')
    await expect(call(token, { body: { grant_type: 'mobile', mobile: '138' } })).resolves.toEqual(pair)
    expect(sent[0]!.init.body).toBe('grant_type=mobile&mobile=138')
  })

  it.each([400, 401, 409, 429, 500])('of status %d with a code of the contract is that refusal', async (status) => {
    const fields = [{ path: 'id', error: 'invalid', message: 'x' }]
    const body = { code: status, error: 'orders.not-cancelable', params: { a: 1 }, fields }
    const failure = await clientOf(json(body, status))
      .call(cancelOrder, cancel)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ContractError)
    expect(failure).toMatchObject({ code: 'orders.not-cancelable', params: { a: 1 }, fields })
  })

  it('that is no JSON, or names an unknown code, is known by its status', async () => {
    const page = clientOf(() => new Response('<html>', { status: 502 }))
    await expect(page.call(cancelOrder, cancel)).rejects.toMatchObject({ kind: 'status', status: 502 })
    const strange = clientOf(json({ code: 418, error: 'tea.pot' }, 418))
    await expect(strange.call(cancelOrder, cancel)).rejects.toMatchObject({ kind: 'status', status: 418 })
  })
})
