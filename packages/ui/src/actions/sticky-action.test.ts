import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'sticky-action.module.css'), 'utf8')
const ruleOf = (selector: string) => css.slice(css.indexOf(`${selector} {`)).split('}')[0]!

it.each(['bar', 'beside'])(
  'the sum of the %s is as wide as its figures, and the actions take the next line',
  (look) => {
    expect(ruleOf(`.${look}`)).toMatch(/flex-wrap: wrap;/)
    expect(ruleOf(`.${look} .info`)).toMatch(/min-width: min-content;/)
  },
)
