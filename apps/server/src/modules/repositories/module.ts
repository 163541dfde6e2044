import { GitRefused } from '@trove/git-server/format/refusal'
import { type Commit, fetchCommits } from '@trove/git-server/remote/commits'
import { type Ask, listRemoteRefs } from '@trove/git-server/remote/protocol'
import { createOutside, isPublicAddress, isPublicName, OutsideError } from '../../platform/outbound/ask-outside.ts'

/** Public git repositories that stand elsewhere: what they point to, and commits of them. Nothing of them is kept. */

export type { Commit }

/**
 * Why a repository could not be read. `missing`: the repository answers and has no such thing, or is not public.
 * `unreachable`: nobody can tell, so it may be asked again. `refused`: its address points inside, or what it sends is no git.
 */
export type RepositoryFault = 'missing' | 'unreachable' | 'refused'
export type Read<T> = { found: T } | { fault: RepositoryFault }

/** Door of repositories elsewhere. */
export type Repositories = {
  /** Whether an address may be asked at all, as far as its text says. */
  isAllowed(address: string): boolean
  /** Whether a link leads to a public host, by whatever protocol of the web, as far as its text says. */
  isPublicHost(link: string): boolean
  /** Branches and tags of these full names with what they point to. */
  refs(address: string, names: string[]): Promise<Read<Map<string, string>>>
  /** A commit and its ancestors, up to `depth` in each line. */
  commits(address: string, oid: string, depth: number): Promise<Read<Commit[]>>
}

const LIMIT_MS = 20_000
const ANSWER_BYTES = 20 * 2 ** 20
/** A public repository answers these to strangers when it is gone, private, or never was. */
const MISSING_STATUS = [401, 403, 404, 410]

/** `allowList`: `host:port` of git servers that are not public hosts. */
export function createRepositories({ allowList }: { allowList: readonly string[] }): Repositories {
  const outside = createOutside(allowList)
  const askOf = (address: string): Ask => {
    const base = address.replace(/\/+$/, '')
    return (path, call) => outside(new URL(base + path), { ...call, maxBytes: ANSWER_BYTES, limitMs: LIMIT_MS })
  }
  const isAllowed = (address: string) => {
    if (!URL.canParse(address)) return false
    const url = new URL(address)
    return url.search === '' && url.hash === '' && (isPublicAddress(url) || allowList.includes(url.host))
  }
  const guarded = async <T>(address: string, read: (ask: Ask) => Promise<T>): Promise<Read<T>> => {
    if (!isAllowed(address)) return { fault: 'refused' }
    try {
      return { found: await read(askOf(address)) }
    } catch (error) {
      return { fault: faultOf(error) }
    }
  }
  return {
    isAllowed,
    isPublicHost(link) {
      if (!URL.canParse(link)) return false
      const url = new URL(link)
      return isPublicName(url) || allowList.includes(url.host)
    },
    refs: (address, names) => guarded(address, async (ask) => pick(await listRemoteRefs(ask, names), names)),
    commits: (address, oid, depth) => guarded(address, (ask) => fetchCommits(ask, oid, depth)),
  }
}

/** Servers take a name for the beginning of names. */
function pick(refs: Map<string, string>, names: string[]): Map<string, string> {
  return new Map([...refs].filter(([name]) => names.includes(name)))
}

/** @throws whatever is neither the other server's nor its network's */
function faultOf(error: unknown): RepositoryFault {
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
