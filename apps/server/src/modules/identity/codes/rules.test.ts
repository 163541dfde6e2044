import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { maskPhone, normalisePhone } from './phone.ts'
import {
  type Asker,
  decideGuess,
  decideSend,
  deviceClassOf,
  type GuessCounts,
  normaliseCode,
  PHONE_PER_DAY,
  type SendCounts,
  SITE_PER_MINUTE,
} from './rules.ts'

describe('a phone number', () => {
  test.each([
    '13800000002',
    ' 138 0000 0002 ',
    '138-0000-0002',
    '+8613800000002',
    '+86 138 0000 0002',
    ' 8613800000002',
    '008613800000002',
    '１３８０００００００２',
    '+８６ 138 0000 0002',
    '\u202d13800000002\u202c',
  ])('is one number however it is written: %j', (text) => {
    expect(normalisePhone(text)).toBe('13800000002')
  })

  test.each([
    '',
    '1380000000',
    '138000000021',
    '12800000002',
    '23800000002',
    '+12025550123',
    '+8521380000',
    'abc',
    '138abc00002',
    '13800000002;ext=1',
    '13800000002,13800000003',
    '0x13800000002',
    '+86+8613800000002',
    '1'.repeat(500),
  ])('that is none of the mainland is refused: %j', (text) => {
    expect(normalisePhone(text)).toBeUndefined()
  })

  test.each(['15400000000', '14000000000', '16600000000', '19900000000'])(
    'of a range the specification accepts is accepted: %s',
    (text) => expect(normalisePhone(text)).toBe(text),
  )

  test('is shown with its middle hidden', () => {
    expect(maskPhone('13800000002')).toBe('138****0002')
  })
})

const QUIET: SendCounts = { secondsSinceLast: null, phoneHour: 0, phoneDay: 0, networkHour: 0, siteMinute: 0 }

describe('sending a code', () => {
  test.each<[string, Partial<SendCounts>, ReturnType<typeof decideSend>]>([
    ['the first', {}, { kind: 'send', needsSlider: false }],
    ['after 59.2 s', { secondsSinceLast: 59.2 }, { kind: 'too-soon', seconds: 1 }],
    ['after 1 s', { secondsSinceLast: 1 }, { kind: 'too-soon', seconds: 59 }],
    ['after 60 s', { secondsSinceLast: 60, phoneHour: 1, phoneDay: 1 }, { kind: 'send', needsSlider: false }],
    ['the third in an hour', { phoneHour: 2, phoneDay: 2 }, { kind: 'send', needsSlider: false }],
    ['the fourth in an hour', { phoneHour: 3, phoneDay: 3 }, { kind: 'send', needsSlider: true }],
    ['the fifth in an hour', { phoneHour: 4, phoneDay: 4 }, { kind: 'send', needsSlider: true }],
    ['the sixth in an hour', { phoneHour: 5, phoneDay: 5 }, { kind: 'limit', which: 'phone' }],
    ['the fifth in a day', { phoneHour: 0, phoneDay: 4 }, { kind: 'send', needsSlider: false }],
    ['the sixth in a day', { phoneHour: 0, phoneDay: 5 }, { kind: 'send', needsSlider: true }],
    ['the tenth in a day', { phoneHour: 0, phoneDay: 9 }, { kind: 'send', needsSlider: true }],
    ['the eleventh in a day', { phoneHour: 0, phoneDay: 10 }, { kind: 'limit', which: 'phone' }],
    ['the 20th of a network', { networkHour: 19 }, { kind: 'send', needsSlider: false }],
    ['the 21st of a network', { networkHour: 20 }, { kind: 'limit', which: 'network' }],
    ['the 201st of the site in a minute', { siteMinute: 200 }, { kind: 'limit', which: 'site' }],
  ])('%s', (_, counts, decision) => {
    expect(decideSend('stranger', { ...QUIET, ...counts })).toEqual(decision)
  })

  test.each<Asker>(['device', 'session'])('stops at five a day for a %s, and waits a minute like anybody', (asker) => {
    const decide = (counts: Partial<SendCounts>) => decideSend(asker, { ...QUIET, ...counts })
    expect(decide({ phoneDay: 4 })).toEqual({ kind: 'send', needsSlider: false })
    expect(decide({ phoneHour: 3, phoneDay: 3 })).toEqual({ kind: 'send', needsSlider: true })
    expect(decide({ phoneDay: 5 })).toEqual({ kind: 'limit', which: 'phone' })
    expect(decide({ secondsSinceLast: 59 })).toEqual({ kind: 'too-soon', seconds: 1 })
    expect(decide({ networkHour: 20 })).toEqual({ kind: 'limit', which: 'network' })
    expect(decide({ siteMinute: 200 })).toEqual({ kind: 'limit', which: 'site' })
  })

  test('costs at most what money.md says: a day for one number, and for the whole site', () => {
    const money = readFileSync(new URL('../../../../../../docs/money.md', import.meta.url), 'utf8')
    const perNumber = Object.values(PHONE_PER_DAY).reduce((sum, codes) => sum + codes, 0)
    const perSite = (SITE_PER_MINUTE * 24 * 60).toLocaleString('en')
    expect(money).toContain(`at most ${perNumber} codes a day to one number, and some ${perSite} in all`)
  })
})

