import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { firstTexts, texts } from '@trove/messages/texts'
import { expect, it } from 'vitest'
import { isSaidEarly } from './entries/route-entry.ts'
import { routeTable } from './routes/route-table.ts'

/** What is shown without waiting for all words must not say any of those that come later. */

const APP = import.meta.dirname
const LATER = Object.keys(texts).filter((domain) => !(domain in firstTexts))
const SAYS_LATER = new RegExp(`\\bt\\((?:[^()]*?)['"\`](?:${LATER.join('|')})\\.[^'"\`]*`, 'g')
/** What comes by `lazyPart` or `lazyBody` waits for all words itself. */
const WAITS_FOR_WORDS = /lazy(?:Part|Body)\(\(\) => import\('[^']+'\)\)/g
const importsOf = (code: string, isWhole: boolean) =>
  [
    ...code.replace(WAITS_FOR_WORDS, '').matchAll(isWhole ? /(?:from|import\() ?'(\.[^']+)'/g : /from '(\.[^']+)'/g),
  ].map(([, path]) => path!)

/** Files that come along; of the frame's own lazy parts (other screens, the sign-in window) nothing is followed. */
function filesFrom(first: string, isWhole: boolean, found = new Set<string>()): Set<string> {
  if (found.has(first) || !/\.tsx?$/.test(first) || !existsSync(first)) return found
  found.add(first)
  for (const path of importsOf(readFileSync(first, 'utf8'), isWhole))
    filesFrom(resolve(dirname(first), path), isWhole, found)
  return found
}

const wordsBefore = (files: Set<string>) =>
  [...files].flatMap((file) => (readFileSync(file, 'utf8').match(SAYS_LATER) ?? []).map((key) => `${file}: ${key}`))

it('the frame says only words that every visit begins with', () => {
  const files = filesFrom(join(APP, '../start.tsx'), false)
  expect(files.size).toBeGreaterThan(30)
  expect(wordsBefore(files)).toEqual([])
})

it('would be noticed otherwise', () => {
  expect(wordsBefore(new Set([join(APP, '../features/wallet/purse.tsx')]))).not.toEqual([])
})

const ROUTES = join(APP, 'routes')
const table = readdirSync(ROUTES)
  .map((file) => readFileSync(join(ROUTES, file), 'utf8'))
  .join('\n')
const early = [...table.matchAll(/saidEarly\(\(\) => import\('([^']+)'\)\)/g)].map(([, path]) => path!)

it.each(early)('so does the screen %s with all its dialogs', (path) => {
  const files = filesFrom(resolve(ROUTES, path), true)
  expect(files.size).toBeGreaterThan(5)
  expect(wordsBefore(files)).toEqual([])
})

it('the market’s lists are such screens', () => {
  const names = routeTable.filter(({ screen }) => isSaidEarly(screen)).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['storageResources', 'computingList', 'codeForceList']))
  expect(names).toHaveLength(early.length)
})
