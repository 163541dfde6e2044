import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { firstErrors } from '@trove/messages/errors'
import { firstTexts, marketTexts, texts } from '@trove/messages/texts'
import { expect, it } from 'vitest'
import { type EarlyWords, earlyWordsOf } from '../lib/addresses/route-entry.ts'
import { routeTable } from './routes/route-table.ts'

/** What is shown without waiting for all words must not say any of those that come later. */

const APP = import.meta.dirname
const EARLY: Record<EarlyWords, Record<string, object>> = {
  first: firstTexts,
  markets: { ...firstTexts, ...marketTexts },
}
function saysLater(words: EarlyWords): RegExp {
  // Of a domain in two parts only some words are early.
  const later = Object.entries(texts).flatMap(([domain, all]) => {
    const early = EARLY[words][domain]
    return early ? Object.keys(all).flatMap((key) => (key in early ? [] : `${domain}\\.${key}\\b`)) : `${domain}\\.`
  })
  return new RegExp(`\\bt\\((?:[^()]*?)['"\`](?:${later.join('|')})[^'"\`]*`, 'g')
}
/** A refusal that no server answered with, whose words nobody waited for. */
const SAYS_CODE = /\b(?:wordsOfCode|ContractError)\('([a-z-]+\.[a-z-]+)'/g
/** What comes by `lazyPart`, `lazyPanel`, `lazyBody` or `lazyMarket` waits for all words itself. */
const WAITS_FOR_WORDS =
  /(?:lazy(?:Part|Body|Panel)\(\(\) => import\('[^']+'\)\)|lazyMarket\(\(\) => import\('[^']+'\), 'markets'\))/g
/** Fetched ahead of what draws it. */
const FETCHED_AHEAD = /import\('[^']+'\)\.catch/g
const importsOf = (code: string, isWhole: boolean) =>
  [
    ...code
      .replace(WAITS_FOR_WORDS, '')
      .replace(FETCHED_AHEAD, '')
      .matchAll(isWhole ? /(?:from|import\() ?'(\.[^']+)'/g : /from '(\.[^']+)'/g),
  ].map(([, path]) => path!)

/** Files that come along; of the frame's own lazy parts (other screens, the sign-in window) nothing is followed. */
function filesFrom(first: string, isWhole: boolean, found = new Set<string>()): Set<string> {
  if (found.has(first) || !/\.tsx?$/.test(first) || !existsSync(first)) return found
  found.add(first)
  for (const path of importsOf(readFileSync(first, 'utf8'), isWhole))
    filesFrom(resolve(dirname(first), path), isWhole, found)
  return found
}

const laterIn = (code: string, words: EarlyWords = 'first') => [
  ...(code.match(saysLater(words)) ?? []),
  ...[...code.matchAll(SAYS_CODE)].map(([, refusal]) => refusal!).filter((refusal) => !(refusal in firstErrors)),
]
const wordsBefore = (files: Set<string>, words?: EarlyWords) =>
  [...files].flatMap((file) => laterIn(readFileSync(file, 'utf8'), words).map((key) => `${file}: ${key}`))

it('the frame says only words that every visit begins with', () => {
  const files = filesFrom(join(APP, '../start.tsx'), false)
  expect(files.size).toBeGreaterThan(30)
  expect(wordsBefore(files)).toEqual([])
})

it('would be noticed otherwise', () => {
  expect(wordsBefore(new Set([join(APP, '../features/wallet/purse.tsx')]))).not.toEqual([])
  expect(laterIn("notifyError(new ContractError('files.over-limit', { megabytes: 64 }))")).toEqual(['files.over-limit'])
})

const FEATURES = join(APP, '../features')
const tables = [
  ...readdirSync(join(APP, 'routes')).map((file) => join(APP, 'routes', file)),
  ...readdirSync(FEATURES).map((feature) => join(FEATURES, feature, 'entry/routes.ts')),
].filter(existsSync)
const early = tables
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/saidEarly\(\(\) => import\('([^']+)'\)\)/g)].map(([, path]) =>
      relative(APP, resolve(dirname(file), path!)),
    ),
  )
  .concat('pages/resource-market.tsx')

it.each(early)('so does the screen %s with all its dialogs', (path) => {
  const files = filesFrom(resolve(APP, path), true)
  expect(files.size).toBeGreaterThan(5)
  expect(wordsBefore(files)).toEqual([])
})

it.each(['talent/experts/manpower.tsx', 'storage/network/storage-market.tsx'])(
  'the market %s says only the words of markets besides',
  (path) => {
    const files = filesFrom(join(FEATURES, path), true)
    expect(files.size).toBeGreaterThan(5)
    expect(wordsBefore(files, 'markets')).toEqual([])
  },
)

it('the market’s lists are such screens', () => {
  const namesOf = (words: EarlyWords) =>
    routeTable.filter(({ screen }) => earlyWordsOf(screen) === words).map(({ name }) => name)
  expect(namesOf('first')).toEqual(expect.arrayContaining(['storageResources', 'computingList', 'codeForceList']))
  expect(namesOf('first')).toHaveLength(early.length)
  expect(namesOf('markets')).toEqual(['manpower'])
})
