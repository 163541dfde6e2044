import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { OID, ZERO_OID } from '../format/objects.ts'
import { requireThat } from '../format/refusal.ts'
import type { Ref, Version } from '../store/repository.ts'
import { acceptPush, type Push } from './accept.ts'
import type { Command } from './commands.ts'

/** A bundle is a push in a file: the refs it has, the commits it builds on, then a pack. */

const SIGNATURE = /^# v([23]) git bundle\n/
/** The refs of a bundle; whoever has more of them pushes. */
const HEAD_BYTES = 2 ** 20
const MAIN = ['refs/heads/main', 'refs/heads/master']

type BundleHead = { refs: Map<string, string>; packAt: number }

/** Whether a file begins as a bundle does. */
export async function isBundle(path: string): Promise<boolean> {
  return SIGNATURE.test((await readStart(path, 64)).toString('latin1'))
}

/**
 * Takes the branch of a bundle that is checked out, or its main one, with its tags, by all checks of a push.
 * @throws GitRefused `bundle.*`, and whatever a push is refused with
 */
export async function acceptBundle(push: Omit<Push, 'commands' | 'pack'>, path: string): Promise<Version> {
  const head = readHead(await readStart(path, HEAD_BYTES))
  const before = (await push.store.versions()).at(-1)
  const commands = commandsOf(head, before)
  requireThat(
    commands.some(({ from, to }) => from !== to),
    'archive.unchanged',
  )
  return await acceptPush({ ...push, commands, pack: readFrom(path, head.packAt) })
}

/** Opened only when it is read: a push that is refused before that leaves no file open. */
async function* readFrom(path: string, start: number): AsyncGenerator<Buffer> {
  yield* createReadStream(path, { start })
}

async function readStart(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function readHead(start: Buffer): BundleHead {
  const [signature, version] = SIGNATURE.exec(start.toString('latin1', 0, 64)) ?? []
  requireThat(signature, 'bundle.malformed')
  const end = start.indexOf('\n\n', signature.length - 1)
  requireThat(end !== -1, 'bundle.malformed')
  const refs = new Map<string, string>()
  const lines = start.toString('utf8', signature.length, end).split('\n')
  for (const line of lines) {
    if (line.startsWith('@')) requireThat(version === '3' && line === '@object-format=sha1', 'bundle.capability', line)
    // What it builds on is looked for with everything else that its commits refer to.
    else if (line.startsWith('-')) readOid(line.slice(1))
    else refs.set(line.slice(OID_CHARS + 1), readOid(line))
  }
  return { refs, packAt: end + 2 }
}

const OID_CHARS = 40

function readOid(line: string): string {
  const oid = line.slice(0, OID_CHARS)
  requireThat(OID.test(oid) && (line.length === OID_CHARS || line[OID_CHARS] === ' '), 'bundle.malformed')
  return oid
}

function commandsOf({ refs }: BundleHead, before: Version | undefined): Command[] {
  const [name, to] = branchOf(refs, before)
  const tags = [...refs].filter(([tag]) => tag.startsWith('refs/tags/'))
  const stands: Record<string, Ref> = before?.refs ?? {}
  return [[name, to] as const, ...tags].map(([ref, oid]) => ({
    name: ref,
    from: stands[ref]?.oid ?? ZERO_OID,
    to: oid,
  }))
}

/** The branch that HEAD names, else main or master, else the only one. */
function branchOf(refs: Map<string, string>, before: Version | undefined): [string, string] {
  const wanted = [...(before ? [before.head] : []), ...MAIN]
  const branches = [...refs].filter(([name]) => name.startsWith('refs/heads/'))
  const head = refs.get('HEAD')
  const first = (among: [string, string][]) => wanted.map((name) => among.find(([one]) => one === name)).find(Boolean)
  if (head) {
    const same = branches.filter(([, oid]) => oid === head)
    return first(same) ?? same[0] ?? [wanted[0]!, head]
  }
  const chosen = first(branches) ?? (branches.length === 1 ? branches[0] : undefined)
  requireThat(chosen, 'bundle.branch')
  return chosen
}
