import { describe, expect, it } from 'vitest'
import { RealName } from '../identity/shapes.ts'
import { type FieldIssue, faultOf } from './field-code.ts'
import { isSeen, NOT_BLANK, personText, queryInt, queryYuan } from './shapes.ts'

/** Texts of people: what shows nothing is no text. */

const BLANK = [
  '',
  ' ',
  '\u3000',
  '\u00a0',
  '\u200b',
  '\u200b \u200d',
  '\u2800',
  '\u3164',
  '\ufeff',
  '\u202e',
  '\u00ad',
  '\ufe0f',
]
const SEEN = ['a', '顾', '\u200ba', '👩\u200d💻', '.', 'क\u094d\u200dष']

describe('a text of a person', () => {
  it.each(BLANK)('%j shows nothing and is refused where one is wanted, in the document too', (text) => {
    for (const shape of [personText(1, 20), RealName]) expect(shape.safeParse(text).success).toBe(false)
    expect([isSeen(text), new RegExp(NOT_BLANK).test(text)]).toEqual([false, false])
    expect(personText(0, 20).safeParse(text).success).toBe(true)
  })

  it.each(SEEN)('%j is taken as it is', (text) => {
    expect(personText(1, 20).parse(text)).toBe(text)
    expect([isSeen(text), new RegExp(NOT_BLANK).test(text)]).toEqual([true, true])
  })
})

describe('an amount in a query', () => {
  const faults = (shape: ReturnType<typeof queryYuan> | ReturnType<typeof queryInt>, text: string) =>
    shape.safeParse(text, { reportInput: true }).error?.issues.map((issue) => faultOf(issue as FieldIssue))

  it.each(['100000000', '99999999999999', '00100000000.5', '100000000000000000000'])(
    '%s is too high, as a number of cores would be',
    (text) => {
      expect(faults(queryYuan(), text)).toEqual([{ code: 'too-big', minimum: '', maximum: '99999999.99' }])
      expect(faults(queryInt(0, 9), '99')).toMatchObject([{ code: 'too-big' }])
    },
  )

  it.each(['1.234', '-1', 'x', '1e9', '.5'])('%s is none', (text) => {
    expect(faults(queryYuan(), text)).toMatchObject([{ code: 'invalid' }])
  })

  it.each([
    ['99999999.99', 9_999_999_999n],
    ['0', 0n],
    ['', undefined],
  ])('%j is taken', (text, fen) => {
    expect(queryYuan().parse(text)).toBe(fen)
  })
})
