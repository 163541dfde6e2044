import { createHash } from 'node:crypto'
import { checkCommit } from '../checks/commits.ts'
import { LIMITS } from '../format/limits.ts'
import { OID, OID_BYTES } from '../format/objects.ts'
import { requireThat } from '../format/refusal.ts'
import type { Source } from '../pack/source.ts'
import { PACK_HEAD_BYTES } from '../pack/spool.ts'
import { budgetFor, readEntries } from '../push/entries.ts'
import { createResolver } from '../push/resolve.ts'
import { objectsOf } from '../store/repository.ts'
import { packOf } from './pack.ts'
import { type Ask, command, readCapabilities } from './protocol.ts'

/** Commits of a repository that stands elsewhere, without its files where the server can leave them out. */

const PACK_BYTES = 16 * 2 ** 20
const OBJECTS = 50_000
/** The frames and what they carry, and what is said beside the pack. */
const ANSWER_BYTES = PACK_BYTES + 2 ** 20

export type Commit = {
  oid: string
  parents: string[]
  author: { name: string; mail: string }
  /** When its author says that it was made, in seconds since 1970. */
  atSeconds: number
  /** First line of the message. */
  subject: string
}

/**
 * Fetches a commit and up to `depth` - 1 of its ancestors in each line. Names are recomputed from the bytes, so a server cannot
 * pass one commit off as another. @throws GitRefused `remote.missing`, `remote.protocol`, `pack.*` for too much or nonsense
 */
export async function fetchCommits(ask: Ask, oid: string, depth: number): Promise<Commit[]> {
  const capabilities = await readCapabilities(ask)
  const canFilter = capabilities.some((said) => said.startsWith('fetch=') && said.split(/[= ]/).includes('filter'))
  const args = ['no-progress', 'ofs-delta', `want ${oid}`, `deepen ${depth}`, ...(canFilter ? ['filter tree:0'] : [])]
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of packOf(await command(ask, 'fetch', [...args, 'done'], ANSWER_BYTES))) {
    bytes += part.length
    requireThat(bytes <= PACK_BYTES, 'pack.too-large')
    parts.push(part)
  }
  const commits = await commitsIn(Buffer.concat(parts))
  requireThat(
    commits.some((commit) => commit.oid === oid),
    'remote.missing',
    oid,
  )
  return commits
}

async function commitsIn(pack: Buffer): Promise<Commit[]> {
  requireThat(pack.length >= PACK_HEAD_BYTES + OID_BYTES, 'pack.truncated')
  const [body, sum] = [pack.subarray(0, -OID_BYTES), pack.subarray(-OID_BYTES)]
  requireThat(body.toString('latin1', 0, 4) === 'PACK' && body.readUInt32BE(4) === 2, 'pack.not-a-pack')
  requireThat(createHash('sha1').update(body).digest().equals(sum), 'pack.checksum')
  const count = body.readUInt32BE(PACK_HEAD_BYTES - 4)
  requireThat(count <= OBJECTS, 'pack.too-many-objects')
  const limits = { ...LIMITS, packBytes: PACK_BYTES, objects: OBJECTS }
  const budget = budgetFor(limits, body.length)
  const source: Source = { size: body.length, read: async (at, length) => body.subarray(at, at + length) }
  const commits: Commit[] = []
  const keep = (oid: string, kind: string, data?: Buffer) => {
    if (kind === 'commit' && data) commits.push(describe(oid, data))
  }
  const resolver = createResolver({ source, limits, budget, stored: objectsOf([], budget) }, keep)
  await readEntries(source, count, limits, budget, { onWhole: keep, onEntry: resolver.show })
  await resolver.finish()
  return commits
}

const LAST_SECOND = Date.UTC(9999, 11, 31) / 1000
const PERSON = /^author (?:(.*) )?<([^>]*)> (\d+) /m

function describe(oid: string, data: Buffer): Commit {
  const { parents } = checkCommit(data)
  requireThat(OID.test(oid), 'commit.malformed')
  const text = data.toString('utf8')
  const [head = '', ...body] = text.split('\n\n')
  const [, name = '', mail = '', seconds = '0'] = PERSON.exec(head) ?? []
  // The last second that every calendar here can hold; a commit may say anything.
  const atSeconds = Math.min(Number(seconds), LAST_SECOND)
  const subject = body.join('\n\n').trimStart().split('\n', 1)[0] ?? ''
  return { oid, parents, author: { name, mail }, atSeconds, subject }
}
