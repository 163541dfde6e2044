import { climbOf, MAX_LINK_BYTES } from '../checks/links.ts'
import { checkModules, MAX_MODULES_BYTES } from '../checks/modules.ts'
import { readTree } from '../format/objects.ts'
import { GitRefused, requireThat } from '../format/refusal.ts'
import { type Graph, notesOf, type TreeNotes } from './graph.ts'

/** Reads a new or stored object that is no larger than this. */
export type ReadObject = (oid: string, mostBytes: number) => Promise<Buffer>

/** What a checkout of a tree makes: files with every repetition, the depth and length of its longest path, how far links climb out. */
type Extent = { files: number; depth: number; pathBytes: number; climb: number }

/**
 * Refuses what would hurt whoever checks a commit out: a few trees that unfold to millions of files, endless paths, links
 * that lead outside, submodules that run something.
 */
export async function checkCheckouts(graph: Graph, read: ReadObject): Promise<void> {
  const climbs = new Map<string, number>()
  const extents = new Map<string, Extent>()
  for (const oid of graph.modules) checkModules(await readSmall(read, oid, MAX_MODULES_BYTES, 'modules.malformed'))
  const roots = new Set([...graph.commits.values()].map(({ tree }) => tree))
  for (const tag of graph.tags.values()) if (tag.kind === 'tree') roots.add(tag.oid)
  for (const root of roots) {
    await measure(graph, read, root, extents, climbs)
    requireThat(extents.get(root)!.climb <= 0, 'link.outside')
  }
}

/** Fills in the extents of a tree and all below it, deepest first. A stack, because a hostile tree may be deep. */
async function measure(
  graph: Graph,
  read: ReadObject,
  root: string,
  extents: Map<string, Extent>,
  climbs: Map<string, number>,
): Promise<void> {
  const stack: { oid: string; notes?: TreeNotes }[] = [{ oid: root }]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    if (extents.has(top.oid)) {
      stack.pop()
      continue
    }
    requireThat(stack.length <= graph.limits.links, 'tree.path')
    top.notes ??= graph.trees.get(top.oid) ?? notesOf(readTree(await read(top.oid, graph.limits.treeBytes)))
    const missing = top.notes.folders.filter(({ oid }) => !extents.has(oid))
    if (missing.length > 0) {
      for (const { oid } of missing) stack.push({ oid })
      continue
    }
    for (const oid of top.notes.links)
      if (!climbs.has(oid)) climbs.set(oid, climbOf(await readSmall(read, oid, MAX_LINK_BYTES, 'link.too-long')))
    extents.set(top.oid, extentOf(graph, top.notes, extents, climbs))
    stack.pop()
  }
}

function extentOf(
  { limits }: Graph,
  notes: TreeNotes,
  extents: Map<string, Extent>,
  climbs: Map<string, number>,
): Extent {
  const extent = { files: notes.files, depth: 1, pathBytes: notes.longestName, climb: 0 }
  for (const oid of notes.links) extent.climb = Math.max(extent.climb, climbs.get(oid)!)
  for (const { oid, nameBytes } of notes.folders) {
    const inner = extents.get(oid)!
    extent.files += inner.files + 1
    extent.depth = Math.max(extent.depth, inner.depth + 1)
    extent.pathBytes = Math.max(extent.pathBytes, nameBytes + 1 + inner.pathBytes)
    extent.climb = Math.max(extent.climb, inner.climb - 1)
  }
  requireThat(extent.files <= limits.files, 'tree.bomb')
  requireThat(extent.depth <= limits.pathDepth && extent.pathBytes <= limits.pathBytes, 'tree.path')
  return extent
}

async function readSmall(
  read: ReadObject,
  oid: string,
  mostBytes: number,
  code: 'modules.malformed' | 'link.too-long',
) {
  try {
    return await read(oid, mostBytes)
  } catch (error) {
    // Its size was checked against what may be held; as a link or list of submodules it is simply too long.
    throw error instanceof GitRefused ? new GitRefused(code) : error
  }
}
