import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leanRouter } from './lean-router.ts'

/** What the browser gets of the router when the site is built. */

const ENTRY = 'virtual:entry'
const root = fileURLToPath(new URL('..', import.meta.url))

// Else the library's files for development would be built.
beforeEach(() => void vi.stubEnv('NODE_ENV', 'production'))
afterEach(() => void vi.unstubAllEnvs())

/** The code of a page that needs no more of the router than this. */
async function builtWith(names: string): Promise<string> {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === ENTRY ? id : undefined),
    load: (id: string) => (id === ENTRY ? `export { ${names} } from 'react-router'` : undefined),
  }
  const result = await build({
    ...{ root, configFile: false, logLevel: 'silent', plugins: [entry, leanRouter()] },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict', external: [/^react(-dom)?($|\/)/] },
    },
  })
  const { output } = result as Rolldown.RolldownOutput
  return output.map((file) => ('code' in file ? file.code : '')).join('\n')
}

it('has no links of the router that nobody draws, nor what they bring', async () => {
  const code = await builtWith('BrowserRouter, useHref, useLinkClickHandler, useRoutes')
  expect(code).toContain('useLinkClickHandler')
  for (const unused of ['function LinkWithRef', 'PrefetchPageLinks', 'displayName = "Link"'])
    expect(code).not.toContain(unused)
}, 60_000)

it('has them where somebody does, as they are', async () => {
  const code = await builtWith('Link')
  expect(code).toContain('function LinkWithRef')
}, 60_000)

it('is told when the router makes its links otherwise', () => {
  const { transform } = leanRouter() as { transform: (code: string, id: string) => unknown }
  const file = fileURLToPath(
    new URL('../../../node_modules/react-router/dist/production/lib/dom/lib.js', import.meta.url),
  )
  expect(transform(readFileSync(file, 'utf8'), file)).toBeTruthy()
  expect(() => transform('export const Link = 1', file)).toThrow('otherwise')
})
