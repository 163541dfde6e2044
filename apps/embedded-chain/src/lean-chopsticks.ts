import { registerHooks } from 'node:module'

/**
 * Makes Chopsticks small and quick to load, when it is loaded after this (so with `import()`, because what is imported
 * beside it is found before it runs). Without this file everything works the same.
 *
 * Two small files of ours stand in the place of two of its own.
 * - Its logger starts a thread that prints every block in colours (15 MiB); ours prints warnings and errors.
 * - Its WASM executor lives in a thread (another 15 MiB and more), to which each read of the state is a message there
 *   and back. In our thread a read is a function call. A call into the runtime takes some ten milliseconds, and the
 *   event loop gets its turn between two.
 *
 * And paths inside the polkadot packages are resolved here. Node reads a package's manifest for each of their thousand
 * files, and one of those manifests is long: that alone was more than half of the time and memory of the start.
 */
const REPLACED: Record<string, string> = {
  pino: './plain-logger.ts',
  './node-worker.js': './in-process-executor.ts',
}

/** A file of a polkadot package as an ES module: the package's folder and the rest. */
const POLKADOT_FILE = /^(.*\/node_modules\/@polkadot\/[^/]+)\/(?!cjs\/)/

type Resolved = { url: string; shortCircuit?: boolean }
const foundFrom = new Map<string, Resolved>()

registerHooks({
  resolve(specifier, context, nextResolve) {
    const parent = context.parentURL ?? ''
    const own = parent.includes('/chopsticks-core/') ? REPLACED[specifier] : undefined
    if (own) return { url: new URL(own, import.meta.url).href, shortCircuit: true }
    const folder = POLKADOT_FILE.exec(parent)?.[1]
    if (!folder || specifier.includes('cjs/')) return nextResolve(specifier, context)
    if (/^\.{1,2}\/.*\.js$/.test(specifier))
      return { url: new URL(specifier, parent).href, format: 'module', shortCircuit: true }
    const key = `${folder} ${specifier}`
    const found = foundFrom.get(key) ?? { ...nextResolve(specifier, context), shortCircuit: true }
    foundFrom.set(key, found)
    return found
  },
})
