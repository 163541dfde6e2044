import type { Plugin } from 'vite'

const WRITERS = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/

/**
 * Leaves Zod's JSON Schema writers out of the browser's code: only the server writes the OpenAPI document. The names stay,
 * because every schema is built with a reference to its writer; calling one here would be a mistake and says so.
 */
export function leanZod(): Plugin {
  return {
    name: 'trove:lean-zod',
    apply: 'build',
    transform(code, id) {
      if (!WRITERS.test(id)) return
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      const refuse = 'const refuse = () => { throw new Error("no JSON Schema in the browser") }'
      return { code: [refuse, ...names.map((name) => `export const ${name} = () => refuse`)].join('\n'), map: null }
    },
  }
}
