import { registerHooks } from 'node:module'

/**
 * Imported before Chopsticks: puts two small files of ours in the place of two of its own.
 * - Its logger starts a thread that prints every block in colours (15 MiB); ours prints warnings and errors.
 * - Its WASM executor lives in a thread (another 15 MiB and more), to which each read of the state is a message there
 *   and back. In our thread a read is a function call. A call into the runtime takes some ten milliseconds, and the
 *   event loop gets its turn between two.
 * Without this file everything works the same, only with more memory and slower.
 */
const REPLACED: Record<string, string> = {
  pino: './plain-logger.ts',
  './node-worker.js': './in-process-executor.ts',
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    const own = context.parentURL?.includes('/chopsticks-core/') ? REPLACED[specifier] : undefined
    return own ? { url: new URL(own, import.meta.url).href, shortCircuit: true } : nextResolve(specifier, context)
  },
})
