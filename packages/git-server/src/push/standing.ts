import { type Kind, readTag } from '../format/objects.ts'
import { requireThat } from '../format/refusal.ts'
import type { Objects, Ref, Version } from '../store/repository.ts'
import type { PushPolicy } from './commands.ts'
import { isAfter } from './forward.ts'
import type { Graph } from './graph.ts'
import type { ReadObject } from './work-tree.ts'

/** What the refs are after a push, and whether all that stood before it is still reached. */
export type Standing = { refs: Record<string, Ref>; isForward: boolean }

type Step = { before: Version | undefined; after: Map<string, string>; stored: Objects }

/** @throws GitRefused when a ref points to nothing or to the wrong kind, or history would be rewritten against the policy */
export async function standAfter(
  { policy }: { policy: PushPolicy },
  { before, after, stored }: Step,
  graph: Graph,
  read: ReadObject,
): Promise<Standing> {
  const kindOf = (oid: string) => graph.kinds.get(oid) ?? stored.find(oid)?.kind
  const refs: Record<string, Ref> = {}
  for (const [name, oid] of after) {
    const kind = kindOf(oid)
    requireThat(kind, 'pack.missing-object', oid)
    requireThat(kind === 'commit' || name.startsWith('refs/tags/'), 'ref.not-a-commit', name)
    refs[name] = kind === 'tag' ? { oid, peeled: await peel(oid, kindOf, read, graph.limits.textBytes) } : { oid }
  }
  let isForward = true
  for (const [name, ref] of Object.entries(before?.refs ?? {})) {
    const now = refs[name]
    if (now?.oid === ref.oid) continue
    if (now && name.startsWith('refs/heads/') && (await isAfter(graph, read, now.oid, ref.oid))) continue
    requireThat(now === undefined || policy.mayRewrite, 'ref.rewrite', name)
    isForward = false
  }
  return { refs, isForward }
}

async function peel(oid: string, kindOf: (oid: string) => Kind | undefined, read: ReadObject, mostBytes: number) {
  let at = oid
  while (kindOf(at) === 'tag') at = readTag(await read(at, mostBytes)).oid
  return at
}
