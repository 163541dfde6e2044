import type { Plugin } from 'vite'

const COLORS = /@mantine[\\/]core[\\/]esm[\\/]core[\\/]MantineProvider[\\/]default-colors\.mjs$/
/** Those the theme gives shades of its own (`packages/ui/src/base/theme.tsx`), and the first colour of the library's own theme. */
const KEPT = ['dark', 'gray', 'blue']
const ONE = /^\t(\w+): \[[^\]]*\],?\n/gm

/** Leaves the eleven colours out of Mantine that the theme has others for: nothing is drawn in them. */
export function leanMantine(): Plugin {
  return {
    name: 'trove:lean-mantine',
    apply: 'build',
    transform(code, id) {
      if (!COLORS.test(id)) return
      const names = [...code.matchAll(ONE)].map(([, name]) => name!)
      if (!KEPT.every((name) => names.includes(name))) throw new Error('Mantine lists its colours otherwise')
      return { code: code.replace(ONE, (all, name: string) => (KEPT.includes(name) ? all : '')), map: null }
    },
  }
}
