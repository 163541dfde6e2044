import { describe, expect, it } from 'vitest'
import { daysOf, findZones, hourOf, momentOf, spansOf, zoneChoices, zonesWith, zoneText } from './clock.ts'

/** Free times as the clock of the reader's zone shows them. */

const shown = (zone: string, ...times: [string, string][]) =>
  daysOf(
    times.map(([from, until]) => ({ from, until })),
    zone,
  ).map(({ day, times: spans }) => [day, ...spans.map(({ words }) => words)])

describe('free times', () => {
  it.each([
    [
      'in the reader’s zone',
      'Asia/Shanghai',
      '2027-01-12T01:00:00Z',
      '2027-01-12T04:00:00Z',
      ['2027-01-12 09:00–12:00'],
    ],
    [
      'in a zone of half an hour',
      'Asia/Kolkata',
      '2027-01-12T01:00:00Z',
      '2027-01-12T04:00:00Z',
      ['2027-01-12 06:30–09:30'],
    ],
    [
      'in a zone of three quarters',
      'Asia/Kathmandu',
      '2027-01-12T01:00:00Z',
      '2027-01-12T02:00:00Z',
      ['2027-01-12 06:45–07:45'],
    ],
    [
      'over midnight',
      'Asia/Shanghai',
      '2027-01-12T14:00:00Z',
      '2027-01-12T18:00:00Z',
      ['2027-01-12 22:00–24:00', '2027-01-13 00:00–02:00'],
    ],
    ['up to midnight', 'Asia/Shanghai', '2027-01-12T14:00:00Z', '2027-01-12T16:00:00Z', ['2027-01-12 22:00–24:00']],
    ['from midnight', 'Asia/Shanghai', '2027-01-12T16:00:00Z', '2027-01-12T17:00:00Z', ['2027-01-13 00:00–01:00']],
    [
      'over two midnights',
      'UTC',
      '2027-01-12T23:00:00Z',
      '2027-01-14T01:00:00Z',
      ['2027-01-12 23:00–24:00', '2027-01-13 00:00–24:00', '2027-01-14 00:00–01:00'],
    ],
    [
      'over an hour the clock skips',
      'America/New_York',
      '2027-03-14T06:00:00Z',
      '2027-03-14T08:00:00Z',
      ['2027-03-14 01:00–04:00'],
    ],
    [
      'over an hour the clock repeats',
      'America/New_York',
      '2027-11-07T04:00:00Z',
      '2027-11-07T07:00:00Z',
      ['2027-11-07 00:00–02:00'],
    ],
  ])('are read %s', (_, zone, from, until, lines) => {
    expect(shown(zone, [from, until]).map((line) => line.join(' '))).toEqual(lines)
  })

  it('of one day stand together', () => {
    const times: [string, string][] = [
      ['2027-01-12T01:00:00Z', '2027-01-12T02:00:00Z'],
      ['2027-01-12T05:00:00Z', '2027-01-12T06:00:00Z'],
      ['2027-01-13T01:00:00Z', '2027-01-13T02:00:00Z'],
    ]
    expect(shown('UTC', ...times)).toEqual([
      ['2027-01-12', '01:00–02:00', '05:00–06:00'],
      ['2027-01-13', '01:00–02:00'],
    ])
  })
})

describe('a day and an hour to search for', () => {
  it('are one moment in the address, and come back from it', () => {
    const moment = momentOf('2027-01-12', 10)!
    expect(moment).toMatch(/^2027-01-1[123]T\d\d:\d\d:00\.000Z$/)
    expect(hourOf(moment)).toEqual({ day: '2027-01-12', hour: 10 })
  })

  it.each(['', '2027-13-40', 'tomorrow'])('%j is no day', (day) => {
    expect(momentOf(day, 10)).toBeUndefined()
    expect(hourOf(day)).toBeUndefined()
  })
})

it('hours that follow each other are one span', () => {
  expect(spansOf([23, 9, 10, 12])).toEqual(['09:00–11:00', '12:00–13:00', '23:00–24:00'])
})

it('every zone can be chosen, also by the older name a browser may know it by', () => {
  expect(zonesWith('Asia/Calcutta')).toEqual(expect.arrayContaining(['Asia/Shanghai', 'UTC', 'Asia/Calcutta']))
})

it.each([
  ['zh-CN', 'Asia/Shanghai', '中国标准时间 (GMT+8)'],
  ['en', 'Asia/Shanghai', 'China Standard Time (GMT+8)'],
  ['en', 'Asia/Kolkata', 'India Standard Time (GMT+5:30)'],
])('a zone is called in %s as people call it: %s', (language, zone, words) => {
  expect(zoneText(zone, language)).toBe(words)
})

it.each([
  ['zh-CN', ['协调世界时', '印度时间 (GMT+5:30) · Kolkata', '中国标准时间 (GMT+8) · Shanghai']],
  [
    'en',
    [
      'Coordinated Universal Time',
      'India Standard Time (GMT+5:30) · Kolkata',
      'China Standard Time (GMT+8) · Shanghai',
    ],
  ],
])(
  'zones are chosen in %s by what people call them and their city, those of earlier clocks last',
  (language, later) => {
    const choices = zoneChoices(['Asia/Shanghai', 'America/Argentina/Buenos_Aires', 'UTC', 'Asia/Kolkata'], language)
    // Of UTC itself some engines write `GMT`, others `GMT+0`.
    const [first, ...rest] = choices.map(({ label }) => label.replace(/ \(GMT(\+0)?\)$/, ''))
    expect(choices[0]!.value).toBe('America/Argentina/Buenos_Aires')
    expect(first).toMatch(/ \(GMT-3\) · Buenos Aires, Argentina$/)
    expect(rest).toEqual(later)
  },
)

it.each([
  ['zh-CN', '法国', ['Europe/Paris']],
  ['zh-CN', ' 日本 ', ['Asia/Tokyo']],
  ['zh-CN', 'new y', ['America/New_York']],
  ['en', 'japan', ['Asia/Tokyo']],
  ['en', 'nowhere', []],
])(
  'a zone is found in %s by its city, and by a country of one zone as the reader writes it: %s',
  (language, typed, found) => {
    const choices = zoneChoices(['America/New_York', 'Asia/Tokyo', 'Europe/Paris', 'UTC'], language)
    expect(findZones(choices, typed, language).map(({ value }) => value)).toEqual(found)
  },
)
