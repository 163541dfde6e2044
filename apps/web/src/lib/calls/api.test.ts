// @vitest-environment jsdom
import { CallError } from '@trove/contract/client'
import { ContractError } from '@trove/contract/errors/codes'
import { logout, memberInfo, sendSmsByPost, token } from '@trove/contract/identity/routes'
import type { RouteSpec } from '@trove/contract/kit/route'
import { listNotices } from '@trove/contract/notices/routes'
import { siteInfo } from '@trove/contract/platform/routes'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeServer, fakeServer, ok, refused } from '../../../test/fake-server.ts'
import { buyer, site } from '../../../test/people.ts'
import { startLanguage } from '../session/language.ts'
import { followOtherTabs, forgetSession, keepToken, keepUser, pauseSession, readSession } from '../session/session.ts'
import { api, loadUser, refreshSession, resumeSession, signIn, signOut } from './api.ts'
import { toastStore } from './notify.ts'
import { queryClient } from './query.ts'

const noPage = { content: [], totalElements: 0, unread: 0 }
const pair = { access_token: 'fresh', token_type: 'bearer' as const, expires_in: 900, user_id: 'buyer' }
const ask = () => api(listNotices, { query: {} })
let server: FakeServer

beforeAll(() => startLanguage('zh-CN'))
beforeEach(() => {
  server = fakeServer()
  keepToken('stale')
  // The server takes the fresh token only.
  server.on(listNotices, ({ headers }) =>
    headers.get('authorization') === 'Bearer fresh' ? ok(listNotices, noPage) : refused('session.expired'),
  )
})
afterEach(() => {
  forgetSession()
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('a call whose session ran out', () => {
  it('refreshes once and is repeated with the new token', async () => {
    server.on(token, pair)
    expect(await ask()).toEqual(noPage)
    expect(server.asked(token)).toHaveLength(1)
    expect(server.asked(token)[0]!.body).toMatchObject({ grant_type: 'refresh_token' })
    expect(server.asked(token)[0]!.headers.get('authorization')).toMatch(/^Basic /)
    expect(server.asked(listNotices)).toHaveLength(2)
    expect(readSession().accessToken).toBe('fresh')
  })

  it('shares one refresh with the calls beside it', async () => {
    server.on(token, pair)
    await Promise.all([ask(), ask(), ask(), refreshSession()])
    expect(server.asked(token)).toHaveLength(1)
  })

  it('is given up, and the session forgotten, when the refresh is refused', async () => {
    server.on(token, () => refused('identity.refresh-invalid'))
    await expect(ask()).rejects.toMatchObject({ code: 'session.expired' })
    expect(readSession()).toMatchObject({ state: 'signed-out', isExpired: true, accessToken: undefined })
    expect(toastStore.getCurrent()?.text).toBe('登录已过期，请重新登录')
    expect(localStorage.getItem('trove-signed-in')).toBeNull()
  })

  it.each(['service.unavailable', 'request.too-frequent', 'resource.not-found', 'session.forbidden'] as const)(
    'fails, and nobody is signed out, when the refresh is answered with %s',
    async (code) => {
      server.on(token, () => refused(code))
      await expect(ask()).rejects.toMatchObject({ code })
      expect(readSession().state).toBe('signed-in')
      expect(localStorage.getItem('trove-signed-in')).toBe('1')
    },
  )

  it('is not repeated a second time when the fresh token is refused as well', async () => {
    server.on(token, { ...pair, access_token: 'also stale' })
    await expect(ask()).rejects.toBeInstanceOf(ContractError)
    expect(server.asked(listNotices)).toHaveLength(2)
    expect(server.asked(token)).toHaveLength(1)
  })
})

describe('a server with another product and sign-in client', () => {
  const settings = {
    ...{ ...site, product: 'acme', ssoClient: 'acme-web:s:1' },
    ...{ chainUrl: null, storageUrl: null },
  }
  /** The same call at the address of another product. */
  const ofAcme = <R extends RouteSpec>(route: R): R => ({ ...route, path: route.path.replace('{product}', 'acme') })
  beforeEach(() => {
    queryClient.clear()
    server.on(siteInfo, settings)
  })
  afterEach(() => queryClient.clear())

  it('is signed in at by the names that it is configured with, which are asked once', async () => {
    server.on(ofAcme(sendSmsByPost), { resendSeconds: 60 })
    server.on(ofAcme(token), pair)
    server.on(ofAcme(memberInfo), buyer)
    await api(sendSmsByPost, { body: { mobile: '13800000002' } })
    await signIn({ mobile: '13800000002', smsCode: '123456', device: 'pc', agreement: '2026-11' })
    expect(readSession()).toMatchObject({ accessToken: 'fresh', user: { username: 'Ada' } })
    expect(server.asked(ofAcme(token))[0]!.headers.get('authorization')).toBe(`Basic ${btoa('acme-web:s:1')}`)
    expect(server.asked(ofAcme(memberInfo))[0]!.headers.get('authorization')).toBe('Bearer fresh')
    expect(server.asked(siteInfo)).toHaveLength(1)
  })

  it('is asked again for them after they could not be read, and nobody is signed out meanwhile', async () => {
    server.on(siteInfo, () => refused('service.unavailable'))
    server.on(ofAcme(token), pair)
    await expect(refreshSession()).rejects.toMatchObject({ code: 'service.unavailable' })
    expect(readSession().state).toBe('signed-in')
    server.on(siteInfo, settings)
    expect(await refreshSession()).toBe(true)
  })
})

describe('a tab that missed another person’s sign-in', () => {
  const another = { ...buyer, userId: 'another' }
  beforeEach(() => {
    keepUser(buyer)
    server.on(token, { ...pair, user_id: 'another' })
    server.on(memberInfo, another)
  })

  it('goes on as theirs with nothing kept, and the first one’s call fails as signed out', async () => {
    queryClient.setQueryData(['wallet', 'purse'], 'of the buyer')
    await expect(ask()).rejects.toMatchObject({ code: 'session.expired' })
    expect(server.asked(listNotices)).toHaveLength(1)
    expect(queryClient.getQueryData(['wallet', 'purse'])).toBeUndefined()
    await vi.waitFor(() => expect(readSession()).toMatchObject({ accessToken: 'fresh', user: { userId: 'another' } }))
  })

  it('shows neither person’s name while it is not known', async () => {
    server.on(memberInfo, () => new Promise<Response>(() => undefined))
    await expect(ask()).rejects.toMatchObject({ code: 'session.expired' })
    expect(readSession()).toMatchObject({ state: 'signed-in', user: undefined })
  })

  it('signs nobody else out on the server, and nobody in here', async () => {
    server.on(logout, () => refused('session.expired'))
    await expect(signOut()).rejects.toMatchObject({ code: 'session.expired' })
    expect(server.asked(logout)).toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(readSession()).toMatchObject({ state: 'signed-out', user: undefined })
  })
})

describe('signing out', () => {
  it('ends the session on the server although the access token has run out', async () => {
    server.on(token, pair)
    server.on(logout, ({ headers }) =>
      headers.get('authorization') === 'Bearer fresh' ? ok(logout, null) : refused('session.expired'),
    )
    await signOut()
    expect(server.asked(logout).map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer stale',
      'Bearer fresh',
    ])
    expect(readSession().state).toBe('signed-out')
  })
})

it('signing out in another tab while a refresh is on its way leaves this one signed out', async () => {
  followOtherTabs()
  let answer = () => {}
  server.on(token, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return ok(token, pair)
  })
  const asked = ask()
  await vi.waitFor(() => expect(server.asked(token)).toHaveLength(1))
  localStorage.removeItem('trove-signed-in')
  window.dispatchEvent(new StorageEvent('storage', { key: 'trove-signed-in', newValue: null }))
  answer()
  await expect(asked).rejects.toMatchObject({ code: 'session.expired' })
  expect(readSession()).toMatchObject({ state: 'signed-out', accessToken: undefined })
  expect(localStorage.getItem('trove-signed-in')).toBeNull()
})

