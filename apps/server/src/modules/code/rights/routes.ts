import { getCertificate } from '@trove/contract/code/rights'
import { requireThat } from '@trove/contract/errors/codes'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { requireSeen } from '../works/service.ts'
import { titleOf } from './anchoring.ts'
import { type CertificateRow, findRights } from './store.ts'

/** Certificates of versions, for who sees the work. */
export function rightsRoutes(needs: CodeNeeds): ServedRoute[] {
  return [
    serve(getCertificate, async ({ params: { id, number } }, { caller }) => {
      const { work } = await requireSeen(needs, id, caller?.userId)
      const row = await findRights(needs.db, id, number)
      requireThat(row, 'resource.not-found')
      return { id, title: work.title, number, ...certificateOf(row) }
    }),
  ]
}

function certificateOf(row: CertificateRow) {
  const { contentHash, state, address, genesisHash, commitment, isFinal } = row
  return {
    ...{ contentHash, state, address, genesisHash, commitment, isFinal },
    salt: row.revealedBlock === null ? null : row.salt,
    chainTitle: titleOf(row.workId, row.number),
    committed: blockOf(row.committedBlock, row.committedHash, row.committedAt),
    revealed: blockOf(row.revealedBlock, row.revealedHash, row.revealedAt),
    earlier: row.earlierBlock === null ? null : { address: row.earlierAddress!, block: row.earlierBlock },
  }
}

const blockOf = (number: number | null, hash: string | null, at: Date | null) =>
  number === null ? null : { number, hash: hash!, at: at!.toISOString() }
