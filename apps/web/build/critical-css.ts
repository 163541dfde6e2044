import postcss, { type AtRule, type Rule } from 'postcss'

/** Takes out of a style sheet what one page needs for its first drawing. */

const CLASS = /\.((?:\\.|[\w-])+)/g

/** Classes by which Mantine lets its parts be styled; most have no rule. */
const MANTINES = /^(mantine-|m_)/

function classesIn(html: string): Set<string> {
  return new Set([...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names!.split(/\s+/)))
}

const USE = /var\(\s*(--[\w-]+)/g
const DECLARED = /(?<=[{;\s])(--[\w-]+)\s*:[^;{}]*(;|(?=}))/g

/** The same page without the custom properties that nothing in it reads, directly or through another one. */
export function withoutUnusedVariables(page: string): string {
  const read = new Set([...page.matchAll(USE)].map(([, name]) => name!))
  const next = page.replace(/<style[^>]*>[^<]*<\/style>/g, (style) =>
    style.replace(DECLARED, (declaration, name: string) => (read.has(name) ? declaration : '')),
  )
  return next.length === page.length ? page : withoutUnusedVariables(next)
}

function isUsed(selector: string, used: Set<string>): boolean {
  const needed = selector.replace(/:not\([^)]*\)/g, '')
  return [...needed.matchAll(CLASS)].every(([, name]) => used.has(name!.replace(/\\/g, '')))
}

/** Classes of ours in `html` that no rule of `css` names: what has them would be drawn bare. */
export function unstyledClasses(css: string, html: string): string[] {
  const styled = new Set([...css.matchAll(CLASS)].map(([, name]) => name))
  return [...classesIn(html)].filter((name) => !MANTINES.test(name) && !styled.has(name))
}

/** The rules of `css` whose classes all occur in `html`, with the animations they name; order and layers stay. */
export function criticalCss(css: string, html: string): string {
  const used = classesIn(html)
  const sheet = postcss.parse(css)
  sheet.walkComments((comment) => void comment.remove())
  sheet.walkRules((rule: Rule) => {
    if ((rule.parent as AtRule).name?.endsWith('keyframes')) return
    const selectors = rule.selectors.filter((selector) => isUsed(selector, used))
    if (selectors.length === 0) rule.remove()
    else rule.selectors = selectors
  })
  const names = new Set<string>()
  sheet.walkDecls(/^animation/, (declaration) => {
    for (const word of declaration.value.split(/[\s,]+/)) names.add(word)
  })
  sheet.walkAtRules((rule: AtRule) => {
    const isEmpty = rule.nodes?.length === 0
    if (isEmpty || (rule.name === 'keyframes' && !names.has(rule.params))) rule.remove()
  })
  return sheet.toString()
}
