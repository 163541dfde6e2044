import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '@trove/messages/kit/say'
import { texts } from '@trove/messages/texts'
import type { i18n } from 'i18next'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leanI18next } from './lean-i18next.ts'

/** What the browser gets of i18next when the site is built. */

const { transform } = leanI18next() as { transform: (code: string, id: string) => { code: string } | undefined }
const file = join(dirname(createRequire(import.meta.url).resolve('i18next/package.json')), 'dist/esm/i18next.js')
let folder: string
let whole: i18n
let lean: i18n

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trove-i18next-'))
  const code = await readFile(file, 'utf8')
  await writeFile(join(folder, 'whole.mjs'), code)
  await writeFile(join(folder, 'lean.mjs'), transform(code, file)!.code)
  const load = async (name: string): Promise<i18n> =>
    (await import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href)).default
  whole = await load('whole.mjs')
  lean = await load('lean.mjs')
  // As `lib/session/language.ts` does it.
  for (const one of [whole, lean]) {
    await one.init({ lng: 'zh-CN', interpolation: { escapeValue: false }, returnNull: false })
    for (const language of ['zh-CN', 'en'] as const)
      one.addResourceBundle(language, 'translation', bundle(texts, language), true)
  }
})
afterAll(() => rm(folder, { recursive: true }))

type Tree = { [key: string]: string | Tree }
const keysOf = (tree: Tree, above = ''): string[] =>
  Object.entries(tree).flatMap(([key, node]) =>
    typeof node === 'string' ? [above + key] : keysOf(node, `${above}${key}.`),
  )

it.each(['zh-CN', 'en'] as const)('says every text of ours in %s as the whole library does', async (language) => {
  await Promise.all([whole.changeLanguage(language), lean.changeLanguage(language)])
  const words = bundle(texts, language) as Tree
  const keys = keysOf(words)
  expect(keys.length).toBeGreaterThan(1000)
  const names = new Set([...JSON.stringify(words).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!))
  // What a person wrote may look like a place for a text or a parameter.
  for (const [count, value] of [
    [1, '一'],
    [3, '$t(common.brand) {{count}} & <b>'],
  ] as const) {
    const params = { ...Object.fromEntries([...names].map((name) => [name, value])), count }
    const say = (one: i18n) => keys.map((key) => one.t(key as 'common.brand', params as never))
    expect(say(lean)).toEqual(say(whole))
  }
  const odd = ['common', 'common.nothing', 'nothing'] as unknown as 'common.brand'[]
  expect(odd.map((key) => lean.t(key))).toEqual(odd.map((key) => whole.t(key)))
  expect(odd.map((key) => lean.exists(key))).toEqual(odd.map((key) => whole.exists(key)))
  expect(lean.language).toBe(language)
})

it('is told when the library is written otherwise, and leaves other files alone', () => {
  expect(() => transform('export const t = 1', file)).toThrow('no Connector')
  expect(transform('export const t = 1', '/other.js')).toBeUndefined()
})
