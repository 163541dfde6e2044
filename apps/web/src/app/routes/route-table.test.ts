import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { paths } from '../../lib/addresses/paths.ts'
import { isSelected, marketMenu, personalMenu } from '../parts/menu-model.ts'
import { findRoute } from './find-route.ts'
import { guard } from './guard.ts'
import { routeTable } from './route-table.ts'

/** The routes of both specification parts (section 2), their names, and the navigation guard (section 6). */

describe('the route table', () => {
  it.each([
    ['/', 'root', 'open'],
    ['/home', 'home', 'open'],
    ['/computingPower', 'computingPower', 'open'],
    ['/workCodeForce', 'workCodeForce', 'open'],
    ['/login', 'login', 'open'],
    ['/test', 'test', 'open'],
    ['/404', 'notFound', 'open'],
    ['/interest/tag/:from', 'interestTag', 'signed-in'],
    ['/computingPowerMarket', 'computingPowerMarket', 'signed-in'],
    ['/computingPowerMarket/storage-resources', 'storageResources', 'signed-in'],
    ['/computingPowerMarket/information-statistics', 'informationStatistics', 'signed-in'],
    ['/computingPowerMarket/share', 'share', 'signed-in'],
    ['/computingPowerMarket/share/:system', 'nodeManual', 'signed-in'],
    ['/computingPowerMarket/shared-computing', 'SharedComputing', 'signed-in'],
    ['/computingPowerMarket/computing-list', 'computingList', 'signed-in'],
    ['/computingPowerMarket/offer/:id', 'computingOffer', 'open'],
    ['/computingPowerMarket/certificate/:id', 'computingCertificate', 'open'],
    ['/computingPowerMarket/figures', 'computingFigures', 'open'],
    ['/computingPowerMarket/seller/:id', 'computingSeller', 'open'],
    ['/computingPowerMarket/compare/:ids', 'computingCompare', 'open'],
    ['/computingPowerMarket/computing-check/:id', 'ComputingCheck', 'signed-in'],
    ['/computingPowerMarket/faucet', 'faucet', 'signed-in'],
    ['/computingPowerMarket/node/:account', 'storageNode', 'signed-in'],
    ['/bind/alipay', 'bindAlipay', 'signed-in'],
    ['/codeForce/codeForceList', 'codeForceList', 'signed-in'],
    ['/codeForce/publishProduct', 'publishProduct', 'signed-in'],
    ['/codeForce/codeDetails/:id', 'codeDetails', 'open'],
    ['/codeForce/shareCode/:id', 'shareCode', 'open'],
    ['/codeForce/rights/:id/:number', 'codeRights', 'open'],
    ['/manpower', 'manpower', 'open'],
    ['/manpower/addCase/:id', 'addCase', 'signed-in'],
    ['/manpower/orderNow/:id', 'orderNow', 'signed-in'],
    ['/manpower/contactConsultant', 'contactConsultant', 'signed-in'],
    ['/personalCenter', 'personalCenterPage', 'signed-in'],
    ['/personal-center', 'personalCenter', 'signed-in'],
    ['/personal-center/my-purse', 'my-purse', 'signed-in'],
    ['/personal-center/my-purse/ttcBill', 'ttcBill', 'signed-in'],
    ['/personal-center/my-purse/alipayBill', 'alipayBill', 'signed-in'],
    ['/personal-center/my-order', 'my-order', 'signed-in'],
    ['/personal-center/my-order/consume/:key?', 'my-consume-order', 'signed-in'],
    ['/personal-center/my-order/profit/:key?', 'my-profit-order', 'signed-in'],
    ['/personal-center/my-storage', 'my-storage', 'signed-in'],
    ['/personal-center/my-storage/:order', 'stored-file', 'signed-in'],
    ['/shared/:token', 'shared-file', 'open'],
    ['/personal-center/my-calculate', 'my-calculate', 'signed-in'],
    ['/personal-center/my-calculate/scripts', 'myScripts', 'signed-in'],
    ['/computingPowerMarket/script/:id', 'sharedRecipe', 'signed-in'],
    ['/personal-center/my-code', 'my-code', 'signed-in'],
    ['/personal-center/authentication', 'authentication', 'signed-in'],
    ['/personal-center/authentication/label', 'selectLabel', 'signed-in'],
    ['/personal-center/authentication/info', 'authenticationInfo', 'signed-in'],
    ['/personal-center/hour-salary', 'myHourSalary', 'signed-in'],
    ['/personal-center/free-hours', 'myFreeHours', 'signed-in'],
    ['/personal-center/notices/choices', 'notice-choices', 'signed-in'],
    ['/personal-center/profile', 'profile', 'signed-in'],
    ['/personal-center/setUserinfo', 'setUserinfo', 'signed-in'],
  ])('has %s named %s for who is %s', (path, name, access) => {
    expect(routeTable.filter((route) => route.path === path)).toMatchObject([{ name, access }])
  })

  it.each([
    ['/', '/home'],
    ['/test', '/home'],
    ['/computingPowerMarket', '/computingPowerMarket/storage-resources'],
    ['/personal-center', '/personalCenter'],
  ])('leads from %s to %s', (path, to) => {
    expect(findRoute(path)?.redirectTo).toBe(to)
  })

  it('gives each path and name once, and every entry a screen or a redirection', () => {
    for (const of of ['path', 'name'] as const)
      expect(new Set(routeTable.map((route) => route[of])).size).toBe(routeTable.length)
    for (const { screen, byDevice, redirectTo } of routeTable)
      expect([screen, byDevice, redirectTo].filter(Boolean)).toHaveLength(1)
  })

  it.each(Object.entries(paths))('has a page behind every address the site writes: %s', (_, { pattern }) => {
    const address = pattern.replace(/\/:\w+\??/g, '/1')
    expect(findRoute(address)?.path).toBe(pattern)
  })

  it('knows no other address, which therefore goes to /404', () => {
    expect(findRoute('/nowhere')).toBeUndefined()
    expect(findRoute('/404')?.name).toBe('notFound')
  })

  it('loads a body for each device on the three landing pages', () => {
    for (const path of ['/home', '/computingPower', '/workCodeForce'])
      expect(findRoute(path)?.byDevice).toMatchObject({ pc: expect.any(Function), mobile: expect.any(Function) })
  })
})

