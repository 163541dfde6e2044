import * as contract from '@trove/contract/code/rights'
import { requireThat } from '@trove/contract/errors/codes'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import { RIGHTS_ASKED } from '../model/limits.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { requireOwnWork, requireSeen } from '../works/service.ts'
import { titleOf } from './anchoring.ts'
import { linkAccount, nextToSign } from './own.ts'
import { findAccount, lookSoon } from './own-store.ts'
import { type CertificateRow, findRights } from './store.ts'

/** Certificates of versions, for who sees the work, and the accounts by which authors anchor. */
export function rightsRoutes(needs: CodeNeeds): ServedRoute[] {
  const { db, limiter, jobs, rights } = needs
  return [
    serve(contract.getCertificate, async ({ params: { id, number } }, { caller }) => {
      const { work, isMine } = await requireSeen(needs, id, caller?.userId)
      const row = await findRights(db, id, number)
      requireThat(row, 'resource.not-found')
      const toSign = isMine && caller ? await nextToSign(rights, row, await findAccount(db, caller.userId)) : null
      // Until it was seen to sign nobody but the author is told of the account: it is the author's word alone.
      const isProven = !row.isOwn || row.committedBlock !== null
      const address = isMine || isProven ? row.address : null
      return { id, title: work.title, number, ...certificateOf(row), address, toSign }
    }),
    serve(contract.getRightsAccount, async (_, { caller: { userId } }) => ({
      account: (await findAccount(db, userId)) ?? null,
    })),
    serve(contract.setRightsAccount, async ({ body: { account } }, { caller: { userId } }) => {
      await limiter.require('code.rights', userId, RIGHTS_ASKED)
      if (account === null) await linkAccount(db, userId, undefined)
      else {
        requireThat(rights, 'chain.unavailable')
        const address = rights.findAddress(account)
        requireThat(address, 'chain.address-invalid')
        await linkAccount(db, userId, address)
      }
      return null
    }),
    serve(contract.lookAtRights, async ({ params: { id, number } }, { caller: { userId } }) => {
      requireThat(rights, 'chain.unavailable')
      await requireOwnWork(needs, id, userId)
      await limiter.require('code.rights', userId, RIGHTS_ASKED)
      await lookSoon(db, id, number)
      jobs.soon('code.follow-authors')
      return null
    }),
  ]
}

function certificateOf(row: CertificateRow) {
  const { contentHash, state, isOwn, genesisHash, isFinal } = row
  const commitment = row.isCommitmentSeen && (!isOwn || row.committedBlock !== null) ? row.commitment : null
  return {
    ...{ contentHash, state, isOwn, genesisHash, commitment, isFinal },
    salt: row.revealedBlock === null || commitment === null ? null : row.salt,
    chainTitle: titleOf(row.workId, row.number),
    committed: blockOf(row.committedBlock, row.committedHash, row.committedAt),
    revealed: blockOf(row.revealedBlock, row.revealedHash, row.revealedAt),
    earlier: row.earlierBlock === null ? null : { address: row.earlierAddress!, block: row.earlierBlock },
  }
}

const blockOf = (number: number | null, hash: string | null, at: Date | null) =>
  number === null ? null : { number, hash, at: at?.toISOString() ?? null }
