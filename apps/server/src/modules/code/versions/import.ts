import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { ZERO_OID } from '@trove/git-server/format/objects'
import { GitRefused } from '@trove/git-server/format/refusal'
import { acceptPush } from '@trove/git-server/push/accept'
import { faultOf, type RemoteSource, type RepositoryFault, repositoryAddress } from '../../repositories/module.ts'
import { GIGABYTES_PER_PERSON, GIT_LIMITS, VERSIONS_MADE, VERSIONS_PER_WORK } from '../model/limits.ts'
import type { CodeParts } from '../model/needs.ts'
import { refusalOf } from './archive.ts'
import { withScratch } from './scratch.ts'
import { hasRoom, versionStore } from './store.ts'

/** `signal`: whoever asked for it has gone, so what is still read of the other server is of no use. */
type Import = { workId: string; userId: string; address: string; notes: string; signal: AbortSignal }

const CODE_OF = {
  missing: 'code.import-missing',
  unreachable: 'code.import-unreachable',
  refused: 'code.import-unreadable',
} as const satisfies Record<RepositoryFault, string>

/**
 * Makes the branch that is checked out in a public repository, with its tags, the next version of a work: by all checks of a
 * push, and only what came since where it was imported before.
 * @returns its number. @throws ContractError the refusals of `importSource`
 */
export async function importVersion(needs: CodeParts, { address, ...asked }: Import): Promise<number> {
  const repository = repositoryAddress(address)
  requireThat(repository && needs.repositories.isAllowed(`${repository}.git`), 'code.import-address')
  return await needs.importing(asked.userId, () => importFrom(needs, { ...asked, address: `${repository}.git` }))
}

async function importFrom(needs: CodeParts, { workId, userId, address, notes, signal }: Import): Promise<number> {
  await needs.limiter.require('code.version', userId, VERSIONS_MADE)
  const most = { count: VERSIONS_PER_WORK, gigabytes: GIGABYTES_PER_PERSON }
  requireThat(await hasRoom(needs.db, workId), 'code.no-room', most)
  const read = await needs.repositories.source(address, signal)
  if ('fault' in read) throw new ContractError(CODE_OF[read.fault])
  try {
    return await withScratch(needs.scratchDir, (scratch) =>
      take(needs, { workId, userId, notes, scratch, source: read.found }),
    )
  } catch (error) {
    if (error instanceof GitRefused && !isOfAnswer(error)) throw refusalOf(error)
    if (error instanceof ContractError) throw error
    throw new ContractError(CODE_OF[faultOf(error)])
  }
}

/** Whether it is the other server's answer that could not be read, and not what the answer brought. */
const isOfAnswer = ({ code }: GitRefused) => /^(remote|request)\.|^pack\.truncated$/.test(code)

type Taking = Omit<Import, 'address' | 'signal'> & { scratch: string; source: RemoteSource }

async function take(needs: CodeParts, { workId, userId, notes, scratch, source }: Taking): Promise<number> {
  const store = versionStore(needs, workId, { madeBy: 'push', notes })
  const stands = (await store.versions()).at(-1)?.refs ?? {}
  const commands = [source.branch, ...source.tags].map(({ name, oid }) => ({
    ...{ name, from: stands[name]?.oid ?? ZERO_OID, to: oid },
  }))
  const isNew = commands.some(({ from, to }) => from !== to)
  requireThat(isNew, 'code.archive-unchanged')
  const version = await acceptPush({
    ...{ store, scratch, limits: GIT_LIMITS, commands },
    policy: { mayDelete: false, mayRewrite: false },
    inTurn: (work) => needs.inTurn(userId, work),
    pack: source.pack(Object.values(stands).map(({ oid }) => oid)),
  })
  return version.number
}
