import { checkCommit, checkTag } from '../checks/commits.ts'
import { isModulesFile } from '../checks/names.ts'
import { checkTree } from '../checks/trees.ts'
import type { Limits } from '../format/limits.ts'
import { type CommitLinks, type Kind, kindOfMode, MODES, type TreeEntry } from '../format/objects.ts'
import { requireThat } from '../format/refusal.ts'
import type { Objects } from '../store/repository.ts'

/** What the new objects of one push refer to. Objects of earlier versions were checked when they came. */
export type Graph = {
  limits: Limits
  stored: Objects
  kinds: Map<string, Kind>
  /** Objects that are not stored yet and that a new object refers to, with the kind it takes them for. */
  expected: Map<string, Kind>
  commits: Map<string, CommitLinks>
  tags: Map<string, { oid: string; kind: Kind }>
  trees: Map<string, TreeNotes>
  /** New or stored files that must be read: the targets of links, and .gitmodules. */
  modules: Set<string>
}

/** What a checkout depends on: folders and links, each once, and how many files stand in it directly. */
export type TreeNotes = {
  files: number
  longestName: number
  folders: { oid: string; nameBytes: number }[]
  links: string[]
}

export function emptyGraph(stored: Objects, limits: Limits): Graph {
  return {
    limits,
    stored,
    kinds: new Map(),
    expected: new Map(),
    commits: new Map(),
    tags: new Map(),
    trees: new Map(),
    modules: new Set(),
  }
}

/** Checks a new object as `git fsck` would and notes what it refers to; a blob's bytes may be left out. @throws GitRefused */
export function addObject(graph: Graph, oid: string, kind: Kind, data: Buffer = EMPTY): void {
  requireThat(!graph.kinds.has(oid), 'pack.duplicate', oid)
  graph.kinds.set(oid, kind)
  if (kind === 'commit') {
    const commit = checkCommit(data)
    graph.commits.set(oid, commit)
    expect(graph, commit.tree, 'tree')
    for (const parent of commit.parents) expect(graph, parent, 'commit')
  } else if (kind === 'tag') {
    const tag = checkTag(data)
    graph.tags.set(oid, tag)
    expect(graph, tag.oid, tag.kind)
  } else if (kind === 'tree') addTree(graph, oid, data)
}

const EMPTY = Buffer.alloc(0)

function addTree(graph: Graph, oid: string, data: Buffer): void {
  const entries = checkTree(data, graph.limits)
  for (const entry of entries) {
    const kind = kindOfMode(entry.mode)
    if (kind) expect(graph, entry.oid, kind)
    if (isModulesFile(entry.name.toString('utf8'))) {
      requireThat(entry.mode !== MODES.link, 'modules.link')
      if (kind === 'blob') graph.modules.add(entry.oid)
    }
  }
  graph.trees.set(oid, notesOf(entries))
}

/** What a checkout depends on, of the entries of one tree. */
export function notesOf(entries: TreeEntry[]): TreeNotes {
  const folders = entries.filter(({ mode }) => mode === MODES.folder)
  return {
    files: entries.length - folders.length,
    longestName: entries.reduce((longest, { name }) => Math.max(longest, name.length), 0),
    folders: folders.map(({ oid, name }) => ({ oid, nameBytes: name.length })),
    links: entries.filter(({ mode }) => mode === MODES.link).map(({ oid }) => oid),
  }
}

function expect(graph: Graph, oid: string, kind: Kind): void {
  const stored = graph.stored.find(oid)
  if (stored) {
    requireThat(stored.kind === kind, 'object.wrong-kind', oid)
    return
  }
  const before = graph.expected.get(oid)
  requireThat(before === undefined || before === kind, 'object.wrong-kind', oid)
  graph.expected.set(oid, kind)
  requireThat(graph.expected.size <= graph.limits.links, 'pack.too-many-links')
}

/**
 * Every object referred to is here, and every new object is referred to by another or is a tip. Names are hashes, so
 * there are no circles, and both together say: the tips reach exactly what is new and what is stored.
 */
export function checkClosed(graph: Graph, tips: Set<string>): void {
  for (const [oid, kind] of graph.expected) {
    const found = graph.kinds.get(oid)
    requireThat(found, 'pack.missing-object', oid)
    requireThat(found === kind, 'object.wrong-kind', oid)
  }
  for (const oid of graph.kinds.keys()) requireThat(graph.expected.has(oid) || tips.has(oid), 'pack.unreachable', oid)
}
