import { createHash } from 'node:crypto'
import { OID } from '../format/objects.ts'
import { DELIMITER, FLUSH, onBand, packet } from '../format/pkt-line.ts'
import { GitRefused, requireThat } from '../format/refusal.ts'
import { PACK_HEAD_BYTES, packHead } from '../pack/spool.ts'
import type { Version, VersionStore } from '../store/repository.ts'

type Asked = { wants: Set<string>; haves: Set<string>; isDone: boolean; mayOffset: boolean; mustWait: boolean }

/** Answers a fetch: what is common, or the packs of all versions that the asker lacks as one. @throws GitRefused */
export async function* fetchPack(
  store: VersionStore,
  versions: readonly Version[],
  args: string[],
): AsyncGenerator<Buffer> {
  const asked = readArguments(args)
  checkWants(versions.at(-1), asked)
  const base = commonVersion(versions, asked)
  if (!asked.isDone) {
    const known = oidsOf(versions)
    const common = [...asked.haves].filter((oid) => known.has(oid))
    yield packet('acknowledgments')
    if (common.length === 0) yield packet('NAK')
    for (const oid of common) yield packet(`ACK ${oid}`)
    if (base === 0 || asked.mustWait) {
      yield FLUSH
      return
    }
    yield packet('ready')
    yield DELIMITER
  }
  yield packet('packfile')
  yield* onBand(1, joinPacks(store, versions.slice(base)))
  yield FLUSH
}

const FLAGS = ['thin-pack', 'no-progress', 'include-tag', 'ofs-delta', 'done', 'wait-for-done']

function readArguments(args: string[]): Asked {
  const wants = new Set<string>()
  const haves = new Set<string>()
  for (const arg of args) {
    const [word = '', value = ''] = arg.split(' ')
    if (word === 'shallow' || word.startsWith('deepen')) throw new GitRefused('request.shallow')
    if (word === 'filter') throw new GitRefused('request.filter')
    if (word === 'want' || word === 'have') {
      requireThat(OID.test(value), 'request.malformed')
      ;(word === 'want' ? wants : haves).add(value)
    } else requireThat(FLAGS.includes(arg), 'request.unsupported', arg)
  }
  const has = (flag: string) => args.includes(flag)
  return { wants, haves, isDone: has('done'), mayOffset: has('ofs-delta'), mustWait: has('wait-for-done') }
}

function checkWants(last: Version | undefined, { wants, mayOffset }: Asked): void {
  const offered = new Set(
    Object.values(last?.refs ?? {}).flatMap(({ oid, peeled }) => (peeled ? [oid, peeled] : [oid])),
  )
  requireThat(wants.size > 0, 'request.malformed')
  for (const oid of wants) requireThat(offered.has(oid), 'request.not-a-ref', oid)
  // Stored packs name bases by distance; every git since 2005 reads that.
  requireThat(mayOffset, 'request.unsupported', 'a fetch without ofs-delta')
}

const commitsOf = ({ refs }: Version) => Object.values(refs).map(({ oid, peeled }) => peeled ?? oid)

function oidsOf(versions: readonly Version[]): Set<string> {
  return new Set(versions.flatMap((version) => commitsOf(version)))
}

/**
 * The last version that the asker has whole: all its commits are had, and nothing that is wanted was in it (git says what
 * it has of commits only, never of tags). Where history was rewritten, what is gone may come back, so all is sent.
 */
function commonVersion(versions: readonly Version[], { wants, haves }: Asked): number {
  if (versions.some(({ isForward }) => !isForward)) return 0
  let most = versions.length
  for (const oid of wants) {
    const first = versions.findIndex(({ refs }) => Object.values(refs).some((ref) => ref.oid === oid))
    if (first !== -1) most = Math.min(most, first)
  }
  for (let number = most; number > 0; number--) {
    const commits = commitsOf(versions[number - 1]!)
    if (commits.length > 0 && commits.every((oid) => haves.has(oid))) return number
  }
  return 0
}

/** The packs of these versions as one: their bodies one after the other under a new head and a new checksum. */
export async function* joinPacks(store: VersionStore, versions: readonly Version[]): AsyncGenerator<Uint8Array> {
  const head = packHead(versions.reduce((sum, { objects }) => sum + objects, 0))
  const hash = createHash('sha1').update(head)
  yield head
  for (const { number, packBytes } of versions)
    for await (const part of store.streamPack(number, PACK_HEAD_BYTES, packBytes - CHECKSUM_BYTES)) {
      hash.update(part)
      yield part
    }
  yield hash.digest()
}

const CHECKSUM_BYTES = 20
