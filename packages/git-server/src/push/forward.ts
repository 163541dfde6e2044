import { readCommit } from '../format/objects.ts'
import type { Graph } from './graph.ts'
import type { ReadObject } from './work-tree.ts'

/** Commits that are walked at most before a push counts as a rewrite: more than this is no step forward any more. */
const MAX_STEPS = 50_000
/** What a step counts at least, as if so much had been read. */
const STEP_BYTES = 1024

/** Whether a commit is the other or comes after it. */
export async function isAfter(graph: Graph, read: ReadObject, oid: string, earlier: string): Promise<boolean> {
  const seen = new Set<string>([oid])
  const waiting = [oid]
  for (let i = 0; i < waiting.length && seen.size <= MAX_STEPS; i++) {
    const next = waiting[i]!
    // A push may ask this of many branches.
    graph.stored.budget.spend(STEP_BYTES)
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
