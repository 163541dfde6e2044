import type { LicenceName } from '@trove/contract/code/licences'
import { requireThat } from '@trove/contract/errors/codes'
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { LICENCES_SET } from '../model/limits.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { replaceLicences } from './store.ts'

type Change = { workId: string; userId: string; licences: { licence: LicenceName; price: bigint }[] }

/**
 * The author says what each licence of their work costs.
 * @throws ContractError `resource.not-found`, for strangers too, `code.needs-account`, `code.licence-twice`, `request.too-frequent`
 */
export async function changeLicences(
  { db, limiter, wallet }: CodeNeeds,
  { workId, userId, licences }: Change,
): Promise<void> {
  requireThat(new Set(licences.map(({ licence }) => licence)).size === licences.length, 'code.licence-twice')
  await limiter.require('code.licences', userId, LICENCES_SET)
  await inTransaction(db, async (tx) => {
    // Of two changes at once the later one stands whole.
    const { rows } = await sql<{ state: string }>`
      select state from code_works where id = ${workId} and owner_id = ${userId} for update`.execute(tx)
    requireThat(rows[0], 'resource.not-found')
    const isSold = rows[0].state === 'online' && licences.some(({ price }) => price > 0n)
    // Whoever sells has to be paid.
    requireThat(!isSold || (await wallet.isBound(userId, tx)), 'code.needs-account')
    await replaceLicences(
      tx,
      workId,
      licences.map(({ licence, price }) => ({ licence, priceFen: price })),
    )
  })
}
