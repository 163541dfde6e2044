import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'fact-grid.module.css'), 'utf8')

it('how a fact is known stands beside or below its figure by the width of the card alone, a fact of a whole row too', () => {
  const placing = [...css.matchAll(/([^{}]*\.note) \{([^{}]*)\}/g)].map(([, of = '', rule = '']) => [
    of.split('\n').at(-1)?.trim(),
    /flex(?:-basis)?: ([^;]*);/.exec(rule)?.[1],
  ])
  expect(placing.filter(([, flex]) => flex !== undefined)).toEqual([
    ['.note', '100%'],
    ['.dense .note', '0 100 auto'],
    ['.dense .note', '1 0 100%'],
  ])
})
