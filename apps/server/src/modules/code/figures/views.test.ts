import { describe, expect, test } from 'vitest'
import { createViews, VIEWS_PER_ADDRESS } from './views.ts'

/** Which looks of visitors are counted (issue 12: bots can't push them, nobody is tracked). */

const DAY_MS = 86_400_000
const agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'

describe('looks of visitors', () => {
  test('count once a day for each address and work', () => {
    let nowMs = 0
    const views = createViews(() => nowMs)
    const look = (workId: string, ip: string) => views.isNew(workId, { ip, agent })
    expect([look('a', '192.0.2.1'), look('a', '192.0.2.1'), look('b', '192.0.2.1'), look('a', '192.0.2.2')]).toEqual([
      ...[true, false, true, true],
    ])
    nowMs = DAY_MS
    expect([look('a', '192.0.2.1'), look('a', '192.0.2.1')]).toEqual([true, false])
  })

  test('of one customer’s network of IPv6 are one', () => {
    const views = createViews(() => 0)
    expect(views.isNew('a', { ip: '2001:db8:1:2::1', agent })).toBe(true)
    expect(views.isNew('a', { ip: '2001:db8:1:2:ffff::9', agent })).toBe(false)
    expect(views.isNew('a', { ip: '2001:db8:1:3::1', agent })).toBe(true)
  })

  test.each([
    undefined,
    '',
    'curl/8.5.0',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    'python-requests/2.32',
    'Slackbot-LinkExpanding 1.0',
  ])('of the program %j count nothing', (program) => {
    expect(createViews(() => 0).isNew('a', { ip: '192.0.2.1', agent: program })).toBe(false)
  })

  test('of one address are bounded, and so is what is remembered', () => {
    const views = createViews(() => 0)
    const counted = (ip: string, of = views) =>
      Array.from({ length: VIEWS_PER_ADDRESS + 50 }, (_, i) => of.isNew(`w${i}`, { ip, agent })).filter(Boolean).length
    expect(counted('192.0.2.1')).toBe(VIEWS_PER_ADDRESS)
    expect(counted('192.0.2.2')).toBe(VIEWS_PER_ADDRESS)
    expect(
      counted(
        '192.0.2.1',
        createViews(() => 0, 10),
      ),
    ).toBe(10)
  })
})
