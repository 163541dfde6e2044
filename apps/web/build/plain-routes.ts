import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/** A domain's module; the kit builds routes and is needed as it is. */
const CONTRACT = /packages[\\/]contract[\\/]src[\\/](?!kit[\\/])(?:[\w-]+[\\/])*[\w-]+\.ts$/
const WHOLE = '?whole'
/** What calling a route needs; the rest of it only the server and the OpenAPI document read. */
const PARTS = ['id', 'method', 'path', 'auth', 'envelope', 'bodyKind', 'needsFactor', 'isLong'] as const

/** Whether a file is a module of the contract that a browser gets without its schemas. */
export const isDomainModule = (file: string): boolean => CONTRACT.test(file)

const hasSchemas = (code: string): boolean => code.includes("from 'zod'")

type Exports = Record<string, unknown>

const isObject = (value: unknown): value is Exports => typeof value === 'object' && value !== null
const isRoute = (value: unknown): value is Exports => isObject(value) && 'path' in value && 'ok' in value

/** A constant as code; undefined for what is more than data: schemas, functions, lists of routes. */
function plain(value: unknown): string | undefined {
  if (value instanceof RegExp) return String(value)
  if (typeof value === 'bigint') return `${value}n`
  return isData(value) ? JSON.stringify(value) : undefined
}

function isData(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (!isObject(value)) return false
  const isSimple = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  return isSimple && Object.values(value).every(isData)
}

/**
 * A contract module's exports as the browser needs them: routes without their schemas, constants as they are. Schemas and
 * functions are fetched from the whole module by whoever names one, so that functions do well to live in files without schemas.
 * `whole`: from where the whole module can be had.
 */
export function plainExports(exports: Exports, whole: string): string {
  const lines = ['const ok = { parse: (answer) => answer }']
  for (const [name, value] of Object.entries(exports)) {
    if (isRoute(value)) {
      const parts = PARTS.filter((part) => part in value).map((part) => `${part}: ${JSON.stringify(value[part])}`)
      lines.push(`export const ${name} = { ${parts.join(', ')}, ok }`)
    } else {
      const text = plain(value)
      lines.push(
        text === undefined ? `export { ${name} } from ${JSON.stringify(whole)}` : `export const ${name} = ${text}`,
      )
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
      return found && isDomainModule(found.id) && hasSchemas(await readFile(found.id, 'utf8'))
        ? `${found.id}${WHOLE}`
        : found
    },
    async transform(code, id) {
      if (id.endsWith(WHOLE)) return { code, map: null, moduleSideEffects: false }
      if (!isDomainModule(id) || !hasSchemas(code)) return
      return { code: plainExports(await import(id), `${id}${WHOLE}`), map: null, moduleSideEffects: false }
    },
  }
}
