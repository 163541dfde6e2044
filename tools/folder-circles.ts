import { posix } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'

/**
 * Folders, like files, need each other in one direction only: prints every circle of folders with the imports that make
 * it. A folder's files are those that lie in it directly, so a folder and its sub-folder may not need each other either.
 * Tests are left out: they may reach across. `npm run check` runs it.
 */

const NOT_LOOKED_AT = '(^|/)(dist|\\.data|coverage|test|gallery|generated)/|\\.test\\.tsx?$'

type Graph = Map<string, Map<string, string[]>>

/** Which folder needs which, and by what imports. */
async function readFolders(): Promise<Graph> {
  const { ruleSet: _, ...options } = await extractOptions('./dependency-rules.mjs')
  const result = await cruise(
    ['apps', 'packages'],
    { ...options, validate: false, exclude: { path: NOT_LOOKED_AT } },
    undefined,
    {
      tsConfig: extractTSConfig('tsconfig.json'),
    },
  )
  const graph: Graph = new Map()
  for (const { source, dependencies } of (result.output as ICruiseResult).modules) {
    for (const { resolved } of dependencies) {
      const [from, to] = [posix.dirname(source), posix.dirname(resolved)]
      if (from === to || resolved.includes('node_modules')) continue
      const needs = graph.get(from) ?? new Map<string, string[]>()
      needs.set(to, [...(needs.get(to) ?? []), `${source} → ${resolved}`])
      graph.set(from, needs)
    }
  }
  return graph
}

/** Every folder that can be reached from one. */
function reach(graph: Graph, start: string): Set<string> {
  const seen = new Set<string>()
  const open = [start]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const next of graph.get(folder)?.keys() ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(next)
    }
  }
  return seen
}

/** The circles as lists of folders: those that reach each other. */
function findCircles(graph: Graph): string[][] {
  const reached = new Map([...graph.keys()].map((folder) => [folder, reach(graph, folder)]))
  const left = new Set([...reached].filter(([folder, seen]) => seen.has(folder)).map(([folder]) => folder))
  const circles: string[][] = []
  for (const folder of left) {
    const circle = [...left].filter((other) => reached.get(folder)!.has(other) && reached.get(other)!.has(folder))
    for (const one of circle) left.delete(one)
    circles.push(circle)
  }
  return circles
}

const graph = await readFolders()
const circles = findCircles(graph)
for (const circle of circles) {
  console.log(`a circle of folders: ${circle.join(', ')}`)
  for (const from of circle) {
    for (const to of circle) for (const one of graph.get(from)?.get(to)?.slice(0, 3) ?? []) console.log(`  ${one}`)
  }
}
console.log(`${graph.size} folders, ${circles.length} circles`)
process.exit(circles.length > 0 ? 1 : 0)
