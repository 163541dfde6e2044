import { describe, expect, it } from 'vitest'
import { RealName } from '../identity/shapes.ts'
import { isSeen, NOT_BLANK, personText } from './shapes.ts'

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
