import { GitRefused } from '@trove/git-server/format/refusal'
import { type Commit, fetchCommits } from '@trove/git-server/remote/commits'
import { fetchPack } from '@trove/git-server/remote/pack'
import { type Ask, listRemoteRefs, type RemoteRef } from '@trove/git-server/remote/protocol'
import { createOutside, isPublicAddress, isPublicName, OutsideError } from '../../platform/outbound/ask-outside.ts'

/** Public git repositories that stand elsewhere: what they point to, and commits of them. Nothing of them is kept. */

export type { Commit }

/**
 * Why a repository could not be read. `missing`: the repository answers and has no such thing, or is not public.
 * `unreachable`: nobody can tell, so it may be asked again. `refused`: its address points inside, or what it sends is no git.
 */
export type RepositoryFault = 'missing' | 'unreachable' | 'refused'
export type Read<T> = { found: T } | { fault: RepositoryFault }

export type RemoteSource = {
  branch: { name: string; oid: string }
  tags: { name: string; oid: string }[]
  /** All that they need beside these commits. Reading it may fail; `faultOf` says why. */
  pack(haves: string[]): AsyncIterable<Buffer>
}

/** Door of repositories elsewhere. */
export type Repositories = {
  /** Whether an address may be asked at all, as far as its text says. */
  isAllowed(address: string): boolean
  /** Whether a link leads to a public host, by whatever protocol of the web, as far as its text says. */
  isPublicHost(link: string): boolean
  /** Branches and tags of these full names with what they point to. */
  refs(address: string, names: string[]): Promise<Read<Map<string, string>>>
  /** The branch that is checked out there, and the tags, beside what is had already. `signal` ends its calls. */
  source(address: string, signal?: AbortSignal): Promise<Read<RemoteSource>>
  /** A commit and its ancestors, up to `depth` in each line. */
  commits(address: string, oid: string, depth: number): Promise<Read<Commit[]>>
}

const LIMIT_MS = 20_000
const ANSWER_BYTES = 20 * 2 ** 20
/** Of a whole history, all calls for it together. A page waits a minute for an answer. */
const SOURCE = { limitMs: 35_000, bytes: 256 * 2 ** 20 }
/** Whoever has more tags pushes them. */
const TAGS_MAX = 100
/** A public repository answers these to strangers when it is gone, private, or never was. */
const MISSING_STATUS = [401, 403, 404, 410]

/** `allowList`: `host:port` of git servers that are not public hosts. */
export function createRepositories({ allowList }: { allowList: readonly string[] }): Repositories {
  const outside = createOutside(allowList)
  type Bounds = { maxBytes: number; limitMs: number; signal?: AbortSignal }
  const askOf = (address: string, bounds: Bounds): Ask => {
    const base = address.replace(/\/+$/, '')
    return (path, call) => outside(new URL(base + path), { ...call, ...bounds })
  }
  const isAllowed = (address: string) => {
    if (!URL.canParse(address)) return false
    const url = new URL(address)
    return url.search === '' && url.hash === '' && (isPublicAddress(url) || allowList.includes(url.host))
  }
  const guarded = async <T>(
    address: string,
    read: (ask: Ask) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<Read<T>> => {
    if (!isAllowed(address)) return { fault: 'refused' }
    try {
      return { found: await read(askOf(address, { maxBytes: ANSWER_BYTES, limitMs: LIMIT_MS, signal })) }
    } catch (error) {
      return { fault: faultOf(error) }
    }
  }
  const sourceFrom = async (ask: Ask, address: string, signal?: AbortSignal): Promise<RemoteSource> => {
    const { branch, tags } = chooseRefs(await listRemoteRefs(ask, ['HEAD', 'refs/heads/', 'refs/tags/']))
    const end = Date.now() + SOURCE.limitMs
    const slow: Ask = (path, call) =>
      askOf(address, { maxBytes: SOURCE.bytes, limitMs: Math.max(1, end - Date.now()), signal })(path, call)
    const wants = [...new Set([branch, ...tags].map(({ oid }) => oid))]
    return { branch, tags, pack: (haves) => fetchPack(slow, { wants, haves, mostBytes: SOURCE.bytes }) }
  }
  return {
    isAllowed,
    isPublicHost(link) {
      if (!URL.canParse(link)) return false
      const url = new URL(link)
      return isPublicName(url) || allowList.includes(url.host)
    },
    refs: (address, names) => guarded(address, async (ask) => pick(await listRemoteRefs(ask, names), names)),
    source: (address, signal) => guarded(address, (ask) => sourceFrom(ask, address, signal), signal),
    commits: (address, oid, depth) => guarded(address, (ask) => fetchCommits(ask, oid, depth)),
  }
}

/** Servers take a name for the beginning of names. */
function pick(refs: Map<string, RemoteRef>, names: string[]): Map<string, string> {
  const wanted = [...refs].filter(([name]) => names.includes(name))
  return new Map(wanted.map(([name, { oid, peeled }]) => [name, peeled ?? oid]))
}

/** @throws GitRefused `remote.missing` for a repository without a branch that is checked out */
function chooseRefs(refs: Map<string, RemoteRef>): Pick<RemoteSource, 'branch' | 'tags'> {
  const name = refs.get('HEAD')?.target ?? ''
  const oid = refs.get(name)?.oid
  if (!oid) throw new GitRefused('remote.missing', 'HEAD')
  const tags = [...refs].flatMap(([tag, ref]) => (tag.startsWith('refs/tags/') ? [{ name: tag, oid: ref.oid }] : []))
  return { branch: { name, oid }, tags: tags.length <= TAGS_MAX ? tags : [] }
}

/** Why reading failed. @throws whatever is neither the other server's nor its network's */
export function faultOf(error: unknown): RepositoryFault {
  if (error instanceof GitRefused) return error.code === 'remote.missing' ? 'missing' : 'refused'
  if (!(error instanceof OutsideError)) throw error
  if (error.fault === 'unreachable') return 'unreachable'
  if (error.fault !== 'status') return 'refused'
  if (MISSING_STATUS.includes(error.status ?? 0)) return 'missing'
  return (error.status ?? 0) >= 500 || error.status === 429 ? 'unreachable' : 'refused'
}

const COMMIT_LINK = /^(https?:\/\/[^?#]+?)(?:\.git)?\/(?:-\/)?commits?\/([0-9a-f]{40})(?:[/?#].*)?$/

/** The repository and the commit that a page of GitHub, GitLab, Gitee, Bitbucket or Gitea is about, or undefined of another link. */
export function readCommitLink(link: string): { repository: string; oid: string } | undefined {
  const [, base, oid] = COMMIT_LINK.exec(link) ?? []
  return base && oid ? { repository: `${base}.git`, oid } : undefined
}

/** One repository has one address: without `.git`, slashes at the end, or a page of it. */
export function repositoryAddress(given: string): string | undefined {
  if (!URL.canParse(given)) return undefined
  const { protocol, host, pathname, username, password } = new URL(given)
  const path = pathname.replace(/\/+$/, '').replace(/\.git$/, '')
  const isPlain = /^https?:$/.test(protocol) && username === '' && password === '' && path.length > 1
  return isPlain ? `${protocol}//${host}${path}` : undefined
}