describe('the guard', () => {
  const strangers = { state: 'signed-out', from: '/manpower?x=1' } as const
  it('lets a visitor into the specification’s pages, an offer or an expert somebody shared (decision 43), and no others', () => {
    const open = routeTable.filter(({ access }) => access === 'open').map(({ name }) => name)
    const named = ['root', 'home', 'computingPower', 'workCodeForce', 'login', 'test', 'notFound']
    expect(open.toSorted()).toEqual(
      [
        ...named,
        'shared-file',
        'codeDetails',
        'shareCode',
        'codeRights',
        'computingOffer',
        'computingCertificate',
        'computingCompare',
        'computingFigures',
        'computingSeller',
        'manpower',
      ].toSorted(),
    )
    for (const device of ['pc', 'mobile'] as const)
      expect(guard({ ...strangers, route: { access: 'open' }, device })).toEqual({ kind: 'stay' })
  })
  it.each([
    ['pc', '/home'],
    ['mobile', '/login'],
  ] as const)('sends a visitor on %s to %s with a warning, and remembers the way', (device, to) => {
    const answer = guard({ ...strangers, route: { access: 'signed-in' }, device })
    expect(answer).toEqual({ kind: 'leave', to, warn: 'sign-in-first', next: '/manpower?x=1' })
    const expired = guard({ ...strangers, isExpired: true, route: { access: 'signed-in' }, device })
    expect(expired).toEqual({ kind: 'leave', to, warn: 'expired', next: '/manpower?x=1' })
  })
  it('lets every page wait while it is asked who is here', () => {
    for (const access of ['open', 'signed-in'] as const)
      expect(guard({ route: { access }, state: 'unknown', device: 'pc', from: '/' })).toEqual({ kind: 'wait' })
  })
  it('sends nobody away while the server cannot say who is signed in', () => {
    for (const device of ['pc', 'mobile'] as const) {
      const away = { state: 'unreachable', device, from: '/' } as const
      expect(guard({ ...away, route: { access: 'signed-in' } })).toEqual({ kind: 'unreachable' })
      expect(guard({ ...away, route: { access: 'open' } })).toEqual({ kind: 'stay' })
    }
  })
  it('lets a signed-in person in everywhere', () => {
    for (const access of ['open', 'signed-in'] as const)
      expect(guard({ route: { access }, state: 'signed-in', device: 'pc', from: '/' })).toEqual({ kind: 'stay' })
  })
})

describe('the menu of the desktop', () => {
  it('is 241 px wide', () => {
    const css = readFileSync(new URL('../shell/shell.desktop.module.css', import.meta.url), 'utf8')
    expect(css).toMatch(/grid-template-columns: 241px /)
  })
  it('has a market and a personal section whose entries are routes, without the hidden ones', () => {
    const paths = [...marketMenu, ...personalMenu].map(({ path }) => path)
    for (const path of paths) expect(findRoute(path)).toBeDefined()
    for (const hidden of ['/computingPowerMarket/faucet', '/bind/alipay', '/personal-center/authentication'])
      expect(paths).not.toContain(hidden)
  })
  it('marks the entry of the path in view', () => {
    const marked = (path: string) =>
      [...marketMenu, ...personalMenu].filter((item) => isSelected(item, path)).map(({ title }) => title)
    expect(marked('/personal-center/my-calculate')).toEqual(['myCalculate'])
    expect(marked('/computingPowerMarket/computing-check/p1')).toEqual(['storageResources'])
    expect(marked('/personal-center/my-purse/alipayBill')).toEqual(['myPurse'])
    expect(marked('/bind/alipay')).toEqual(['myPurse'])
    expect(marked('/personal-center/my-calculateX')).toEqual([])
  })
})
