import type { Plugin } from 'vite'

const WORDS = /packages[\\/]messages[\\/]src[\\/](?:more-|code-|market-)?words-(?:zh|en)\.ts$/

/** Writes each language's words out as plain data, so that a visitor loads one language and no code for choosing. */
export function plainWords(): Plugin {
  return {
    name: 'trove:plain-words',
    apply: 'build',
    async load(id) {
      if (!WORDS.test(id)) return
      const { default: words } = await import(id)
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(words))})`
    },
  }
}