const FRESH: GuessCounts = { isKnownDevice: false, wrongDay: 0, wrongInARow: 0, secondsSinceGuess: null, siteWrong: 0 }
const DAY = 24 * 3600

describe('guessing a code', () => {
  test.each<[string, Partial<GuessCounts>, ReturnType<typeof decideGuess>]>([
    ['the first guess', {}, { kind: 'evaluate', needsSlider: false }],
    ['after 9 wrong', { wrongDay: 9, wrongInARow: 9, secondsSinceGuess: 1 }, { kind: 'evaluate', needsSlider: false }],
    ['after 10 wrong, at once', { wrongDay: 10, wrongInARow: 10, secondsSinceGuess: 1 }, { kind: 'wait', minutes: 60 }],
    ['after 10 wrong, 59 min later', { wrongDay: 10, secondsSinceGuess: 3540 }, { kind: 'wait', minutes: 1 }],
    [
      'after 10 wrong, an hour later',
      { wrongDay: 10, secondsSinceGuess: 3600 },
      { kind: 'evaluate', needsSlider: true },
    ],
    [
      'after 10 wrong on a known device',
      { isKnownDevice: true, wrongDay: 10, secondsSinceGuess: 1 },
      { kind: 'evaluate', needsSlider: false },
    ],
    ['after 100 wrong in a row', { wrongInARow: 100, secondsSinceGuess: DAY }, { kind: 'wait', minutes: 29 * 24 * 60 }],
    [
      'after 100 wrong in a row on a known device',
      { isKnownDevice: true, wrongInARow: 100, secondsSinceGuess: 1 },
      { kind: 'evaluate', needsSlider: false },
    ],
    ['while the site is sprayed', { siteWrong: 300 }, { kind: 'evaluate', needsSlider: true }],
    ['while the site is flooded', { siteWrong: 1000 }, { kind: 'wait', minutes: 10 }],
    [
      'on a known device while the site is flooded',
      { isKnownDevice: true, siteWrong: 1000 },
      { kind: 'evaluate', needsSlider: false },
    ],
  ])('%s', (_, counts, decision) => {
    expect(decideGuess({ ...FRESH, ...counts })).toEqual(decision)
  })
})

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['１２３４５６', '123456'],
  ['12345', undefined],
  ['1234567', undefined],
  ['12345a', undefined],
  ['', undefined],
])('a typed code %j reads %j', (text, code) => {
  expect(normaliseCode(text)).toBe(code)
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148', 'mobile'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/130.0 Mobile Safari/537.36', 'mobile'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36', 'pc'],
  ['curl/8.5.0', 'pc'],
  [undefined, 'pc'],
])('the user agent %j is a %s', (agent, device) => {
  expect(deviceClassOf(agent)).toBe(device)
})
