import type { Plugin } from 'vite'

const COLORS = /@mantine[\\/]core[\\/]esm[\\/]core[\\/]MantineProvider[\\/]default-colors\.mjs$/
/** Those the theme gives shades of its own (`packages/ui/src/base/theme.tsx`), and the first colour of the library's own theme. */
const KEPT = ['dark', 'gray', 'blue']
const ONE = /^\t(\w+): \[[^\]]*\],?\n/gm

const BUTTONS = /@mantine[\\/]core[\\/]esm[\\/]components[\\/](?:Button|ActionIcon)[\\/](?:Button|ActionIcon)\.mjs$/
/** A group of buttons hangs on the button itself, so that a bundler keeps it with every button. */
const GROUP = /^\w+\.Group(?:Section)? = \w+;\n/gm

/**
 * Leaves out of Mantine what the site never draws: the eleven colours that the theme has others for, and groups of buttons,
 * which come along with every button.
 */
export function leanMantine(): Plugin {
  return {
    name: 'trove:lean-mantine',
    apply: 'build',
    transform(code, id) {
      if (COLORS.test(id)) return { code: withoutColours(code), map: null }
      if (BUTTONS.test(id)) return { code: withoutGroups(code), map: null }
    },
  }
}

function withoutColours(code: string): string {
  const names = [...code.matchAll(ONE)].map(([, name]) => name!)
  if (!KEPT.every((name) => names.includes(name))) throw new Error('Mantine lists its colours otherwise')
  return code.replace(ONE, (all, name: string) => (KEPT.includes(name) ? all : ''))
}

function withoutGroups(code: string): string {
  if (code.match(GROUP)?.length !== 2) throw new Error('Mantine hangs its groups on buttons otherwise')
  return code.replace(GROUP, '')
}