describe('another person who signs in at the same page', () => {
  it('finds nothing of what was asked for the one before, who finds it again otherwise', async () => {
    keepToken('fresh')
    server.on(memberInfo, buyer)
    await loadUser()
    queryClient.setQueryData(['wallet', 'purse'], 'of the buyer')
    await loadUser()
    expect(queryClient.getQueryData(['wallet', 'purse'])).toBe('of the buyer')
    server.on(memberInfo, { ...buyer, userId: 'another' })
    await loadUser()
    expect(queryClient.getQueryData(['wallet', 'purse'])).toBeUndefined()
  })
})

describe('a server out of reach', () => {
  it('leaves the hint of a session for the next start', async () => {
    await expect(ask()).rejects.toBeInstanceOf(CallError)
    expect(localStorage.getItem('trove-signed-in')).toBe('1')
    expect(readSession().state).toBe('signed-in')
  })

  it('keeps nobody waiting who signed out in another tab', () => {
    followOtherTabs()
    pauseSession()
    window.dispatchEvent(new StorageEvent('storage', { key: 'trove-signed-in', newValue: null }))
    expect(readSession()).toMatchObject({ state: 'signed-out', isExpired: false })
  })

  it('does not keep a person signed in here after signing out', async () => {
    await expect(signOut()).rejects.toBeInstanceOf(CallError)
    expect(readSession().state).toBe('signed-out')
    expect(localStorage.getItem('trove-signed-in')).toBeNull()
  })
})

