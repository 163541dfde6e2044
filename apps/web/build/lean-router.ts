import type { Plugin } from 'vite'

const DOM = /react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]lib\.js$/
const MADE = /^const (\w+) = (React\$1\.forwardRef\()/gm
const NAMED = /^(\w+)\.displayName = .*$/gm

/**
 * Tells the bundler that what the router draws may be left out where nobody names it. Each of its links and forms is made by a
 * call and then given a name for React's own tools, which looks to a bundler like something it must keep. The router's links
 * bring with them what only its framework has: prefetching, manifests, the scripts of a page.
 */
export function leanRouter(): Plugin {
  return {
    name: 'trove:lean-router',
    apply: 'build',
    transform(code, id) {
      if (!DOM.test(id)) return
      const made = new Set([...code.matchAll(MADE)].map(([, name]) => name))
      if (!made.has('Link')) throw new Error('react-router makes its links otherwise than this plugin knows')
      const lean = code.replace(MADE, 'const $1 = /* @__PURE__ */ $2')
      return { code: lean.replace(NAMED, (line, name: string) => (made.has(name) ? '' : line)), map: null }
    },
  }
}
