import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseLanguage, TEXTS } from '../base/texts.ts'
import { startSimulator, type TestSimulator } from '../test-simulator.ts'

let simulator: TestSimulator
beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(() => simulator.close())

const post = (url: string, form: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

describe('the cashier page', () => {
  it('leads a person from the signed address through scan and payment back to the merchant', async () => {
    const { payUrl, call } = simulator
    const opened = await fetch(payUrl('page-1', {}, { return_url: 'http://127.0.0.1:9/paid?order=1' }), {
      redirect: 'manual',
    })
    expect(opened.status).toBe(302)
    const page = new URL(opened.headers.get('location') ?? '', simulator.url).toString()
    const choose = await (await fetch(page)).text()
    expect(choose).toContain(TEXTS.chooseHeading.zh)
    expect(choose).toContain(TEXTS.notReal.zh)
    expect((await call('alipay.trade.query', { out_trade_no: 'page-1' })).sub_code).toBe('ACQ.TRADE_NOT_EXIST')
    expect((await post(`${page}/scan`, { user: '2088102180010005' })).status).toBe(303)
    expect(await (await fetch(page)).text()).toContain('Grace')
    expect((await call('alipay.trade.query', { out_trade_no: 'page-1' })).trade_status).toBe('WAIT_BUYER_PAY')
    const paid = await post(`${page}/pay`)
    expect(paid.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:9\/paid\?order=1&.*out_trade_no=page-1/)
    expect(await (await fetch(page)).text()).toContain(TEXTS.paidHeading.zh)
  })

  it('speaks English by Accept-Language and by ?lang=, which later pages remember', async () => {
    const session = await fetch(simulator.payUrl('page-2'), {
      headers: { 'accept-language': 'en-GB,en;q=0.9,zh;q=0.1' },
    })
    expect(await session.text()).toContain(TEXTS.chooseHeading.en)
    const chosen = await fetch(`${session.url}?lang=en`)
    expect(chosen.headers.get('set-cookie')).toContain('sim_lang=en')
    expect(chooseLanguage(undefined, 'a=b; sim_lang=en', 'zh-CN')).toBe('en')
    expect(chooseLanguage('zh', 'sim_lang=en', 'en')).toBe('zh')
    expect(chooseLanguage('fr', undefined, 'fr-FR')).toBe('zh')
  })

  it('says why a payment was refused and closes the trade when the person refuses', async () => {
    const page = (await fetch(simulator.payUrl('page-3'))).url
    await post(`${page}/scan`, { user: '2088102180010004' })
    const poor = await post(`${page}/pay`)
    expect(poor.status).toBe(409)
    expect(await poor.text()).toContain('余额不足')
    await post(`${page}/refuse`)
    expect(await (await fetch(page)).text()).toContain(TEXTS.closedHeading.zh)
  })

  it('escapes what the merchant wrote and allows no foreign script', async () => {
    const page = await fetch(simulator.payUrl('page-4', { subject: '<script>alert(1)</script>' }))
    const text = await page.text()
    expect(text).not.toContain('<script>alert')
    expect(text).toContain('&#60;script&#62;alert(1)')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  })

  it('refuses a changed address and an unknown page', async () => {
    const changed = await fetch(simulator.payUrl('page-5').replace('9.90', '0.01'))
    expect(changed.status).toBe(400)
    expect(await changed.text()).toContain('isv.invalid-signature')
    expect((await fetch(`${simulator.url}/cashier/nothing`)).status).toBe(404)
  })
})

describe('the authorisation page', () => {
  const address = (change: Record<string, string> = {}) => {
    const wish = {
      app_id: simulator.merchant.appId,
      scope: 'auth_user',
      redirect_uri: 'http://127.0.0.1:9/bind',
      state: 's&1',
      ...change,
    }
    return `${simulator.merchant.authorizeUrl}?${new URLSearchParams(wish)}`
  }
  const answer = (decision: string) =>
    post(simulator.merchant.authorizeUrl, {
      ...Object.fromEntries(new URL(address()).searchParams),
      user: '2088102180010001',
      decision,
    })

  it('hands the merchant a code and the state when the person agrees', async () => {
    expect(await (await fetch(address())).text()).toContain(TEXTS.authorizeHeading.zh)
    const back = new URL((await answer('agree')).headers.get('location') ?? '')
    expect(back.searchParams.get('state')).toBe('s&1')
    expect(back.searchParams.get('auth_code')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('hands over no code when the person declines', async () => {
    const back = new URL((await answer('decline')).headers.get('location') ?? '')
    expect(back.searchParams.has('auth_code')).toBe(false)
    expect(back.searchParams.get('error_scope')).toBe('auth_user')
    expect(back.searchParams.get('state')).toBe('s&1')
  })

  it.each([
    ['another app', { app_id: '1' }],
    ['a script as return address', { redirect_uri: 'javascript:alert(1)' }],
    ['an unknown scope', { scope: 'everything' }],
  ])('refuses %s', async (_, change) => {
    expect((await fetch(address(change))).status).toBe(400)
  })
})
