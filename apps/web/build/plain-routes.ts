import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const CONTRACT = /packages[\\/]contract[\\/]src[\\/][\w-]+\.ts$/
const WHOLE = '?whole'
/** What calling a route needs; the rest of it only the server and the OpenAPI document read. */
const PARTS = ['id', 'method', 'path', 'auth', 'envelope', 'bodyKind'] as const

const hasSchemas = (code: string): boolean => code.includes("from 'zod'")

type Exports = Record<string, unknown>

const isObject = (value: unknown): value is Exports => typeof value === 'object' && value !== null
const isRoute = (value: unknown): value is Exports => isObject(value) && 'path' in value && 'ok' in value
const isSchema = (value: unknown): boolean =>
  isObject(value) && ('_zod' in value || Object.values(value).some((part) => isObject(part) && '_zod' in part))

function plain(value: unknown): string | undefined {
  if (value instanceof RegExp) return String(value)
  const isList = Array.isArray(value) && value.some(isObject)
  return typeof value === 'function' || isList ? undefined : JSON.stringify(value)
}

/**
 * A contract module's exports as the browser needs them: routes without their schemas, constants as they are. Schemas are
 * fetched from the whole module by whoever names one; functions are left out, so that they live in files without schemas.
 * `whole`: from where the whole module can be had.
 */
export function plainExports(exports: Exports, whole: string): string {
  const lines = ['const ok = { parse: (answer) => answer }']
  for (const [name, value] of Object.entries(exports)) {
    if (isRoute(value)) {
      const parts = PARTS.filter((part) => part in value).map((part) => `${part}: ${JSON.stringify(value[part])}`)
      lines.push(`export const ${name} = { ${parts.join(', ')}, ok }`)
    } else if (isSchema(value)) lines.push(`export { ${name} } from ${JSON.stringify(whole)}`)
    else {
      const text = plain(value)
      if (text !== undefined) lines.push(`export const ${name} = ${text}`)
    }
  }
  return lines.join('\n')
}

/**
 * Leaves the schemas out of the routes the browser calls, and with them Zod out of every page that has no form. The server
 * has checked each answer against the same schema, and no answer is changed by reading it (plain-routes.test.ts).
 */
export function plainRoutes(): Plugin {
  return {
    name: 'trove:plain-routes',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer?.endsWith(WHOLE) || !source.startsWith('.')) return
      // A whole module stands on whole ones: it may build on what the browser's own never have.
      const found = await this.resolve(source, importer.slice(0, -WHOLE.length), { skipSelf: true })
      return found && CONTRACT.test(found.id) && hasSchemas(await readFile(found.id, 'utf8'))
        ? `${found.id}${WHOLE}`
        : found
    },
    async transform(code, id) {
      if (id.endsWith(WHOLE)) return { code, map: null, moduleSideEffects: false }
      if (!CONTRACT.test(id) || !hasSchemas(code)) return
      return { code: plainExports(await import(id), `${id}${WHOLE}`), map: null, moduleSideEffects: false }
    },
  }
}
