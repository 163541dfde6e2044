import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEFAULT_THEME } from '@mantine/core'
import { troveTheme } from '@trove/ui/base/theme'
import { expect, it } from 'vitest'
import { leanMantine } from './lean-mantine.ts'

/** What the browser gets of Mantine when the site is built. */

const { transform } = leanMantine() as { transform: (code: string, id: string) => { code: string } | undefined }
const library = join(dirname(createRequire(import.meta.url).resolve('@mantine/core')), '..')
const file = join(library, 'esm/core/MantineProvider/default-colors.mjs')
const root = fileURLToPath(new URL('../../..', import.meta.url))
const colorsOf = async (code: string): Promise<object> =>
  (await import(`data:text/javascript,${encodeURIComponent(code)}`)).DEFAULT_COLORS

it('has no colours but those the theme gives shades of its own, as they were', async () => {
  const code = readFileSync(file, 'utf8')
  const [whole, lean] = await Promise.all([colorsOf(code), colorsOf(transform(code, file)!.code)])
  expect(Object.keys(whole).length).toBeGreaterThan(10)
  expect(whole).toMatchObject(lean)
  // The library resolves its own theme beside ours, to leave out what is the same.
  expect(Object.keys(lean)).toContain(DEFAULT_THEME.primaryColor)
  expect(Object.keys(lean)).toHaveLength(3)
  expect(troveTheme.colors).toMatchObject({ dark: expect.any(Array), gray: expect.any(Array) })
  expect(Object.keys(troveTheme.colors ?? {})).toContain(troveTheme.primaryColor)
})

it('leaves out no colour that a screen names', async () => {
  const left = Object.keys(await colorsOf(readFileSync(file, 'utf8'))).filter((name) => !(name in troveTheme.colors!))
  const named = new RegExp(`\\b(?:color|c|bg)=["'{]+(?:${left.join('|')})\\b|mantine-color-(?:${left.join('|')})\\b`)
  const files = globSync('{apps/web/src,packages/ui/src}/**/*.{tsx,ts,css}', { cwd: root })
  expect(files.length).toBeGreaterThan(500)
  expect(named.test('<Badge color="red" />')).toBe(true)
  expect(files.filter((name) => named.test(readFileSync(join(root, name), 'utf8')))).toEqual([])
})

it('has buttons without their groups, which no screen draws', () => {
  for (const name of ['Button', 'ActionIcon']) {
    const button = join(library, `esm/components/${name}/${name}.mjs`)
    const code = readFileSync(button, 'utf8')
    const lean = transform(code, button)!.code
    expect(code).toContain(`${name}.Group = `)
    expect(lean).not.toMatch(/\.Group/)
    expect(lean).toContain(`${name}.varsResolver = `)
    expect(() => transform(lean, button)).toThrow('otherwise')
  }
  const drawn = globSync('{apps/web/src,packages/ui/src}/**/*.tsx', { cwd: root }).filter((file) =>
    /<(?:Button|ActionIcon)\.?Group/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(drawn).toEqual([])
})

it('is told when the library lists them otherwise', () => {
  expect(() => transform('export const DEFAULT_COLORS = {}', file)).toThrow('otherwise')
})
