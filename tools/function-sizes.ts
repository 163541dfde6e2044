import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import ts from 'typescript'

/**
 * A function has at most 40 lines of its own: from its first to its last line, without functions of several lines
 * inside it, blank lines and comments. Read is what the product is made of: no tests, benches and generated files.
 * Prints each function that has more, and each entry of the two lists below that is no longer needed.
 */

export const MOST_LINES = 40

const READ = /^(apps|packages|tools)\/.*\.(ts|tsx|mjs)$|^start\.ts$/
const LEFT_OUT = /\.test\.tsx?$|\/(test|gallery|generated)\//

/** Long and staying so, because they are plain lists: `file name`, and why. */
const EXCEPTIONS: Record<string, string> = {
  'apps/server/src/app/app.ts buildModules': 'ties every module to its needs, one after the other, and decides nothing',
  'apps/server/src/modules/identity/module.ts createIdentity':
    'ties the parts of identity to each other, and names what others may ask of them',
  'apps/server/src/modules/compute/module.ts createCompute':
    'ties the parts of the market to each other, one after the other',
}

/** Still to shorten. This list may only get shorter: an entry whose function has become short is refused. */
const STILL_TO_SHORTEN: string[] = []

/** A function with its number of own lines. `name` is its own, or that of what holds it; `line` counts from 1. */
export type FunctionSize = { name: string; line: number; lines: number }

type FunctionWithBody = ts.FunctionLikeDeclaration & { body: ts.Node }

const isFunction = (node: ts.Node): node is FunctionWithBody =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined

/** The name a reader finds it by: its own, or the nearest variable, property or function around it. */
function nameOf(node: ts.Node): string {
  for (let at: ts.Node | undefined = node; at; at = at.parent) {
    if (ts.isConstructorDeclaration(at)) return 'constructor'
    const name = 'name' in at ? (at.name as ts.Node | undefined) : undefined
    if (name && !ts.isParameter(at)) return name.getText()
  }
  return 'the file'
}

/** Which lines (from 0) hold more than blanks and comments. A line inside a text of several lines counts. */
function linesWithCode(file: ts.SourceFile): Set<number> {
  const found = new Set<number>()
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line
  const visit = (node: ts.Node) => {
    const children = node.getChildren(file).filter((child) => !ts.isJSDoc(child))
    if (children.length > 0) children.forEach(visit)
    else if (node.getWidth(file) > 0 && !isBlankText(node))
      for (let line = lineAt(node.getStart(file)); line <= lineAt(node.end); line++) found.add(line)
  }
  visit(file)
  return found
}

const isBlankText = (node: ts.Node) => ts.isJsxText(node) && node.containsOnlyTriviaWhiteSpaces

/** Every function of a file with its own lines. */
export function measureFunctions(path: string, source: string): FunctionSize[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line
  const first = (node: ts.Node) => lineAt(node.getStart(file))
  const code = linesWithCode(file)
  const sizes: FunctionSize[] = []

  const measure = (node: FunctionWithBody) => {
    const own = new Set<number>()
    for (let line = first(node); line <= lineAt(node.end); line++) if (code.has(line)) own.add(line)
    const leaveOut = (inner: ts.Node) => {
      if (!isFunction(inner)) ts.forEachChild(inner, leaveOut)
      else if (lineAt(inner.end) > first(inner))
        for (let line = first(inner); line <= lineAt(inner.end); line++) own.delete(line)
    }
    ts.forEachChild(node, leaveOut)
    sizes.push({ name: nameOf(node), line: first(node) + 1, lines: own.size })
  }
  const visit = (node: ts.Node) => {
    if (isFunction(node)) measure(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return sizes
}

/** What is wrong: long functions in neither list, and entries of the lists that no long function answers to. */
export function findBreaches(sources: [path: string, source: string][], isListed: readonly string[]): string[] {
  const breaches: string[] = []
  const unused = new Set(isListed)
  for (const [path, source] of sources)
    for (const { name, line, lines } of measureFunctions(path, source)) {
      if (lines <= MOST_LINES) continue
      const key = `${path} ${name}`
      unused.delete(key)
      if (!isListed.includes(key))
        breaches.push(`${path}:${line}: ${name} has ${lines} lines of its own, at most ${MOST_LINES}`)
    }
  return [...breaches, ...[...unused].map((key) => `${key}: is not long (any more); take it off the list`)]
}

/** The breaches of the whole product, as it stands on disk. */
export function checkFunctionSizes(): string[] {
  const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => READ.test(path) && !LEFT_OUT.test(path) && existsSync(path))
  const listed = [...Object.keys(EXCEPTIONS), ...STILL_TO_SHORTEN]
  return findBreaches(
    paths.map((path) => [path, readFileSync(path, 'utf8')]),
    listed,
  )
}

if (import.meta.main) {
  const breaches = checkFunctionSizes()
  for (const breach of breaches) console.log(breach)
  console.log(`functions: ${breaches.length} breaches, ${STILL_TO_SHORTEN.length} still to shorten`)
  process.exit(breaches.length === 0 ? 0 : 1)
}