describe('asking who is signed in', () => {
  it('clears the session when the person cannot be read because it is over, and for no other reason (ADR 1)', async () => {
    const failWith = async (answer: () => Response) => {
      keepToken('stale')
      server.on(memberInfo, answer)
      await expect(loadUser()).rejects.toBeInstanceOf(Error)
      const { state, accessToken } = readSession()
      return { state, accessToken, hint: localStorage.getItem('trove-signed-in') }
    }
    const unreachable = () => {
      throw new TypeError('Failed to fetch')
    }
    const isKept = { state: 'signed-in', accessToken: 'stale', hint: '1' }
    for (const trouble of [() => refused('service.unavailable'), () => refused('session.forbidden'), unreachable])
      expect(await failWith(trouble)).toEqual(isKept)
    server.on(token, () => refused('identity.refresh-invalid'))
    const isCleared = { state: 'signed-out', accessToken: undefined, hint: null }
    expect(await failWith(() => refused('session.expired'))).toEqual(isCleared)
  })
})

describe('starting', () => {
  it('asks for nothing when nobody was signed in', async () => {
    forgetSession()
    await resumeSession()
    expect(server.asked(listNotices)).toHaveLength(0)
    expect(readSession().state).toBe('signed-out')
  })

  it('turns the hint into a session with its person', async () => {
    vi.resetModules()
    localStorage.setItem('trove-signed-in', '1')
    server.on(token, pair)
    server.on(memberInfo, buyer)
    const [freshApi, freshSession] = [await import('./api.ts'), await import('../session/session.ts')]
    expect(freshSession.readSession().state).toBe('unknown')
    await freshApi.resumeSession()
    expect(freshSession.readSession()).toMatchObject({ state: 'signed-in', user: { username: 'Ada' } })
  })

  it('keeps the hint when the server cannot be asked, calls nobody signed out, and finds the session later', async () => {
    vi.resetModules()
    localStorage.setItem('trove-signed-in', '1')
    const [freshApi, freshSession] = [await import('./api.ts'), await import('../session/session.ts')]
    await freshApi.resumeSession()
    expect(freshSession.readSession().state).toBe('unreachable')
    expect(localStorage.getItem('trove-signed-in')).toBe('1')
    server.on(token, pair)
    server.on(memberInfo, buyer)
    await freshApi.resumeSession()
    expect(freshSession.readSession()).toMatchObject({ state: 'signed-in', user: { username: 'Ada' } })
  })
})
