import { readCommit } from '../format/objects.ts'
import type { ReadObject } from './checkout.ts'
import type { Graph } from './graph.ts'

/** Commits that are walked at most before a push counts as a rewrite: more than this is no step forward any more. */
const MAX_STEPS = 50_000

/** Whether a commit is the other or comes after it. */
export async function isAfter(graph: Graph, read: ReadObject, oid: string, earlier: string): Promise<boolean> {
  const seen = new Set<string>([oid])
  const waiting = [oid]
  for (let next = waiting.shift(); next && seen.size <= MAX_STEPS; next = waiting.shift()) {
    if (next === earlier) return true
    const commit = graph.commits.get(next) ?? readCommit(await read(next, graph.limits.textBytes))
    for (const parent of commit.parents)
      if (!seen.has(parent)) {
        seen.add(parent)
        waiting.push(parent)
      }
  }
  return false
}
