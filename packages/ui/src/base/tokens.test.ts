import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contrast, mix, palettes, type TokenName } from './tokens.tsx'

const grounds: TokenName[] = ['paper', 'surface', 'raised']
const texts: TokenName[] = ['ink', 'ink-2', 'jade', 'amber', 'coral', 'sky', 'teal']
const pairs: [TokenName, TokenName][] = [
  ...texts.flatMap((text) => grounds.map((ground): [TokenName, TokenName] => [text, ground])),
  ['jade', 'jade-soft'],
  ['amber', 'amber-soft'],
  ['coral', 'coral-soft'],
  ['sky', 'sky-soft'],
  ['teal', 'teal-soft'],
  ['ink-2', 'ink-soft'],
  ['ink', 'jade-soft'],
  ['ink-2', 'sunken'],
  ['ink-2', 'hover'],
  ['jade', 'hover'],
  ['on-jade', 'jade'],
  ['on-jade', 'jade-hover'],
  ['on-amber', 'amber-fill'],
  ['on-coral', 'coral'],
  ['on-coral', 'coral-hover'],
  ['on-sky', 'sky'],
  ['on-teal', 'teal'],
]

describe.each(['light', 'dark'] as const)('text colours of the %s scheme', (scheme) => {
  it.each(pairs)('%s on %s reaches 4.5 to 1', (text, ground) => {
    expect(contrast(palettes[scheme][text], palettes[scheme][ground])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(grounds)('ink-3, for large or decorative text, reaches 3 to 1 on %s', (ground) => {
    expect(contrast(palettes[scheme]['ink-3'], palettes[scheme][ground])).toBeGreaterThanOrEqual(3)
  })
})

describe('colour arithmetic', () => {
  it('gives 21 for black on white and 1 for a colour on itself', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#0B7A5B', '#0B7A5B')).toBe(1)
  })

  it('mixes channel by channel', () => {
    expect(mix('#ff0000', '#0000ff', 0.5)).toBe('#800080')
    expect(mix('#0B7A5B', '#FFFFFF', 1)).toBe('#0b7a5b')
  })
})

describe('ground rules of a page', () => {
  const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
  const tabs = readFileSync(join(import.meta.dirname, '../layout/tabs.module.css'), 'utf8')
  const phone = (selector: string) => css.slice(css.indexOf(`html[data-device="mobile"] ${selector}`)).split('}')[0]!

  it('give the finger 44 px on a phone, in fields that hide their words, that grow, and beside a box', () => {
    expect(phone('.mantine-PasswordInput-innerInput')).toMatch(/min-height: 44px/)
    expect(phone('textarea.mantine-Input-input')).toMatch(/padding-block: 9px/)
    expect(phone('.mantine-Checkbox-label::after')).toMatch(/position: absolute;\s*inset: -12px 0/)
    expect(phone('.mantine-Radio-label::after')).toMatch(/position: absolute;\s*inset: -12px 0/)
    expect(phone(':is(.mantine-Checkbox-label, .mantine-Radio-label)::after')).toMatch(/inset-inline-start: -24px/)
    expect(phone(':is(.mantine-Checkbox-inner, .mantine-Radio-inner)')).toMatch(/z-index: 1/)
    for (const part of ['.mantine-Chip-label', '.mantine-TagsInput-input'])
      expect(phone(part)).toMatch(/min-height: 44px/)
    expect(phone('.mantine-Radio-body')).toMatch(/padding-block: 12px/)
    // Words that can be pressed, such as those that open an agreement, stay above that.
    expect(phone(':is(.mantine-Checkbox-label, .mantine-Switch-label)')).toMatch(
      /:is\(a, button\) \{\s*position: relative;\s*z-index: 1/,
    )
    expect(tabs).toMatch(/data-device="mobile"\]\) \.tab \{[^}]*min-width: 44px;\s*min-height: 44px/)
  })

  it('have no words smaller than 12 px', () => {
    expect(css).toMatch(/^small \{\s*font-size: var\(--text-xs\);/m)
  })
})
