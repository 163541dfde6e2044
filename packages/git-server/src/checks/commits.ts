import { type CommitLinks, type Kind, OID } from '../format/objects.ts'
import { type RefusalCode, requireThat } from '../format/refusal.ts'
import { isRefName } from './refs.ts'

/** Commits and annotated tags as `git fsck` wants them. */

/** `Name <mail> seconds zone`: no angle brackets elsewhere, no leading zeros, a time that fits. */
const PERSON = /^(?:[^<>\n]+ )?<[^<>\n]*> (0|[1-9]\d{0,12}) [+-]\d{4}$/
const KINDS = ['commit', 'tree', 'blob', 'tag']
const MAX_PARENTS = 64

/** @throws GitRefused for a commit that git would call malformed */
export function checkCommit(data: Buffer): CommitLinks {
  const lines = headOf(data, 'commit.malformed')
  const tree = wordsAfter(lines.shift(), 'tree')
  requireThat(OID.test(tree), 'commit.malformed')
  const parents: string[] = []
  while (lines[0]?.startsWith('parent ')) parents.push(wordsAfter(lines.shift(), 'parent'))
  requireThat(parents.every((oid) => OID.test(oid)) && parents.length <= MAX_PARENTS, 'commit.malformed')
  requireThat(PERSON.test(wordsAfter(lines.shift(), 'author')), 'commit.person')
  requireThat(PERSON.test(wordsAfter(lines.shift(), 'committer')), 'commit.person')
  requireThat(!lines.some((line) => /^(tree|parent|author|committer) /.test(line)), 'commit.malformed')
  return { tree, parents }
}

/** @throws GitRefused for an annotated tag that git would call malformed */
export function checkTag(data: Buffer): { oid: string; kind: Kind } {
  const lines = headOf(data, 'tag.malformed')
  const oid = wordsAfter(lines.shift(), 'object')
  const kind = wordsAfter(lines.shift(), 'type')
  const name = wordsAfter(lines.shift(), 'tag')
  requireThat(OID.test(oid) && KINDS.includes(kind) && isRefName(`refs/tags/${name}`), 'tag.malformed', name)
  requireThat(PERSON.test(wordsAfter(lines.shift(), 'tagger')), 'tag.malformed')
  requireThat(!lines.some((line) => /^(object|type|tag|tagger) /.test(line)), 'tag.malformed')
  return { oid, kind: kind as Kind }
}

/** The lines before the message. The whole must be free of NUL, at which other programs stop reading. */
function headOf(data: Buffer, code: RefusalCode): string[] {
  requireThat(!data.includes(0), code)
  const end = data.indexOf('\n\n')
  const head = data.toString('latin1', 0, end === -1 ? data.length : end)
  requireThat(end !== -1 || head.endsWith('\n'), code)
  return head.replace(/\n$/, '').split('\n')
}

function wordsAfter(line: string | undefined, word: string): string {
  return line?.startsWith(`${word} `) ? line.slice(word.length + 1) : ''
}
