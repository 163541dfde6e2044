import { expect, test } from 'vitest'
import { findBreaches, MOST_LINES, measureFunctions } from './function-sizes.ts'

/** The rule about long functions: which lines are a function's own, and what is refused. */

const lines = (count: number, text = '  step()') => `${Array.from({ length: count }, () => text).join('\n')}\n`
const named = (name: string, body: string) => `function ${name}() {\n${body}}\n`
/** Sizes by name. A function without a name goes by the one around it, which comes first. */
const size = (source: string, path = 'a.ts') =>
  Object.fromEntries(
    measureFunctions(path, source)
      .reverse()
      .map(({ name, lines }) => [name, lines]),
  )

test('a function of 41 lines is refused with its file, line and name, one of 40 is not', () => {
  const long = `const a = 1\n${named('long', lines(MOST_LINES - 1))}`
  expect(findBreaches([['apps/a.ts', long]], [])).toEqual(['apps/a.ts:2: long has 41 lines of its own, at most 40'])
  expect(findBreaches([['apps/a.ts', named('short', lines(MOST_LINES - 2))]], [])).toEqual([])
})

test('a listed function may be long, and an entry is refused once its function is short or gone', () => {
  const long: [string, string] = ['apps/a.ts', named('long', lines(MOST_LINES))]
  expect(findBreaches([long], ['apps/a.ts long'])).toEqual([])
  expect(findBreaches([['apps/a.ts', named('long', lines(3))]], ['apps/a.ts long'])).toEqual([
    'apps/a.ts long: is not long (any more); take it off the list',
  ])
})

test('blank lines and comments are not counted, lines of a text are', () => {
  expect(size(named('some', `\n  // one\n  /* two\n     three */\n${lines(2)}\n  /** four */\n`))).toEqual({ some: 4 })
  expect(size(named('some', '  return `one\n\n// two\nthree`\n'))).toEqual({ some: 6 })
})

test('functions of several lines inside another are counted on their own, those of one line are not', () => {
  const inner = '  const inner = () => {\n    step()\n  }\n'
  expect(size(named('outer', `  step(() => 1)\n${inner}`))).toMatchObject({ outer: 3, inner: 3 })
})

test('components, methods, accessors and constructors are functions too', () => {
  expect(size('const Some = () => (\n  <a>\n\n    word\n  </a>\n)\n', 'a.tsx')).toEqual({ Some: 5 })
  expect(size('class A {\n  constructor() {\n    b()\n  }\n  get c() {\n    return 1\n  }\n}\n')).toEqual({
    constructor: 3,
    c: 3,
  })
})
